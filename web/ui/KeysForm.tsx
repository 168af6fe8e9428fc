/**
 * Keys of rows that lie apart, and what may be done with them in one request: read, inserted, or
 * read and written. Must not know how a request is sent.
 */

import { useId, useState } from "react";

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
  { verb: "statement", label: "Read all", text: "in one statement", writes: false },
  { verb: "update", label: "Read and write all", text: "in one transaction", writes: true },
  { verb: "insert", label: "Insert all", text: "in one transaction", writes: true },
];

const UNTIMED =
  "Transactions need timestamps, and these are off. Without them a statement reads one row after the other.";

export function KeysForm({ lastKey, timed, first, onSend }: KeysFormProps) {
  const [text, setText] = useState(first.join(", "));
  const read: KeyList = readKeys(text, lastKey);
  const id = useId();
  const note = "wrong" in read ? read.wrong : timed ? "" : UNTIMED;
  return (
    <fieldset className={css.form}>
      <legend className={css.legend}>Several rows at once</legend>
      <TextField
        label="Keys"
        value={text}
        onChange={setText}
        hint="1, 5, 9"
        inputMode="numeric"
        aria-invalid={"wrong" in read}
        aria-describedby={id}
      />
      <div className={css.verbs}>
        {VERBS.map(({ verb, label, text, writes }) => (
          <Button
            key={verb}
            disabled={"wrong" in read || (writes && !timed)}
            aria-label={`${label}, ${text}`}
            onClick={() => {
              if ("keys" in read) onSend(verb, read.keys);
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <p id={id} className={css.note} aria-live="polite">
        {note}
      </p>
    </fieldset>
  );
}
