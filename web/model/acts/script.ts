/**
 * The actions of a scenario file: the list of the file or of one of its variants, and the texts that
 * come of adding, moving, changing and taking out one of them. Pure. Must not know how they are shown.
 */

import { small, t } from "@/language/words";
import { changed, documentOf } from "../builder/document";
import type { Path } from "../builder/part";
import { durationText, durationUs } from "../durations";
import { apart } from "../keyList";
import { type ActKind, fieldsOf, isActKind, KINDS } from "./kinds";
import { inVariant, isObject, type Json, type Names, namesOf } from "./names";

/** One of the list, as it is written. */
export interface Scripted {
  /** Its place in the list of the file, which need not be in order of time. */
  index: number;
  /** Undefined: its instant cannot be read. */
  atUs: number | undefined;
  /** Null: it is of no kind that there is. */
  kind: ActKind | null;
  fields: Json;
}

export interface Script {
  /** Where the list stands, or would. */
  path: Path;
  /** The variant has no list of its own: it does what the scenario does. */
  inherits: boolean;
  /** In order of time, those of one instant in the order of the file, as the run does them. */
  acts: readonly Scripted[];
  names: Names;
}

/** `variant` "" is the scenario itself. Null: the text is no JSON. */
export function scriptOf(text: string, variant: string): Script | null {
  const read = documentOf(text);
  if (!read.ok) return null;
  const file = read.value;
  const path: Path = variant === "" ? ["actions"] : ["variants", variant, "actions"];
  const scenario = inVariant(file, variant);
  const list = Array.isArray(scenario.actions) ? scenario.actions : [];
  return {
    path,
    inherits: variant !== "" && !hasOwn(file, variant),
    acts: list.map(scripted).sort((a, b) => (a.atUs ?? 0) - (b.atUs ?? 0) || a.index - b.index),
    names: namesOf(scenario),
  };
}

function hasOwn(file: unknown, variant: string): boolean {
  const variants = isObject(file) ? file.variants : undefined;
  const patch = isObject(variants) ? variants[variant] : undefined;
  return isObject(patch) && Array.isArray(patch.actions);
}

function scripted(one: unknown, index: number): Scripted {
  const { at, do: word, ...fields } = isObject(one) ? one : {};
  return { index, atUs: durationUs(at), kind: isActKind(word) ? word : null, fields };
}

/** A new one at the end of the list; its place in it. */
export function withAct(
  text: string,
  { path }: Script,
  atUs: number,
  act: Json,
): { text: string; index: number } {
  const next = changed(text, [...path, -1], { at: durationText(atUs), ...act });
  const list = listAt(next, path);
  return { text: next, index: list.length - 1 };
}

export function moved(text: string, { path }: Script, index: number, atUs: number): string {
  return changed(text, [...path, index, "at"], durationText(atUs));
}

/** Another kind at the same instant. */
export function ofKind(text: string, script: Script, act: Scripted, kind: ActKind): string {
  const at = durationText(act.atUs ?? 0);
  return changed(text, [...script.path, act.index], { at, ...firstAct(kind, script.names) });
}

/** `undefined` leaves the field out. */
export function withField(
  text: string,
  { path }: Script,
  index: number,
  field: string,
  value: unknown,
): string {
  return changed(text, [...path, index, field], value);
}

export function withoutAct(text: string, { path }: Script, index: number): string {
  return changed(text, [...path, index], undefined);
}

/** The variant gets a list of its own, which begins as the scenario's. */
export function withOwnActs(text: string, { path }: Script): string {
  const list = listAt(text, ["actions"]);
  return changed(text, path, list);
}

/** The variant does again what the scenario does. */
export function withoutOwnActs(text: string, { path }: Script): string {
  return changed(text, path, undefined);
}

/** The object as it is written, for a copy. */
export function actAt(text: string, { path }: Script, index: number): Json {
  const one = listAt(text, path)[index];
  return isObject(one) ? one : {};
}

