/** An act as it is filled in: with its fields, in words, and what it is done to. Pure. */

import { digits } from "@/language/numbers";
import { small, t } from "@/language/words";
import type { Act, ActField, ActKind } from "./act";
import { fieldsOf, rowOf } from "./acts";
import { fieldKind } from "./fieldKinds";
import { isObject, type Json, type Names } from "./names";

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
    const other = field === "to" || field === "into";
    return [field, row.atRest ?? fieldKind(row.is).first(names, other)];
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
    return asideText(rowOf(kind).fields[field as never], field, value);
  });
  return asides.reduce(
    (text, aside) => t("{text}, {aside}", { text, aside }),
    t(says, Object.fromEntries(values)),
  );
}

/** Of one that can be done here: where there is one range, which it is goes without saying. */
export function actionText({ do: kind, ...fields }: Act, ranges = 2): string {
  const told = Object.entries(fields).filter(([field]) => ranges > 1 || !isRange(kind, field));
  return actText(kind, Object.fromEntries(told));
}

function isRange(kind: ActKind, field: string): boolean {
  return fieldsOf(kind).some(([name, { is }]) => name === field && is === "range");
}

function asideText(row: ActField | undefined, field: string, value: unknown): string[] {
  if (row === undefined) return [`${field} ${String(value)}`];
  const label = small(t(row.label));
  if (fieldKind(row.is).control.by !== "flag") return [`${label} ${valueText(row, value)}`];
  return value === true ? [label] : [];
}

function valueText({ is }: ActField, value: unknown): string {
  const { control } = fieldKind(is);
  if (value === undefined) return control.by === "choice" ? small(t(control.none ?? "…")) : "…";
  if (control.by === "amount") {
    const amount = control.read(value);
    if (amount !== undefined) return `${digits(amount / control.scale, 6)} ${control.unit}`;
  }
  if (Array.isArray(value)) return value.join(", ");
  if (!isObject(value)) return String(value);
  const parts = Object.entries(value).map(([key, one]) => `${key} ${JSON.stringify(one)}`);
  return parts.length === 0 ? "…" : parts.join(", ");
}

/** What it is done to, so that two acts of a kind are told apart; the same for either end of a link. */
export function targetOf(action: Act): string {
  const { do: kind, ...fields } = action as Json & { do: ActKind };
  const targets = fieldsOf(kind).filter(([, { is }]) => fieldKind(is).isTarget === true);
  const ends = targets.filter(([, { is }]) => is === "place").map(([field]) => fields[field]);
  const others = targets.filter(([, { is }]) => is !== "place").map(([field]) => fields[field]);
  return [...ends.sort(), ...others].join(" ");
}
