/** Form fields with their labels, native, so that every keyboard and screen reader knows them. */

import {
  type ComponentProps,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "@/language/words";
import { cx } from "./cx";
import css from "./Fields.module.css";
import { entered, whyNot } from "./numberEntered";
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
      <label htmlFor={id} className={cx("hint", bare && "sr-only")}>
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
  /** What is good to know before a number is entered. */
  hint?: string | undefined;
}

/**
 * Takes a value when it is entered and left, or on Enter. What is out of bounds is never changed: it
 * stays as it was written, the field says what it takes, and its form is not sent.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, min, max, onChange, unit, whole = true, bare = false } = props;
  const { className, hint = "" } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isLeft, setLeft] = useState(false);
  const { text, setText, counts } = useEntered(String(value), () => {
    setLeft(true);
    if (number === undefined) return;
    setText(String(number));
    if (number !== value) onChange(number);
  });
  const number = entered(text, value, { min, max, whole });
  const refusal = number === undefined ? whyNot(value, { min, max, whole }) : "";
  useLayoutEffect(() => input.current?.setCustomValidity(refusal), [refusal]);
  const isRefused = isLeft && refusal !== "";
  const said = isRefused ? refusal : hint;
  return (
    <div className={cx(css.field, className)}>
      <label htmlFor={id} className={cx("hint", bare && "sr-only")}>
        {unit === undefined ? label : t("{label}, {unit}", { label, unit })}
      </label>
      <input
        ref={input}
        id={id}
        className={css.input}
        inputMode={whole ? "numeric" : "decimal"}
        autoComplete="off"
        aria-invalid={isRefused || undefined}
        aria-describedby={said === "" ? undefined : `${id}-said`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        {...counts}
      />
      {said !== "" && (
        <p
          id={`${id}-said`}
          role={isRefused ? "alert" : undefined}
          className={isRefused ? css.refusal : "hint"}
        >
          {said}
        </p>
      )}
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
      <label htmlFor={id} className="hint">
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
