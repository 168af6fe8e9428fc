/** One field of a form, taken when it is left or confirmed, with what is wrong with it. */

import { useId, useState } from "react";

import { t } from "@/language/words";
import { enteredText, type Field, keyLabel, valueEntered } from "@/model/builder/fields";
import type { BuildProblem } from "@/model/builder/part";
import { cx } from "@/ui/cx";
import fields from "@/ui/Fields.module.css";
import { useEntered } from "@/ui/useEntered";
import css from "./builder.module.css";

interface FieldControlProps {
  field: Field;
  value: unknown;
  problems: readonly BuildProblem[];
  onEnter: (value: unknown) => void;
  /** Names that it may hold; others can be chosen as long as they stand there. */
  names?: readonly string[] | undefined;
  /** What holds without it, where that is not the schema's to say. */
  hint?: string | undefined;
}

export function FieldControl(props: FieldControlProps) {
  const { field, problems } = props;
  const id = useId();
  const about = `${id}-about`;
  const wrong = `${id}-wrong`;
  const described = problems.length > 0 ? `${about} ${wrong}` : about;
  return (
    <div className={fields.field} data-bad={problems.length > 0}>
      <label className="hint" htmlFor={id} data-tip={field.about || undefined}>
        {keyLabel(field.key)}
      </label>
      <Control {...props} id={id} describedBy={described} />
      <span id={about} className="sr-only">
        {field.about}
      </span>
      {problems.length > 0 && <Wrong id={wrong} problems={problems} />}
    </div>
  );
}

export function Wrong({ id, problems }: { id?: string; problems: readonly BuildProblem[] }) {
  return (
    <ul id={id} className="bad type-1 breaks">
      {problems.map(({ path, text }) => (
        <li key={`${path} ${text}`}>{text}</li>
      ))}
    </ul>
  );
}

interface ControlProps extends FieldControlProps {
  id: string;
  describedBy: string;
}

function Control(props: ControlProps) {
  const { field, value, names, onEnter, id, describedBy, hint = field.fallback } = props;
  const isName = names !== undefined && (value === undefined || typeof value === "string");
  if (field.control.kind === "choice" || isName) {
    const words =
      field.control.kind === "choice"
        ? field.control.words
        : (names ?? []).map((name) => ({ word: JSON.stringify(name), label: name }));
    const now = value === undefined ? "" : JSON.stringify(value);
    const isKnown = words.some(({ word }) => word === now);
    return (
      <select
        id={id}
        className={cx(fields.input, css.entry)}
        aria-describedby={describedBy}
        value={now}
        onChange={({ target }) => {
          onEnter(target.value === "" ? undefined : (JSON.parse(target.value) as unknown));
        }}
      >
        {(!field.required || now === "") && <option value="">{unsetText(hint)}</option>}
        {!isKnown && now !== "" && <option value={now}>{now}</option>}
        {words.map(({ word, label }) => (
          <option key={word} value={word}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  return <Written {...props} />;
}

/** What is longer has lines of its own. */
const LINE_MAX = 48;

function unsetText(hint: string): string {
  return hint === "" ? t("not set") : t("not set: {value}", { value: hint });
}

function Written(props: ControlProps) {
  const { field, value, onEnter, id, describedBy, hint = field.fallback } = props;
  const { control } = field;
  const now = enteredText(value, control);
  const [isJson, setIsJson] = useState(true);
  const { text, setText, counts } = useEntered(now, (entered) => {
    try {
      if (entered !== now) onEnter(valueEntered(entered, control));
      setIsJson(true);
    } catch {
      setIsJson(false);
    }
  });
  const shared = {
    id,
    value: text,
    placeholder: hint,
    spellCheck: false,
    autoComplete: "off",
    "aria-describedby": describedBy,
    "aria-invalid": isJson ? undefined : true,
    onBlur: counts.onBlur,
  };
  if (control.kind === "json" || now.length > LINE_MAX) {
    return (
      <>
        <textarea
          {...shared}
          className={cx(fields.input, css.entry, control.kind === "json" && css.json)}
          rows={control.kind === "json" ? Math.min(12, text.split("\n").length + 1) : 4}
          onChange={({ target }) => setText(target.value)}
        />
        {!isJson && (
          <p className="bad type-1 breaks">{t("This is not JSON, so the file stays as it was.")}</p>
        )}
      </>
    );
  }
  return (
    <input
      {...shared}
      className={cx(fields.input, css.entry)}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={counts.onKeyDown}
    />
  );
}
