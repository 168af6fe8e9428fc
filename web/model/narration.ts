/** What has happened, in sentences: the last notables of the run, and which of them to read out. */

import type { Notable } from "@/engine/types";

export const NARRATION_MAX = 200;

/** Appends what is new by id; the engine may send a notable twice. */
export function mergeNarration(known: Notable[], fresh: Notable[]): Notable[] {
  const last = known.at(-1)?.id ?? 0;
  const added = fresh.filter((notable) => notable.id > last);
  return added.length === 0 ? known : [...known, ...added].slice(-NARRATION_MAX);
}

/** The newest of them; what was kept before is another instant's. */
export function freshNarration(fresh: Notable[]): Notable[] {
  return fresh.slice(-NARRATION_MAX);
}

/** Marks on a time line that is a few hundred pixels long. */
export const NOTABLES_MAX = 1_000;

/** Takes new ones in by id, also those from before the last: a jump may tell what was passed over. */
export function mergeNotables(notables: Notable[], fresh: Notable[]): Notable[] {
  if (fresh.length === 0) return notables;
  const last = notables.at(-1)?.id ?? 0;
  const first = fresh[0]?.id ?? 0;
  if (first > last) return [...notables, ...fresh].slice(-NOTABLES_MAX);
  const known = new Set(notables.map(({ id }) => id));
  const added = fresh.filter(({ id }) => !known.has(id));
  if (added.length === 0) return notables;
  return [...notables, ...added].sort((a, b) => a.id - b.id).slice(-NOTABLES_MAX);
}

export function notableAfter(known: Notable[]): number {
  return known.at(-1)?.id ?? 0;
}

const SPOKEN: ReadonlySet<Notable["kind"]> = new Set([
  "election",
  "fault",
  "store",
  "setting",
  "snapshot",
  "violation",
  "workload",
  "decision",
]);

/** Whether it says what a read was worth: held back while a lesson waits for an answer. */
export function tellsVerdict({ kind, alert }: Notable): boolean {
  return kind === "violation" || (kind === "read" && alert);
}

/** What may be told now. */
export function sayable(notables: Notable[], hideVerdicts: boolean): Notable[] {
  return hideVerdicts ? notables.filter((notable) => !tellsVerdict(notable)) : notables;
}

/** Elections, faults and stores are read out, and reads only when they went wrong. */
export function isSpoken(notable: Notable): boolean {
  return notable.alert || SPOKEN.has(notable.kind);
}
