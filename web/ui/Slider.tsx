/**
 * A slider whose value is read out in words. Knows nothing of Raft.
 */

import { Slider as Radix } from "radix-ui";

import css from "./Choices.module.css";

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** When it is let go, or a key was pressed. */
  onCommit?: ((value: number) => void) | undefined;
  /** What the value means, for instance "0.05×". */
  valueText: string;
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  onCommit,
  valueText,
}: SliderProps) {
  return (
    <Radix.Root
      className={css.slider}
      value={[value]}
      min={min}
      max={max}
      step={step}
      onValueChange={([next]) => {
        if (next !== undefined) onChange(next);
      }}
      onValueCommit={([last]) => {
        if (last !== undefined) onCommit?.(last);
      }}
    >
      <Radix.Track className={css.track}>
        <Radix.Range className={css.range} />
      </Radix.Track>
      <Radix.Thumb className={css.grip} aria-label={label} aria-valuetext={valueText} />
    </Radix.Root>
  );
}
