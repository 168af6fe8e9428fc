/**
 * An act by named controls: its fields, and the button that does it. Must not know what it does; the
 * engine judges it.
 */

import { type ReactNode, useState } from "react";
import { t } from "@/language/words";
import type { Act, ActKind } from "@/model/acts/act";
import { fieldsOf, rowOf } from "@/model/acts/acts";
import { enteredKey, firstAct, refusal } from "@/model/acts/filled";
import type { Json, Names } from "@/model/acts/names";
import { Button } from "../Button";
import { ActFields } from "./ActFields";
import css from "./acts.module.css";

interface ActFormProps {
  label: string;
  kind: ActKind;
  names: Names;
  /** Before its sentence: by which it is chosen. */
  children?: ReactNode;
  onAct: (act: Act) => void;
}

/** What was entered stays when another kind is chosen. */
export function ActForm({ label, kind, names, children, onAct }: ActFormProps) {
  const [entered, setEntered] = useState<Json>({});
  const rows = Object.fromEntries(fieldsOf(kind));
  const act = firstAct(kind, names, entered);
  const wrong = refusal(kind, act);
  const { text, button } = rowOf(kind);
  return (
    <form
      className={css.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong === null) onAct(act as Act);
      }}
    >
      {children}
      <p className={css.hint}>{t(text)}</p>
      <ActFields
        kind={kind}
        values={act}
        names={names}
        onChange={(field, value) => {
          const row = rows[field];
          if (row !== undefined) setEntered({ ...entered, [enteredKey(field, row)]: value });
        }}
      />
      <div className={css.verbs}>
        <Button type="submit" disabled={wrong !== null}>
          {t(button)}
        </Button>
        {wrong !== null && <p className={css.hint}>{wrong}</p>}
      </div>
    </form>
  );
}
