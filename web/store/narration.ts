/**
 * What has happened, in sentences: the last notables of the run, and which of them to read out.
 * Must not know how they are shown.
 */

import type { Notable } from "@/protocol/engine";

export const NARRATION_MAX = 200;

/** Appends what is new by id; the engine may send a notable twice. */
export function mergeNarration(kept: Notable[], fresh: Notable[]): Notable[] {
  const last = kept.at(-1)?.id ?? 0;
  const added = fresh.filter((notable) => notable.id > last);
  return added.length === 0 ? kept : [...kept, ...added].slice(-NARRATION_MAX);
}

export function notableAfter(kept: Notable[]): number {
  return kept.at(-1)?.id ?? 0;
}

const SPOKEN: ReadonlySet<Notable["kind"]> = new Set([
  "election",
  "fault",
  "store",
  "setting",
  "snapshot",
  "violation",
  "workload",
]);

/** Elections, faults and stores are read out, and reads only when they went wrong. */
export function isSpoken(notable: Notable): boolean {
  return notable.alert || SPOKEN.has(notable.kind);
}
