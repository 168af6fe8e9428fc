/**
 * A short history of cumulative counters, to turn them into rates over simulation time.
 * The history is a value, a new sample makes a new one. Wall time never enters.
 */

import type { Frame, World } from "@/protocol/engine";

/** Simulated time that a rate looks back over, when the frames are that dense. */
export const RATE_WINDOW_US = 1_000_000;
const SAMPLES_MAX = 64;
const SPACING_US = RATE_WINDOW_US / 32;

export interface Sample {
  readonly now_us: number;
  readonly bytes: Float64Array;
}

/** Oldest first. */
export type History = readonly Sample[];

export interface Rates {
  /** bytes per second, in the shape of the counters. */
  readonly perSecond: Float64Array;
  /** The simulated time that they were measured over. */
  readonly window_us: number;
}

/**
 * Appends a sample. Time that runs backwards (a restart, another scenario) starts over; samples that
 * lie closer than a thirty-second of the window replace the last one, so the history stays bounded.
 */
export function observe(history: History, sample: Sample): History {
  const last = history.at(-1);
  if (
    last === undefined ||
    sample.now_us < last.now_us ||
    sample.bytes.length !== last.bytes.length
  ) {
    return [sample];
  }
  const before = history.at(-2);
  const replaces = before !== undefined && sample.now_us - before.now_us < SPACING_US;
  const kept = replaces ? history.slice(0, -1) : [...history];
  kept.push(sample);
  return kept.slice(firstNeeded(kept, sample.now_us));
}

/** Rates between the newest sample and the one nearest to a window before it. */
export function ratesOf(history: History): Rates | undefined {
  const last = history.at(-1);
  const first = history[0];
  if (last === undefined || first === undefined || first === last) return undefined;
  const window_us = last.now_us - first.now_us;
  if (window_us <= 0) return undefined;
  const perSecond = new Float64Array(last.bytes.length);
  for (let i = 0; i < perSecond.length; i++) {
    perSecond[i] = (((last.bytes[i] ?? 0) - (first.bytes[i] ?? 0)) * 1e6) / window_us;
  }
  return { perSecond, window_us };
}

/** The newest sample that is at least a window old stays as the base; older ones go. */
function firstNeeded(history: History, now_us: number): number {
  let index = Math.max(0, history.length - SAMPLES_MAX);
  while (
    index + 2 < history.length &&
    now_us - (history[index + 1]?.now_us ?? 0) >= RATE_WINDOW_US
  ) {
    index++;
  }
  return index;
}

let seen: { world: World; frame: Frame; history: History } | undefined;

/**
 * Rates at a frame, given the frames of the same run that were asked for before: payload cells
 * first, then as many framing cells. The same frame asked twice gives the same answer.
 */
export function ratesAt(world: World, frame: Frame): Rates | undefined {
  if (seen?.frame !== frame) {
    const before = seen?.world.nodes === world.nodes ? seen.history : [];
    const bytes = new Float64Array(frame.bytes.length * 2);
    bytes.set(frame.bytes);
    bytes.set(frame.framing, frame.bytes.length);
    seen = { world, frame, history: observe(before, { now_us: frame.now_us, bytes }) };
  }
  return ratesOf(seen.history);
}
