/** Stores, gateways and zones that a text names, by their ids or in the words of the language. */

import type { World } from "@/engine/types";
import { placeNamed } from "@/language/words";

export type MapPlace = { node: number } | { zone: number };

export interface TextPiece {
  text: string;
  /** What it names; only where it stands first. */
  place: MapPlace | null;
}

/** Shorter ones are words of the language too. */
const LETTERS_LEAST = 2;

export interface Names {
  /** The places of a world by their ids in small letters and by their names. */
  places: ReadonlyMap<string, MapPlace>;
  /** What may be one of them: a word, or a name within a text that has no spaces. */
  word: RegExp;
}

export function placeIdsOf(world: Pick<World, "nodes" | "zones"> | null): string[] {
  return world === null ? [] : [...world.zones, ...world.nodes].map(({ id }) => id);
}

export function namesOf({ nodes, zones }: Pick<World, "nodes" | "zones">): Names {
  const places = new Map<string, MapPlace>();
  for (const [zone, { id }] of zones.entries()) places.set(id.toLowerCase(), { zone });
  for (const { id, index } of nodes) places.set(id.toLowerCase(), { node: index });
  for (const id of places.keys()) if (id.length < LETTERS_LEAST) places.delete(id);
  const names: string[] = [];
  for (const [id, place] of [...places]) {
    const name = placeNamed(id);
    if (name === undefined) continue;
    places.set(name, place);
    names.push(name);
  }
  return { places, word: new RegExp([...names, "[\\w-]*\\w"].join("|"), "g") };
}

/**
 * A text in pieces; each place is one where it stands first, in capitals or not, under whichever of
 * its names. `marked` remembers from text to text.
 */
export function placePieces(text: string, names: Names, marked: Set<MapPlace>): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(names.word)) {
    const place = names.places.get(word.toLowerCase());
    if (place === undefined || marked.has(place)) continue;
    marked.add(place);
    if (index > from) pieces.push({ text: text.slice(from, index), place: null });
    pieces.push({ text: word, place });
    from = index + word.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), place: null });
  return pieces;
}
