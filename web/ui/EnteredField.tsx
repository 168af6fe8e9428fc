/** A text that counts when it is left or on Enter, so that half of a word is no change. */

import { TextField } from "./Fields";
import { useEntered } from "./useEntered";

interface EnteredFieldProps {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

export function EnteredField({ label, hint, value, onChange }: EnteredFieldProps) {
  const { text, setText, counts } = useEntered(value, (entered) => {
    if (entered.trim() !== value) onChange(entered.trim());
  });
  return <TextField label={label} hint={hint} value={text} onChange={setText} {...counts} />;
}
