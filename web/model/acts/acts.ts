/** What is asked of the table of acts: an act as it is filled in, in words, and what it is done to. Pure. */

import type { Action, FaultKind } from "@/engine/types";
import { FAULT_KINDS } from "@/engine/vocabulary";
import { digits } from "@/language/numbers";
import { small, t } from "@/language/words";
import type { FaultTarget } from "../faults";
import type { ActField, ActKind, Does, Row, Where } from "./act";
import { fieldKind } from "./fieldKinds";
import { isObject, type Json, type Names } from "./names";
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

/** The key under which what was entered is kept: an act after it takes over what it can. */
export function enteredKey(field: string, { is }: ActField): string {
  return `${is} ${field}`;
}

/** With what was entered, and the first of everything else that it needs. */
export function firstAct(kind: ActKind, names: Names, entered: Json = {}): Json {
  const { first = {} } = rowOf(kind);
  const all = fieldsOf(kind).map(([field, row]) => {
    const key = enteredKey(field, row);
    if (Object.hasOwn(entered, key)) return [field, entered[key]];
    if (Object.hasOwn(first, field)) return [field, first[field]];
    const isMeant = row.is === "range" && names.range !== undefined;
    if (row.optional && !isMeant) return [field, undefined];
    // The other end of a link is another place.
    return [field, fieldKind(row.is).first(names, field === "to" || field === "into")];
  });
  return { do: kind, ...Object.fromEntries(all.filter(([, value]) => value !== undefined)) };
}

/** Why the engine would not take it, whatever the run; null: nothing is wrong with it by itself. */
export function refusal(kind: ActKind, fields: Json): string | null {
  const { refuses } = rowOf(kind);
  return refuses?.when(fields) === true ? t(refuses.text) : null;
}

/** "Crash s3", "Cut Ohio from Virginia, one way only". */
export function actText(kind: ActKind, fields: Json): string {
  const { says } = rowOf(kind);
  const rows = fieldsOf(kind);
  const values = rows.map(([field, row]) => [field, valueText(row, fields[field])]);
  const asides = Object.entries(fields).flatMap(([field, value]) => {
    if (says.includes(`{${field}}`)) return [];
    return asideText(ACTS[kind].fields[field as never], field, value);
  });
  return asides.reduce(
    (text, aside) => t("{text}, {aside}", { text, aside }),
    t(says, Object.fromEntries(values)),
  );
}

/** Of one that can be done here: where there is one range, which it is goes without saying. */
export function actionText({ do: kind, ...fields }: Action, ranges = 2): string {
  const told = Object.entries(fields).filter(([field]) => ranges > 1 || !isRange(kind, field));
  return actText(kind, Object.fromEntries(told));
}

function isRange(kind: ActKind, field: string): boolean {
  return fieldsOf(kind).some(([name, { is }]) => name === field && is === "range");
}

function asideText(row: ActField | undefined, field: string, value: unknown): string[] {
  if (row === undefined) return [`${field} ${String(value)}`];
  const label = small(t(row.label));
  if (fieldKind(row.is).asked.by !== "flag") return [`${label} ${valueText(row, value)}`];
  return value === true ? [label] : [];
}

function valueText({ is }: ActField, value: unknown): string {
  const { asked } = fieldKind(is);
  if (value === undefined) return asked.by === "choice" ? small(t(asked.none ?? "…")) : "…";
  if (asked.by === "amount") {
    const amount = asked.read(value);
    if (amount !== undefined) return `${digits(amount / asked.scale, 6)} ${asked.unit}`;
  }
  if (Array.isArray(value)) return value.join(", ");
  if (!isObject(value)) return String(value);
  const parts = Object.entries(value).map(([key, one]) => `${key} ${JSON.stringify(one)}`);
  return parts.join(", ");
}

/** What it is done to, so that two acts of a kind are told apart; the same for either end of a link. */
export function targetOf(action: Action): string {
  const { do: kind, ...fields } = action as Json & { do: ActKind };
  const targets = fieldsOf(kind).filter(([, { is }]) => fieldKind(is).isTarget === true);
  const ends = targets.filter(([, { is }]) => is === "place").map(([field]) => fields[field]);
  const others = targets.filter(([, { is }]) => is !== "place").map(([field]) => fields[field]);
  return [...ends.sort(), ...others].join(" ");
}

function isFaultKind(kind: ActKind | null): kind is FaultKind & ActKind {
  return kind !== null && Object.hasOwn(FAULT_KINDS, kind);
}

/** The fault that an act makes, as `heal` names it; null: it makes none that stands. */
export function faultOf(kind: ActKind | null, fields: Json): string | null {
  if (!isFaultKind(kind)) return null;
  const ends = fieldsOf(kind).flatMap(([field, { is }]) =>
    fieldKind(is).isTarget === true ? [String(fields[field])] : [],
  );
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
