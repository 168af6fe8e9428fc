/** Fields of the form, each with what is wrong with it below. Must not know what they are of. */

import { createContext, useContext, useId } from "react";
import type { AdviceProblem } from "@/engine/lens";
import { entered, problemsAt } from "@/model/advice/form";
import { TextField } from "@/ui/Fields";
import css from "./advice.module.css";

/** What is wrong with the form; every field looks for its own. */
export const Problems = createContext<readonly AdviceProblem[]>([]);

interface EntryProps {
  label: string;
  /** Where in the form it stands, as problems name it. */
  path: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  /** Of a number a phone shows its own keys. */
  inputMode?: "numeric" | "decimal" | undefined;
  /** In a table the head says what it is: the label is for ears alone. */
  bare?: boolean | undefined;
}

export function Entry({ label, path, value, onChange, hint, inputMode, bare = false }: EntryProps) {
  const id = useId();
  const problem = problemsAt(useContext(Problems), path);
  const marks = problem === "" ? {} : { "aria-invalid": true, "aria-describedby": id };
  const field = bare ? (
    <input
      className={css.bare}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder={hint}
      inputMode={inputMode}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      {...marks}
    />
  ) : (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      hint={hint}
      inputMode={inputMode}
      {...marks}
    />
  );
  return (
    <div className={css.entry}>
      {field}
      {problem !== "" && (
        <p id={id} className="bad breaks">
          {problem}
        </p>
      )}
    </div>
  );
}

interface NumberEntryProps extends Omit<EntryProps, "value" | "onChange"> {
  value: number | string;
  onChange: (value: number | string) => void;
}

/** Takes what is typed, and leaves it to the engine whether that is a number that fits. */
export function NumberEntry({ value, onChange, ...rest }: NumberEntryProps) {
  return (
    <Entry
      inputMode="decimal"
      {...rest}
      value={String(value)}
      onChange={(text) => onChange(entered(text))}
    />
  );
}

interface OptionalProps extends Omit<EntryProps, "value" | "onChange"> {
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Empty: nothing is said. */
export function OptionalEntry({ value, onChange, ...rest }: OptionalProps) {
  return (
    <Entry
      {...rest}
      value={value ?? ""}
      onChange={(text) => onChange(text.trim() === "" ? null : text)}
    />
  );
}
