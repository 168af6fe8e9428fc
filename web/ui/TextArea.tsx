/** A form field of several lines with its label. Knows nothing of Raft. */

import { type ComponentProps, useId } from "react";

import { cx } from "./cx";
import css from "./Fields.module.css";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function TextArea({ label, value, onChange, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className="hint">
        {label}
      </label>
      <textarea
        id={id}
        className={cx(css.input, css.area)}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </div>
  );
}
