/**
 * One of a few choices, all in view; arrow keys move between them. Knows nothing of Raft.
 */

import type { KeyboardEvent } from "react";

import { cx } from "@/lib/cx";
import css from "./Choices.module.css";
import { neighbour } from "./neighbour";

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
  // While none of them is chosen, the first can be reached.
  const stop = options.some((option) => option.value === value) ? value : options[0]?.value;
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    // A choice is made by the space bar or by moving there, not by Enter.
    if (event.key === "Enter") event.preventDefault();
    const next = neighbour(event);
    const option = options[next?.place ?? -1];
    if (next === undefined || option === undefined) return;
    next.element.focus();
    onChange(option.value);
  };
  return (
    <div
      role="radiogroup"
      className={cx(css.segments, small && css.smallSegments)}
      style={{ gridTemplateColumns: `repeat(${columns ?? options.length}, minmax(0, 1fr))` }}
      aria-label={label}
      onKeyDown={move}
      {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === stop ? 0 : -1}
          className={css.segment}
          onClick={() => {
            if (option.value !== value) onChange(option.value);
          }}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
