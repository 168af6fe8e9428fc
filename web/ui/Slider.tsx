/** A slider whose value is read out in words: the browser's own, with its keys. */

import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";

import css from "./Choices.module.css";

/** What a page key moves, in steps. */
const PAGE = 10;

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

export function Slider(props: SliderProps) {
  const { label, value, min, max, step, onChange, onCommit, valueText } = props;
  const input = useRef<HTMLInputElement>(null);
  const commit = useEffectEvent((last: number) => onCommit?.(last));
  // React's own change comes with every movement; the browser's when it is let go.
  useEffect(() => {
    const element = input.current;
    const onLast = (): void => commit(Number(element?.value));
    element?.addEventListener("change", onLast);
    return () => element?.removeEventListener("change", onLast);
  }, []);
  const turnPage = (event: KeyboardEvent<HTMLInputElement>): void => {
    const pages = { PageUp: 1, PageDown: -1 }[event.key];
    if (pages === undefined) return;
    event.preventDefault();
    const next = Math.max(min, Math.min(max, value + pages * PAGE * step));
    onChange(next);
    onCommit?.(next);
  };
  return (
    <input
      ref={input}
      type="range"
      className={css.slider}
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      min={min}
      max={max}
      step={step}
      onChange={(event) => onChange(Number(event.target.value))}
      onKeyDown={turnPage}
    />
  );
}
