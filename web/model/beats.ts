/**
 * The beats of a scenario: which one is said at an instant, how fast it plays, and where the run
 * waits for what a person does. Pure.
 */

import type { FaultView, World } from "@/engine/types";

export type Beat = World["show"]["beats"][number];

/** Time between two beats is over in about this, in seconds of the wall. */
const HURRY_S = 1.4;
const HURRY_SPEED_MIN = 0.05;

/** The beat that is said at an instant: the last that has begun; -1 before the first. */
export function beatAt(beats: readonly Beat[], nowUs: number): number {
  return beats.findLastIndex(({ from_us }) => from_us <= nowUs);
}

/** Whether what a beat asks for stands. */
export function isDone(beat: Beat, faults: readonly FaultView[]): boolean {
  const place = beat.act?.isolate;
  return faults.some(({ kind, from }) => kind === "isolate" && from === place);
}

/** The instant that the run does not pass before somebody has acted; null where nothing is asked. */
export function holdUs(
  beats: readonly Beat[],
  nowUs: number,
  faults: readonly FaultView[],
): number | null {
  const next = beats.find((beat) => beat.act !== null && nowUs <= beat.until_us);
  return next === undefined || isDone(next, faults) ? null : next.until_us;
}

/** Simulated seconds per second at an instant; null after the last beat. */
export function tempoAt(beats: readonly Beat[], nowUs: number): number | null {
  const within = beats.find(({ from_us, until_us }) => from_us <= nowUs && nowUs < until_us);
  if (within !== undefined) return within.speed;
  const next = beats.findIndex(({ from_us }) => from_us > nowUs);
  const beat = beats[next];
  if (beat === undefined) return null;
  const before = beats[next - 1]?.until_us;
  const gapUs = before === undefined ? beat.from_us - nowUs : beat.from_us - before;
  return Math.max(HURRY_SPEED_MIN, gapUs / 1e6 / HURRY_S);
}
