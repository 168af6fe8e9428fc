/** Which of a file's variants is meant, where it has any. Must not know what for. */

import { translate } from "@/language/words";
import { variantsOf } from "@/model/acts/names";
import { documentOf } from "@/model/builder/document";
import { SelectField } from "@/ui/Fields";

interface VariantChoiceProps {
  label: string;
  text: string;
  /** What no variant is called; without it one must be chosen. */
  none?: string;
  value: string;
  onChange: (variant: string) => void;
}

export function VariantChoice({ label, text, none, value, onChange }: VariantChoiceProps) {
  const read = documentOf(text);
  const variants = read.ok ? variantsOf(read.value) : [];
  if (variants.length === 0) return null;
  const first = none === undefined ? [] : [{ value: "", label: none }];
  const options = [
    ...first,
    ...variants.map(({ id, title }) => ({ value: id, label: translate(title) })),
  ];
  return <SelectField label={label} options={options} value={value} onChange={onChange} />;
}
