/** The fields of a form, from what the published schema says of a place in a file. */

import { t, translate } from "@/language/words";
import { boundsText, type Level, type Schema, type SchemaBook, wordsOf } from "../schemaBook";
import { fieldsOf, isFields, textOf } from "./network";
import type { Path } from "./part";
import { written } from "./written";

export interface Word {
  /** As JSON. */
  word: string;
  label: string;
}

export type FieldKind =
  | { kind: "choice"; words: readonly Word[] }
  /** A text, or a number where it looks like one and may be one. */
  | { kind: "short"; numbers: boolean }
  /** Several short ones, with commas between. */
  | { kind: "list"; numbers: boolean }
  | { kind: "object" }
  | { kind: "json" };

export interface Field {
  key: string;
  about: string;
  required: boolean;
  /** What holds when nothing is entered, as it would be entered; empty: nobody says. */
  fallback: string;
  control: FieldKind;
}

/** The fields of the object at a place, those that it must have first. */
export function fieldsAt(book: SchemaBook, root: unknown, path: Path): Field[] {
  const { levels, here } = levelsTo(root, path);
  const known = book.keys(book.at(levels), shortValues(here));
  return known.map(({ key, schema, required }) => {
    const schemas = book.expand(schema);
    const about = schemas.find(({ description }) => description !== undefined)?.description ?? "";
    return {
      key,
      about: aboutText(inLine(schema.description ?? about), boundsText(schemas)),
      required,
      fallback: fallbackOf([schema, ...schemas]),
      control: controlOf(schemas),
    };
  });
}

/** What the schema says, which breaks its lines. */
function inLine(text: string): string {
  return translate(text.replace(/\s*\n\s*/g, " "));
}

function aboutText(text: string, bounds: string): string {
  if (text === "" || bounds === "") return text + bounds;
  return t("{text} {bounds}", { text, bounds });
}

/** What leads to a place, as the book reads it; and what is there. */
function levelsTo(root: unknown, path: Path): { levels: Level[]; here: unknown } {
  let here = root;
  const levels = path.map((step): Level => {
    const holder = here;
    here = isFields(holder) || Array.isArray(holder) ? (holder as Fields)[step] : undefined;
    if (typeof step === "number") return { kind: "array", index: step };
    return { kind: "object", values: shortValues(holder), key: step };
  });
  return { levels, here };
}

type Fields = Readonly<Record<string | number, unknown>>;

function shortValues(value: unknown): Map<string, unknown> {
  const members = Object.entries(fieldsOf(value));
  return new Map(members.filter(([, member]) => typeof member !== "object"));
}

function controlOf(schemas: readonly Schema[]): FieldKind {
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  types.delete("null");
  const words = wordsOf(schemas);
  const items = schemas.find((schema) => schema.items !== undefined)?.items;
  const pair = schemas.find(({ prefixItems }) => prefixItems !== undefined)?.prefixItems;
  if (types.has("array")) {
    const item = pair?.[0] ?? items;
    const type = typeof item === "object" ? [item.type].flat()[0] : undefined;
    if (words.length > 0 || types.size > 1) return { kind: "json" };
    if (type === "string") return { kind: "list", numbers: false };
    if (type === "integer" || type === "number") return { kind: "list", numbers: true };
    return { kind: "json" };
  }
  if (types.has("object"))
    return { kind: types.size === 1 && isPlain(schemas) ? "object" : "json" };
  if (words.length > 0) {
    return {
      kind: "choice",
      words: words.map(({ word }) => ({ word: JSON.stringify(word), label: labelOf(word) })),
    };
  }
  return { kind: "short", numbers: types.has("number") || types.has("integer") };
}

function fallbackOf(schemas: readonly Schema[]): string {
  const given = schemas.find((schema) => schema.default !== undefined)?.default;
  return typeof given === "boolean" ? labelOf(given) : textOf(given);
}

/** One shape with known keys. */
function isPlain(schemas: readonly Schema[]): boolean {
  return schemas.filter(({ properties }) => properties !== undefined).length === 1;
}

function labelOf(word: unknown): string {
  if (typeof word === "boolean") return word ? t("yes") : t("no");
  return String(word);
}

/** What stands in a field, as it is entered there. */
export function enteredText(value: unknown, { kind }: FieldKind): string {
  if (value === undefined) return "";
  if (kind === "choice") return JSON.stringify(value);
  if (kind === "list" && Array.isArray(value) && value.every(isShort)) return value.join(", ");
  if (kind === "json" || !isShort(value)) return written(value, "", 40);
  return String(value);
}

function isShort(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** What was entered, as a value; undefined: nothing. Throws what is no JSON where that is asked for. */
export function valueEntered(text: string, control: FieldKind): unknown {
  const short = text.trim();
  if (short === "") return undefined;
  switch (control.kind) {
    case "choice":
    case "json":
    case "object":
      return JSON.parse(short) as unknown;
    case "list":
      return short
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "")
        .map((part) => (control.numbers ? numberOr(part) : part));
    case "short":
      return control.numbers ? numberOr(short) : text;
  }
}

/** What is no number the reader is to refuse, with its own words. */
function numberOr(text: string): string | number {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

const LETTERS: Readonly<Record<string, string>> = { rtt: "RTT", usd: "USD", gb: "GB", pd: "PD" };

/** A key as people read it. */
export function keyLabel(key: string): string {
  const words = key
    .split("_")
    .map((word) => LETTERS[word] ?? word)
    .join(" ");
  return translate(words.charAt(0).toUpperCase() + words.slice(1));
}
