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
  const [text, setText] = useEntered(value);
  const commit = (): void => {
    const entered = text.trim();
    if (entered !== value) onChange(entered);
  };
  return (
    <TextField
      label={label}
      hint={hint}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}
