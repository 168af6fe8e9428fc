/** What is asked of the table of acts, where nobody fills one in. Pure. */

import type { Action, FaultKind } from "@/engine/types";
import { FAULT_KINDS } from "@/engine/vocabulary";
import type { FaultTarget } from "../faults";
import type { ActField, ActKind, Does, Row, Where } from "./act";
import type { Json } from "./names";
import { ACTS } from "./table";

export function rowOf(kind: ActKind): Row {
  return ACTS[kind];
}

export function isActKind(word: unknown): word is ActKind {
  return typeof word === "string" && Object.hasOwn(ACTS, word);
}

/** The fields of a kind, in the order in which they are asked for. */
export function fieldsOf(kind: ActKind): [string, ActField][] {
  return Object.entries(ACTS[kind].fields);
}

/** In the order of the table; each place offers one at least. */
export function offeredIn(where: Where): [ActKind, ...ActKind[]] {
  const kinds = Object.keys(ACTS) as [ActKind, ...ActKind[]];
  return kinds.filter((kind) => ACTS[kind].offered.includes(where)) as typeof kinds;
}

export function does({ do: kind }: Action, what: Does): boolean {
  return ACTS[kind].does === what;
}

function isFaultKind(kind: ActKind | null): kind is FaultKind & ActKind {
  return kind !== null && Object.hasOwn(FAULT_KINDS, kind);
}

/** The fault that an act makes, as `heal` names it; null: it makes none that stands. */
export function faultOf(kind: ActKind | null, fields: Json): string | null {
  if (!isFaultKind(kind)) return null;
  const needed = fieldsOf(kind).filter(([, { optional }]) => !optional);
  const ends = needed.map(([field]) => String(fields[field]));
  return [kind, ...ends, ...(fields.one_way === true ? ["one-way"] : [])].join(":");
}

/** Whether it makes a fault that nothing gets past: a press on the map does such a thing. */
export function makesBarrier({ do: kind }: Action): boolean {
  return isFaultKind(kind) && FAULT_KINDS[kind].blocks;
}

/** Kinds of faults of this, in the engine's order. */
export function faultActs(target: FaultTarget): FaultKind[] {
  return (Object.keys(FAULT_KINDS) as FaultKind[]).filter(
    (kind) => FAULT_KINDS[kind].target === target,
  );
}

/** The id of the fault that it makes; null: it makes none that stands. */
export function faultMade({ do: kind, ...fields }: Action): string | null {
  return faultOf(kind, fields);
}
