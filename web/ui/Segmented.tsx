/** One of a few choices, all in view: the browser's own radio inputs under drawn labels. */

import { useId } from "react";
import css from "./Choices.module.css";
import { cx } from "./cx";

interface SegmentedProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Choices beside each other; 2 is for longer words. */
  columns?: number | undefined;
  small?: boolean | undefined;
  /** Id of a text that describes the chosen one. */
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onChange, columns, small = false, describedBy, disabled } = props;
  const group = useId();
  return (
    <div
      role="radiogroup"
      className={cx("grid-1", small && css.smallSegments)}
      style={{ gridTemplateColumns: `repeat(${columns ?? options.length}, minmax(0, 1fr))` }}
      aria-label={label}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
    >
      {options.map((option) => (
        <label key={option.value} className={css.segment}>
          <input
            type="radio"
            name={group}
            className="over-label"
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
