/** A scenario file as a text that stays the person's own: changed at one place, else as it was. */

import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import { t } from "@/language/words";
import type { Path } from "./part";
import { written } from "./written";

export type Document =
  | { ok: true; value: unknown }
  /** The first thing that is no JSON, and where: an offset in the text. */
  | { ok: false; at: number; message: string };

/** JSON as the engine reads it: no comments, no commas at the end. */
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

export function documentOf(text: string): Document {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  const first = errors[0];
  if (root !== undefined && first === undefined) {
    try {
      return { ok: true, value: JSON.parse(text) };
    } catch (error) {
      return { ok: false, at: 0, message: messageOf(error) };
    }
  }
  return { ok: false, at: first?.offset ?? 0, message: t("This is not JSON from here on.") };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The text with one change at a place. `undefined` takes out what is there, with the comma that it
 * needed; -1 as the last step adds to the end of a list; what is missing on the way is made. What
 * cannot be changed there, since the text is broken or has no such place, stays as it is, and so
 * does what is so already, however it is written.
 */
export function changed(text: string, path: Path, value: unknown): string {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  if (root === undefined || errors.length > 0) return text;
  const there = findNodeAtLocation(root, [...path]);
  if (value === undefined) return there === undefined ? text : without(text, there);
  if (there !== undefined) return replaced(text, there, value);
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const holder = findNodeAtLocation(root, path.slice(0, depth));
    if (holder === undefined) continue;
    const key = path[depth] as string | number;
    const inner = path.slice(depth + 1).reduceRight<unknown>(holding, value);
    return added(text, holder, key, inner);
  }
  return text;
}

/** The text with two members of a list in each other's places, each as it was written. */
export function swapped(text: string, list: Path, a: number, b: number): string {
  const root = parseTree(text, [], STRICT);
  const members = root && findNodeAtLocation(root, [...list])?.children;
  const one = members?.[Math.min(a, b)];
  const two = members?.[Math.max(a, b)];
  if (one === undefined || two === undefined || one === two) return text;
  const pieceOf = ({ offset, length }: Node): string => text.slice(offset, offset + length);
  return applyEdits(text, [
    { offset: one.offset, length: one.length, content: pieceOf(two) },
    { offset: two.offset, length: two.length, content: pieceOf(one) },
  ]);
}

/** What a step of a path leads through, where there was nothing yet. */
function holding(value: unknown, step: string | number): unknown {
  return typeof step === "number" ? [value] : { [step]: value };
}

function replaced(text: string, node: Node, value: unknown): string {
  const property = node.parent?.type === "property" ? node.parent : node;
  const content = written(value, marginAt(text, property.offset), columnAt(text, node.offset));
  const isSo = written(getNodeValue(node), "", 0) === written(value, "", 0);
  if (isSo) return text;
  return put(text, node.offset, node.length, content);
}

/** Without a member of an object or a list. What stands on one line stays on one line. */
function without(text: string, node: Node): string {
  const member = node.parent?.type === "property" ? node.parent : node;
  const holder = member.parent;
  const members = holder?.children;
  if (holder === undefined || members === undefined) return text;
  const at = members.indexOf(member);
  const before = members[at - 1];
  const after = members[at + 1];
  if (before !== undefined) return put(text, endOf(before), endOf(member) - endOf(before), "");
  if (after !== undefined) return put(text, member.offset, after.offset - member.offset, "");
  return put(text, holder.offset + 1, holder.length - 2, "");
}

/** A new member at the end of an object or a list, laid out as its neighbours are. */
function added(text: string, holder: Node, key: string | number, value: unknown): string {
  const isList = holder.type === "array";
  if (holder.type !== "object" && !isList) return text;
  if (isList !== (typeof key === "number")) return text;
  const last = holder.children?.at(-1);
  const margin = marginAt(text, holder.offset);
  if (last === undefined) {
    const content = written(
      isList ? [value] : { [key]: value },
      margin,
      columnAt(text, holder.offset),
    );
    return put(text, holder.offset, holder.length, content);
  }
  const name = isList ? "" : `${JSON.stringify(key)}: `;
  const gap = text.slice(holder.offset + 1, holder.children?.[0]?.offset ?? holder.offset + 1);
  const isOpen = gap.includes("\n");
  const within = isOpen ? gap.slice(gap.lastIndexOf("\n") + 1) : margin;
  const lead = isOpen ? `,\n${within}${name}` : `, ${name}`;
  const column = isOpen ? within.length + name.length : Number.NEGATIVE_INFINITY;
  return put(text, endOf(last), 0, lead + written(value, within, column));
}

function put(text: string, offset: number, length: number, content: string): string {
  return applyEdits(text, [{ offset, length, content }]);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** The white space before what is written on the line of an offset. */
function marginAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function columnAt(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}
