/** The beats of a scenario: what is said at an instant, how fast it plays, where it waits. */

import type { Action, FaultView, LoggedAction, World } from "@/engine/types";
import { does, faultMade } from "./acts/acts";

export type Beat = World["show"]["beats"][number];

/** Time between two beats is over in about this, in seconds of the wall. */
const HURRY_S = 1.4;
const HURRY_SPEED_MIN = 0.05;

/**
 * The beat that is said at an instant: the last that has begun; -1 before the first. What comes after
 * an act is so of a run in which it was done, and is said of no other.
 */
export function beatAt(
  beats: readonly Beat[],
  nowUs: number,
  log: readonly LoggedAction[],
): number {
  const begun = beats.findLastIndex(({ from_us }) => from_us <= nowUs);
  const undone = beats.findIndex((beat) => beat.act !== null && !isDone(beat, log, nowUs));
  return undone < 0 ? begun : Math.min(begun, undone);
}

/** Whether what a beat asks for was done by now, as a person or by itself. */
export function isDone(
  { act }: Pick<Beat, "act">,
  log: readonly LoggedAction[],
  nowUs: number,
): boolean {
  if (act === null) return false;
  const asked = wordOf(act.action);
  return log.some(({ at_us, action }) => at_us <= nowUs && wordOf(action) === asked);
}

/** Whether somebody did what no beat speaks of, so that the beats tell of another run. */
export function isAstray(
  beats: readonly Beat[],
  log: readonly LoggedAction[],
  nowUs: number,
): boolean {
  const asked = beats.flatMap(({ act }) => (act === null ? [] : [wordOf(act.action)]));
  return log.some(
    ({ at_us, action }) => at_us <= nowUs && !isHarmless(action) && !asked.includes(wordOf(action)),
  );
}

/** What is healed again, and what is asked by hand, leaves the story as it is. */
function isHarmless(action: Action): boolean {
  return does(action, "mends") || does(action, "asks");
}

/** Whether the fault that a beat asks for, once made, stands no more: it can be made again. */
export function isHealed({ act }: Pick<Beat, "act">, faults: readonly FaultView[]): boolean {
  const fault = act === null ? null : faultMade(act.action);
  return fault !== null && !faults.some(({ id }) => id === fault);
}

/** The instant that the run does not pass before somebody has acted; null where nothing is asked. */
export function holdUs(
  beats: readonly Beat[],
  nowUs: number,
  log: readonly LoggedAction[],
): number | null {
  const next = beats.find((beat) => beat.act !== null && nowUs <= beat.until_us);
  return next === undefined || isDone(next, log, nowUs) ? null : next.until_us;
}

/** One text for an action, in whichever order its keys stand. */
function wordOf(action: Action): string {
  const sorted = Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted);
}

/** Whether an instant is between two beats: nothing is said of it, and it is soon over. */
export function isBetweenBeats(beats: readonly Beat[], nowUs: number): boolean {
  const within = beats.some(({ from_us, until_us }) => from_us <= nowUs && nowUs < until_us);
  return !within && beats.some(({ from_us }) => from_us > nowUs);
}

/** Simulated seconds per second at an instant; null after the last beat. */
export function tempoAt(beats: readonly Beat[], nowUs: number): number | null {
  const within = beats.find(({ from_us, until_us }) => from_us <= nowUs && nowUs < until_us);
  if (within !== undefined) return within.speed;
  const next = beats.findIndex(({ from_us }) => from_us > nowUs);
  const beat = beats[next];
  if (beat === undefined) return null;
  const gapUs = beat.from_us - (beats[next - 1]?.until_us ?? 0);
  return Math.max(HURRY_SPEED_MIN, gapUs / 1e6 / HURRY_S);
}