function listAt(text: string, path: Path): unknown[] {
  const read = documentOf(text);
  let here: unknown = read.ok ? read.value : undefined;
  for (const step of path) here = isObject(here) ? here[step] : undefined;
  return Array.isArray(here) ? here : [];
}

/** With the first of everything that it needs. */
export function firstAct(kind: ActKind, names: Names): Json {
  const needed = fieldsOf(kind).filter(([, { optional }]) => !optional);
  const entries = needed.map(([field, { is }]) => [field, firstValue(field, is, names)]);
  // A link that is made no worse is none that the engine takes.
  const worse = kind === "degrade" ? { delay: "20ms" } : {};
  return { do: kind, ...Object.fromEntries(entries), ...worse };
}

type Is = ReturnType<typeof fieldsOf>[number][1]["is"];

function firstValue(field: string, is: Is, names: Names): unknown {
  // The other end of a link is another place.
  const at = field === "to" || field === "into" ? 1 : 0;
  switch (is) {
    case "place":
      return (names.zones.length > 1 ? names.zones : names.stores)[at] ?? "";
    case "store":
    case "machine":
      return names.stores[at] ?? names.stores[0] ?? "";
    case "gateway":
      return names.gateways[0] ?? "";
    case "workload":
      return names.workloads[0] ?? "";
    case "range":
      return at;
    case "key":
      return middleKey(names);
    case "keys":
      return apart(Math.max(0, names.rows - 1));
    case "chances":
      return [];
    case "count":
      return 1;
    case "flag":
      return false;
    case "duration":
      return "10ms";
    case "share":
      return 0.01;
    case "bandwidth":
      return "100Mbps";
    case "fault":
      return "";
    case "mode":
      return "leader";
    case "tunable":
      return "cores";
    case "of":
      return names.stores[0] ?? "";
    case "size":
      return 4;
    case "ppm":
      return 10_000;
    case "settings":
      return {};
  }
}

/** In the middle of the first range. */
function middleKey({ rows, ranges }: Names): number {
  return Math.floor(rows / Math.max(1, ranges) / 2);
}

/** A few words: "Crash s3", "Cut Ohio, Virginia, one way only". */
export function actText({ kind, fields }: Scripted): string {
  if (kind === null) return t("An action of a kind that there is not");
  const known = new Map(fieldsOf(kind));
  const parts = Object.entries(fields).flatMap(([field, value]) => {
    const found = known.get(field);
    return fieldText(found?.is ?? "count", found === undefined ? field : t(found.label), value);
  });
  return `${t(KINDS[kind].button)} ${parts.reduce(withPart, "")}`.trim();
}

function withPart(text: string, aside: string): string {
  return text === "" ? aside : t("{text}, {aside}", { text, aside });
}

function fieldText(is: Is, label: string, value: unknown): string[] {
  switch (is) {
    case "flag":
      return value === true ? [small(label)] : [];
    case "settings":
      return isObject(value)
        ? Object.entries(value).map(([key, one]) => `${key} ${JSON.stringify(one)}`)
        : [];
    case "place":
    case "store":
    case "machine":
    case "gateway":
    case "workload":
    case "fault":
    case "tunable":
    case "of":
    case "size":
      return [String(value)];
    default:
      return [`${small(label)} ${String(value)}`];
  }
}

/** Faults that earlier actions make, as `heal` names them. */
export function faultsBefore(acts: readonly Scripted[], { index, atUs }: Scripted): string[] {
  const made = acts.flatMap((act) => {
    const isEarlier = (act.atUs ?? 0) <= (atUs ?? 0) && act.index !== index;
    return isEarlier ? faultOf(act) : [];
  });
  return [...new Set(made)];
}

function faultOf({ kind, fields }: Scripted): string[] {
  const { from, to, place, store, one_way } = fields;
  switch (kind) {
    case "cut":
    case "degrade":
      return [`${kind}:${from}:${to}${one_way === true ? ":one-way" : ""}`];
    case "isolate":
      return [`${kind}:${place}`];
    case "crash":
    case "pause":
      return [`${kind}:${store}`];
    default:
      return [];
  }
}
