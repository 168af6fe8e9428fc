/** Round trips that an import asks for, and those that a person types. */

import type { ImportAnswer } from "@/engine/lens";

/** Two places, and the round trip between them as it was typed; "" = not yet. */
export interface TypedPair {
  a: string;
  b: string;
  rtt: string;
}

/** The import names both places twice, so that no name can be cut at the wrong word. */
const UNKNOWN =
  /^the round trip between (?<a>.+) and (?<b>.+) is not known: [\s\S]*"\k<a>,\k<b>,…"/;

/** The places of a complaint about a round trip that nobody knows; null: it is about something else. */
export function unknownPair(complaint: string): Pick<TypedPair, "a" | "b"> | null {
  const { a, b } = UNKNOWN.exec(complaint)?.groups ?? {};
  return a === undefined || b === undefined ? null : { a, b };
}

/** The pairs that were asked for, with those that an answer asks for besides. */
export function withAsked(pairs: readonly TypedPair[], answer: ImportAnswer): TypedPair[] {
  const asked = answer.complaints.flatMap(({ text }) => unknownPair(text) ?? []);
  const isNew = ({ a, b }: Pick<TypedPair, "a" | "b">): boolean =>
    !pairs.some((pair) => pair.a === a && pair.b === b);
  return [...pairs, ...asked.filter(isNew).map((pair) => ({ ...pair, rtt: "" }))];
}

/** Those that were typed, as a file of measurements; null: there are none. */
export function typedText(pairs: readonly TypedPair[]): string | null {
  const typed = pairs.filter(({ rtt }) => rtt.trim() !== "");
  if (typed.length === 0) return null;
  const rows = [["from", "to", "rtt_ms"], ...typed.map(({ a, b, rtt }) => [a, b, rtt.trim()])];
  return rows.map((row) => `${row.map(quoted).join(",")}\n`).join("");
}

/** Names stay as they are: no spreadsheet reads this. */
function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
