/** Requests for several rows at once, as the table of acts has them. Pure. */

import type { Action, ReadMode } from "@/engine/types";
import { ACTS } from "./table";

export interface OwnMode {
  read_mode?: ReadMode;
}

/** What may be done with several rows in one request. */
type KeysVerb = Extract<Action, { keys: unknown }>["do"];

export const KEYS_VERBS = (Object.keys(ACTS) as Action["do"][]).filter(
  (kind): kind is KeysVerb => "keys" in ACTS[kind].fields,
);

export function isWrite(verb: KeysVerb): boolean {
  return "bytes" in ACTS[verb].fields;
}

/** A request for these rows; only what reads has a mode of its own. */
export function namedAction(
  verb: KeysVerb,
  from: string,
  keys: number[],
  own: OwnMode = {},
): Action {
  return { do: verb, from, keys, ...(isWrite(verb) ? {} : own) };
}
