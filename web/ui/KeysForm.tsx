/** Keys of rows that lie apart, and what may be done with them in one request. */

import { useId, useState } from "react";
import { msg, t } from "@/language/words";
import type { Act } from "@/model/acts/act";
import { isWrite, KEYS_VERBS, namedAction, type OwnMode } from "@/model/acts/keyRequests";
import { ACTS } from "@/model/acts/table";
import { type KeyList, readKeys } from "@/model/keyList";
import { Button } from "./Button";
import { TextField } from "./Fields";
import css from "./KeysForm.module.css";

interface KeysFormProps {
  lastKey: number;
  /** There are timestamps: without them no rows that lie apart are written all or none. */
  timed: boolean;
  /** What the field begins with. */
  first: readonly number[];
  /** By whom they are asked for. */
  from: string;
  /** Of a read. */
  own?: OwnMode;
  onSend: (act: Act) => void;
}

const UNTIMED = msg(
  "Transactions need timestamps, and these are off. Without them a statement reads one row after the other.",
);

export function KeysForm({ lastKey, timed, first, from, own, onSend }: KeysFormProps) {
  const [text, setText] = useState(first.join(", "));
  const read: KeyList = readKeys(text, lastKey);
  const id = useId();
  const note = "wrong" in read ? read.wrong : timed ? "" : t(UNTIMED);
  return (
    <fieldset className={css.form}>
      <legend className={css.legend}>{t("Several rows at once")}</legend>
      <TextField
        // Of rows; “Keys” alone are those of the keyboard.
        label={t("{n, plural, other {Keys}}", { n: first.length })}
        value={text}
        onChange={setText}
        hint="1, 5, 9"
        inputMode="numeric"
        aria-invalid={"wrong" in read}
        aria-describedby={id}
      />
      <div className="wrap">
        {KEYS_VERBS.map((verb) => (
          <Button
            key={verb}
            disabled={"wrong" in read || (isWrite(verb) && !timed)}
            aria-label={t("{label}, {text}", {
              label: t(ACTS[verb].button),
              text: isWrite(verb) ? t("in one transaction") : t("in one statement"),
            })}
            onClick={() => {
              if ("keys" in read) onSend(namedAction(verb, from, read.keys, own));
            }}
          >
            {t(ACTS[verb].button)}
          </Button>
        ))}
      </div>
      <p id={id} className={css.note} aria-live="polite">
        {note}
      </p>
    </fieldset>
  );
}
