/**
 * Keys of rows that lie apart, and what may be done with them in one request: read, inserted, or
 * read and written. Must not know how a request is sent.
 */

import { useId, useState } from "react";

import { msg, t } from "@/language/words";
import { type KeyList, type KeysVerb, readKeys } from "@/model/keyList";
import { Button } from "./Button";
import { TextField } from "./Fields";
import css from "./KeysForm.module.css";

interface KeysFormProps {
  lastKey: number;
  /** There are timestamps: without them no rows that lie apart are written all or none. */
  timed: boolean;
  /** What the field begins with. */
  first: readonly number[];
  onSend: (verb: KeysVerb, keys: number[]) => void;
}

const VERBS: readonly { verb: KeysVerb; label: string; text: string; writes: boolean }[] = [
  { verb: "statement", label: msg("Read all"), text: msg("in one statement"), writes: false },
  {
    verb: "update",
    label: msg("Read and write all"),
    text: msg("in one transaction"),
    writes: true,
  },
  { verb: "insert", label: msg("Insert all"), text: msg("in one transaction"), writes: true },
];

const UNTIMED = msg(
  "Transactions need timestamps, and these are off. Without them a statement reads one row after the other.",
);

export function KeysForm({ lastKey, timed, first, onSend }: KeysFormProps) {
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
        {VERBS.map(({ verb, label, text, writes }) => (
          <Button
            key={verb}
            disabled={"wrong" in read || (writes && !timed)}
            aria-label={t("{label}, {text}", { label: t(label), text: t(text) })}
            onClick={() => {
              if ("keys" in read) onSend(verb, read.keys);
            }}
          >
            {t(label)}
          </Button>
        ))}
      </div>
      <p id={id} className={css.note} aria-live="polite">
        {note}
      </p>
    </fieldset>
  );
}
