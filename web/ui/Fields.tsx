/**
 * Form fields with their labels: selects, numbers, text, check boxes. Native elements, so that every
 * keyboard and screen reader knows them. Knows nothing of Raft.
 */

import { type ComponentProps, type ReactNode, useId } from "react";
import { t } from "@/language/words";
import { cx } from "./cx";
import css from "./Fields.module.css";
import { useEntered } from "./useEntered";

export interface Option<T extends string> {
  value: T;
  label: string;
}

interface SelectFieldProps<T extends string> {
  label: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean | undefined;
  /** Hides the label for eyes; it is still read out. */
  bare?: boolean | undefined;
}

export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, options, value, onChange, disabled = false, bare = false } = props;
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className={cx(css.label, bare && "sr-only")}>
        {label}
      </label>
      <select
        id={id}
        className={css.input}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberFieldProps {
  label: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
  unit?: string | undefined;
  whole?: boolean | undefined;
  bare?: boolean | undefined;
  className?: string | undefined;
}

/** Takes a value when it is entered and left, or on Enter; what is out of bounds is put inside. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, onChange, unit, whole = true, bare = false, className } = props;
  const id = useId();
  const [text, setText] = useEntered(String(value));
  const commit = (): void => {
    const entered = Number(text.trim() === "" ? Number.NaN : text);
    const settled = settle(entered, min, max, whole) ?? value;
    setText(String(settled));
    if (settled !== value) onChange(settled);
  };
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={cx(css.label, bare && "sr-only")}>
        {unit === undefined ? label : t("{label}, {unit}", { label, unit })}
      </label>
      <input
        id={id}
        className={css.input}
        inputMode={whole ? "numeric" : "decimal"}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
      />
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
}

export function TextField({ label, value, onChange, hint, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        id={id}
        className={css.input}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
    </div>
  );
}

interface CheckFieldProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function CheckField({ label, checked, onChange }: CheckFieldProps) {
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Fields side by side, two in a row where there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>;
}

/** The nearest allowed number, undefined when it is not a number. */
export function settle(x: number, min: number, max: number, whole: boolean): number | undefined {
  if (!Number.isFinite(x)) return undefined;
  return Math.min(max, Math.max(min, whole ? Math.round(x) : x));
}
