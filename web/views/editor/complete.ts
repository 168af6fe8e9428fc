/** What could be written at a place: keys and values of the schema, names of the text. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { snippet } from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";

import { msg, t, translate } from "@/language/words";
import { type JsonNode, valueIn } from "@/model/jsonSpots";
import {
  boundsText,
  type KnownKey,
  type Schema,
  type SchemaBook,
  typeText,
  wordsOf,
} from "@/model/schemaBook";
import { levelsTo, levelsToValue, namesIn, valuesOf, writingAt } from "./cursor";

/** One of the singular words for lists of named parts. */
const KINDS: Readonly<Record<string, string>> = {
  zones: msg("zone"),
  stores: msg("store"),
  gateways: msg("gateway"),
  workload: msg("load"),
};

const PARSE_MAX_MS = 1_000;

export function completionFrom(book: (text: string) => SchemaBook | null) {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const known = book(text);
    if (known === null) return null;
    const { state, pos } = context;
    // On a busy machine the text is not read to its end of itself.
    const tree = ensureSyntaxTree(state, pos, PARSE_MAX_MS) ?? syntaxTree(state);
    const node = tree.resolveInner(pos, -1);
    const writing = writingAt(node, context.pos);
    if (writing === null) return null;
    const isQuiet = !context.explicit && writing.node === null && !startsQuote(text, context.pos);
    if (isQuiet) return null;
    const place = { text, pos: context.pos, node: wordAt(writing.node, text, context.pos) };
    if (writing.kind === "key") return keysFor(known, writing.object, place);
    return valuesFor(known, writing.parent, place);
  };
}

interface Place {
  text: string;
  pos: number;
  /** What is to be replaced. */
  node: { from: number; to: number };
}

function startsQuote(text: string, pos: number): boolean {
  return text[pos - 1] === '"';
}

/** The quoted word at a place, as far as it is written; words without quotes count as well. */
function wordAt(node: JsonNode | null, text: string, pos: number): { from: number; to: number } {
  if (node !== null && !node.type.isError && node.from < pos)
    return { from: node.from, to: node.to };
  const line = text.slice(text.lastIndexOf("\n", pos - 1) + 1, pos);
  const begun = /"?[\w-]*$/.exec(line)?.[0].length ?? 0;
  const closes = begun > 0 && line.endsWith('"') && text[pos] === '"' ? 1 : 0;
  return { from: pos - begun, to: pos + closes };
}

function keysFor(book: SchemaBook, object: JsonNode, place: Place): CompletionResult | null {
  const { text, node } = place;
  const values = valuesOf(text, object);
  const own = text.slice(node.from, node.to);
  const keys = book.keys(book.at(levelsTo(text, object)), values);
  const missing = keys.filter(({ key }) => !values.has(key) || own === JSON.stringify(key));
  if (missing.length === 0) return null;
  const hasColon = /^\s*:/.test(text.slice(node.to));
  const options = missing.map((known) => keyOption(book, known, hasColon));
  return { from: node.from, to: node.to, options, validFor: /^"?[\w$-]*"?$/ };
}

function keyOption(book: SchemaBook, known: KnownKey, hasColon: boolean): Completion {
  const { key, required } = known;
  const schemas = book.expand(known.schema);
  const quoted = JSON.stringify(key);
  return {
    label: quoted,
    displayLabel: key,
    type: "property",
    detail: typeText(schemas),
    info: () => infoOf(schemas, required),
    boost: required ? 1 : 0,
    apply: hasColon ? quoted : snippet(`${quoted}: ${emptyOf(schemas)}`),
  };
}

/** What a value of this kind looks like before anything is written; `#{}` is where one writes on. */
function emptyOf(schemas: readonly Schema[]): string {
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  if (types.has("object")) return "{ #{} }";
  if (types.has("array")) return "[#{}]";
  if (types.has("string")) return '"#{}"';
  if (types.has("boolean")) return "#{true}";
  return "#{}";
}

function valuesFor(book: SchemaBook, parent: JsonNode, place: Place): CompletionResult | null {
  const { text, node } = place;
  const schemas = book.at(levelsToValue(text, parent, null));
  const words: Completion[] = wordsOf(schemas).map(({ word, text: meaning }) => ({
    label: JSON.stringify(word),
    displayLabel: String(word),
    type: "constant",
    info: () => paragraph(inLine(meaning)),
  }));
  const options = words.length > 0 ? words : [...givenNames(schemas, place, parent)];
  if (options.length === 0) return null;
  return { from: node.from, to: node.to, options, validFor: /^"?[\w$-]*"?$/ };
}

/** A text without known words may be the name of a part, or a measure with its unit. */
function givenNames(schemas: readonly Schema[], { text }: Place, parent: JsonNode): Completion[] {
  const own = schemas.filter(
    ({ type }) => type === "string" || (type?.includes("string") ?? false),
  );
  if (own.length === 0) return [];
  const given = own.find((schema) => typeof schema.default === "string")?.default;
  const measured = own.some((schema) => "pattern" in schema);
  if (measured) {
    if (given === undefined) return [];
    return [{ label: JSON.stringify(given), displayLabel: String(given), detail: t("without it") }];
  }
  const top = topOf(parent);
  const root = valueIn(top);
  if (root === null) return [];
  return namesIn(text, root).map(({ name, list }) => ({
    label: JSON.stringify(name),
    displayLabel: name,
    type: "variable",
    detail: kindOf(list),
  }));
}

function kindOf(list: string): string {
  const kind = KINDS[list];
  return kind === undefined ? list : t(kind);
}

function topOf(node: JsonNode): JsonNode {
  let top = node;
  while (top.parent !== null) top = top.parent;
  return top;
}

/** What a key means, as the tip of a list or under the pointer. */
export function infoOf(schemas: readonly Schema[], required: boolean): HTMLElement {
  const box = document.createElement("div");
  const description = schemas.find((schema) => schema.description)?.description ?? "";
  box.append(paragraph(inLine(description)));
  const type = typeText(schemas);
  const bounds = boundsText(schemas);
  const rest = [
    type && t("{type}.", { type: `${type[0]?.toUpperCase()}${type.slice(1)}` }),
    bounds,
  ].filter(Boolean);
  if (required) rest.push(t("It must be there."));
  if (rest.length > 0) box.append(paragraph(rest.join(" ")));
  return box;
}

/** What the schema says, which breaks its lines. */
function inLine(text: string): string {
  return translate(text.replace(/\s*\n\s*/g, " "));
}

/** Text, never HTML; what stands between backquotes is code. */
function paragraph(text: string): HTMLElement {
  const p = document.createElement("p");
  for (const [i, part] of text.split("`").entries()) {
    if (i % 2 === 0) p.append(part);
    else p.append(Object.assign(document.createElement("code"), { textContent: part }));
  }
  return p;
}
