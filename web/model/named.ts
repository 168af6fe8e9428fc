/**
 * Stores, gateways and zones that a text names, by their ids. Pure; must not know how they are
 * shown.
 */

import type { World } from "@/engine/types";

/** A place of the map that a text names. */
export type Named = { node: number } | { zone: number };

export interface NamedPiece {
  text: string;
  /** What it names; only where it stands first. */
  named: Named | null;
}

/** Shorter ones are words of the language too. */
const LETTERS_LEAST = 2;

/** The places of a world by their ids in small letters. */
export type Names = ReadonlyMap<string, Named>;

export function namesOf({ nodes, zones }: Pick<World, "nodes" | "zones">): Names {
  const names = new Map<string, Named>();
  for (const [zone, { id }] of zones.entries()) names.set(id.toLowerCase(), { zone });
  for (const { id, index } of nodes) names.set(id.toLowerCase(), { node: index });
  for (const id of names.keys()) if (id.length < LETTERS_LEAST) names.delete(id);
  return names;
}

/**
 * A text in pieces; each place is one where it stands first, in capitals or not. `told` remembers
 * from text to text.
 */
export function namedPieces(text: string, names: Names, told: Set<string>): NamedPiece[] {
  const pieces: NamedPiece[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\w-]*\w/g)) {
    const id = word.toLowerCase();
    const named = names.get(id);
    if (named === undefined || told.has(id)) continue;
    told.add(id);
    if (index > from) pieces.push({ text: text.slice(from, index), named: null });
    pieces.push({ text: word, named });
    from = index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), named: null });
  return pieces;
}
