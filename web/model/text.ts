/** Small work on words, as the language wants it that is spoken. */

import { spokenRow } from "@/language/words";

/**
 * With a capital at its start, where the language has them; one of the ids stays as it is, since "S1"
 * is nobody's id.
 */
export function capitalised(text: string, ids: readonly string[]): string {
  if (!spokenRow().hasCase || ids.includes(/^[\w-]*/.exec(text)?.[0] ?? "")) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function withoutStop(text: string): string {
  return text.replace(/[.。]$/, "");
}

/** How much room it takes, in letters: one of Chinese is as wide as two. */
export function columnsOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\u9fff\uff00-\uff60]/g)?.length ?? 0);
}

const UNITS = "%|µs|ms|s|min|h|B|kB|MB|GB|KiB|MiB|GiB|kbit/s|Mbit/s|Gbit/s|K|ppm";
const BEFORE_UNIT = new RegExp(`(\\d) (?=(?:${UNITS})(?![\\w/]))`, "g");

/** A figure and its unit stand on one line. */
export function unitsHeld(text: string): string {
  return text.replace(BEFORE_UNIT, "$1\u00a0");
}

export function firstSentence(text: string): string {
  const [first = ""] = text.split(/(?<=[.!?])\s+|(?<=[。！？])/);
  return first;
}
