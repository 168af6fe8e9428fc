/**
 * One of a few, with what the chosen one means. Must not know what is chosen.
 */

import { useId } from "react";

import { Segmented } from "@/ui/Segmented";
import css from "./story.module.css";

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
    <div className={css.relay}>
      <p className={css.hint}>{label}</p>
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
      <p id={textId} className={css.hint}>
        {options.find((option) => option.value === value)?.text}
      </p>
    </div>
  );
}
