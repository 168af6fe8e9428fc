/**
 * Requests by hand, by the fields of the acts that ask: for a chosen key, or for several. Must not
 * know where it stands, nor how a request is sent.
 */

import { useId, useState } from "react";
import { msg, t } from "@/language/words";
import type { Act } from "@/model/acts/act";
import { fieldsOf, offeredIn, rowOf } from "@/model/acts/acts";
import { isWrite, KEYS_VERBS, namedAction, type OwnMode } from "@/model/acts/keyRequests";
import type { Names } from "@/model/acts/names";
import { ACTS } from "@/model/acts/table";
import { apart, type KeyList, readKeys } from "@/model/keyList";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import css from "@/ui/KeysForm.module.css";
import { ActButtons } from "./ActButtons";
import { ActFields } from "./ActFields";
import { useActs } from "./useActs";

/** For one key. */
const ASKS = offeredIn("requests").filter(
  (kind): kind is Extract<Act, { key: number; from: string }>["do"] => "key" in rowOf(kind).fields,
);
/** It has the fields of all the others. */
const WIDEST = ASKS.reduce((one, kind) =>
  fieldsOf(kind).length > fieldsOf(one).length ? kind : one,
);

interface RequestFormProps {
  names: Names;
  /** The gateway where it stands at one; else it is chosen. */
  gateway?: string;
  /** There are timestamps: without them no rows that lie apart are written all or none. */
  timed: boolean;
  onAct: (act: Act) => void;
  /** For several keys. */
  onSend: (act: Act) => void;
}

export function RequestForm({ names, gateway, timed, onAct, onSend }: RequestFormProps) {
  const acts = useActs(names, gateway === undefined ? {} : { from: gateway });
  const shown = acts.of(WIDEST);
  const own = "read_mode" in shown ? { read_mode: shown.read_mode } : {};
  return (
    <>
      <ActFields
        kind={WIDEST}
        values={shown}
        names={names}
        without={gateway === undefined ? [] : ["from"]}
        onChange={(field, value) => acts.change(WIDEST, field, value)}
      />
      <ActButtons kinds={ASKS} acts={acts} onAct={onAct} />
      <KeysForm
        lastKey={names.lastKey}
        timed={timed}
        first={apart(names.lastKey)}
        from={shown.from}
        own={own}
        onSend={onSend}
      />
    </>
  );
}

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

function KeysForm({ lastKey, timed, first, from, own, onSend }: KeysFormProps) {
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
