/** Where a path such as `topology.stores[2].zone` stands in a JSON text, sound or broken. */

import { parser } from "@lezer/json";
import type { TextProblem } from "@/engine/checking";

export interface Span {
  from: number;
  to: number;
  /** Of its start, both from 1. */
  line: number;
  column: number;
}

export type JsonNode = ReturnType<typeof parser.parse>["topNode"];

export function jsonTree(text: string): JsonNode {
  return parser.parse(text).topNode;
}

/** Where each problem of a text stands, in their order. */
export function spotsOf(text: string, problems: readonly TextProblem[]): Span[] {
  if (problems.length === 0) return [];
  const top = jsonTree(text);
  return problems.map((problem) => {
    const place = syntaxPlace(text, problem) ?? placeOf(text, top, problem);
    return spanAt(text, place);
  });
}

function syntaxPlace(text: string, problem: TextProblem): Place | undefined {
  const { line: found, column } = problem;
  if (found === undefined || column === undefined) return undefined;
  let start = 0;
  for (let line = 1; line < found; line += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    start = end + 1;
  }
  const lineEnd = text.indexOf("\n", start);
  const line = text.slice(start, lineEnd < 0 ? text.length : lineEnd);
  const from = start + unitsOf(line, Math.max(0, column - 1));
  return { from, to: Math.min(text.length, from + 1) };
}

/** How many UTF-16 units the first bytes of a text are. */
function unitsOf(text: string, bytes: number): number {
  const encoded = new TextEncoder().encode(text).slice(0, bytes);
  return new TextDecoder().decode(encoded).length;
}

interface Place {
  from: number;
  to: number;
}

function spanAt(text: string, { from, to }: Place): Span {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < from; at = text.indexOf("\n", at + 1))
    line += 1;
  return { from, to, line, column: from - lineStart + 1 };
}

function placeOf(text: string, top: JsonNode, { path, key }: TextProblem): Place {
  const value = valueIn(top);
  if (value === null) return { from: 0, to: Math.min(1, text.length) };
  const { node, rest } = follow(text, value, path);
  const owner = node.parent?.name === "Property" ? node.parent.firstChild : null;
  const isContainer = node.name === "Object" || node.name === "Array";
  // A key that does not belong there is wrong whatever its value is.
  const isKey = key === true || isContainer || rest !== "";
  if (isKey && owner !== null) return { from: owner.from, to: owner.to };
  return isContainer ? { from: node.from, to: node.from + 1 } : { from: node.from, to: node.to };
}

/** Goes down a path as far as it is there. */
function follow(text: string, from: JsonNode, path: string): { node: JsonNode; rest: string } {
  let node = from;
  let rest = path;
  for (;;) {
    const step = node.name === "Object" ? keyStep(text, node, rest) : indexStep(node, rest);
    if (step === undefined) return { node, rest };
    node = step.node;
    rest = step.rest;
  }
}

/** Keys may hold dots themselves: the longest that fits is meant. */
function keyStep(text: string, object: JsonNode, path: string) {
  let best: { node: JsonNode; rest: string; length: number } | undefined;
  for (const property of object.getChildren("Property")) {
    const key = keyOf(text, property);
    const value = property.lastChild;
    if (key === undefined || key === "" || value === null) continue;
    if (!path.startsWith(key) || !/^($|[.[:])/.test(path.slice(key.length))) continue;
    if (best !== undefined && key.length <= best.length) continue;
    // A key without a value yet stands for itself.
    const rest = path.slice(key.length).replace(/^\./, "");
    best = { node: value, rest, length: key.length };
  }
  return best;
}

function indexStep(array: JsonNode, path: string) {
  const found = array.name === "Array" ? /^\[(\d+)\]\.?/.exec(path) : null;
  if (found === null) return undefined;
  const node = itemsOf(array)[Number(found[1])];
  return node && { node, rest: path.slice(found[0].length) };
}

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

export function isValue(node: JsonNode): boolean {
  return VALUES.has(node.name);
}

export function itemsOf(array: JsonNode): JsonNode[] {
  const items: JsonNode[] = [];
  for (let child = array.firstChild; child !== null; child = child.nextSibling) {
    if (isValue(child)) items.push(child);
  }
  return items;
}

/** The key of a property; undefined while it is being written. */
export function keyOf(text: string, property: JsonNode): string | undefined {
  const name = property.getChild("PropertyName");
  return name === null ? undefined : stringOf(text.slice(name.from, name.to));
}

export function stringOf(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value that a tree's text is. */
export function valueIn(top: JsonNode): JsonNode | null {
  for (let child = top.firstChild; child !== null; child = child.nextSibling) {
    if (isValue(child)) return child;
  }
  return null;
}
