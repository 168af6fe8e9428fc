/**
 * Requests by hand, by the fields of the acts that ask: for a chosen key, or for several. Must not
 * know where it stands, nor how a request is sent.
 */

import type { Act } from "@/model/acts/act";
import { fieldsOf, offeredIn, rowOf } from "@/model/acts/acts";
import type { Names } from "@/model/acts/names";
import { apart } from "@/model/keyList";
import { KeysForm } from "../KeysForm";
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
