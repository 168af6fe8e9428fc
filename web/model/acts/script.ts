/** The actions of a scenario file or a variant, and the texts that come of changing them. */

import { t } from "@/language/words";
import { changed, documentOf } from "../builder/document";
import type { Path } from "../builder/part";
import { durationText, durationUs } from "../durations";
import type { ActKind } from "./act";
import { faultOf, isActKind } from "./acts";
import { actText, firstAct } from "./filled";
import {
  durationOf,
  inVariant,
  isObject,
  type Json,
  type Names,
  namesOf,
  type Option,
} from "./names";

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
  durationUs: number;
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
    durationUs: durationOf(scenario),
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

/** A few words, of whatever stands in the file. */
export function scriptedText({ kind, fields }: Scripted): string {
  return kind === null ? t("An action of a kind that there is not") : actText(kind, fields);
}

/** Faults that earlier actions make, as `heal` names them. */
export function faultsBefore(acts: readonly Scripted[], { index, atUs }: Scripted): Option[] {
  const made = acts.flatMap((act) => {
    const isEarlier = (act.atUs ?? 0) <= (atUs ?? 0) && act.index !== index;
    const fault = isEarlier ? faultOf(act.kind, act.fields) : null;
    return fault === null ? [] : [fault];
  });
  return [...new Set(made)].map((id) => ({ value: id, label: id }));
}
