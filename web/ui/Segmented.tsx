/**
 * One of a few choices, all in view; arrow keys move between them. Knows nothing of Raft.
 */

import { RadioGroup } from "radix-ui";

import { cx } from "@/lib/cx";
import css from "./Choices.module.css";

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
}

export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, value, onChange, columns, small = false, describedBy } = props;
  return (
    <RadioGroup.Root
      className={cx(css.segments, small && css.smallSegments)}
      style={{ gridTemplateColumns: `repeat(${columns ?? options.length}, minmax(0, 1fr))` }}
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value} className={css.segment}>
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
