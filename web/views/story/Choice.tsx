/** One of a few, with what the chosen one means. Must not know what is chosen. */

import { useId } from "react";

import { Segmented } from "@/ui/Segmented";

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; text: string }[];
  value: T;
  disabled?: boolean | undefined;
  onChange: (value: T) => void;
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, options, value, disabled, onChange } = props;
  const textId = useId();
  return (
    <div className="grid-1">
      <p className="hint">{label}</p>
      <Segmented
        label={label}
        options={options}
        value={value}
        columns={2}
        small
        disabled={disabled}
        describedBy={textId}
        onChange={onChange}
      />
      <p id={textId} className="hint">
        {options.find((option) => option.value === value)?.text}
      </p>
    </div>
  );
}
