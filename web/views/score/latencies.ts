/**
 * Requests that ended, as dots over time: how long each took, what came of it, and the median line
 * through them. Pure; knows the columns, nothing of React.
 */

import { rowAfter } from "@/store/score/rows";
import { CAME, type Came, type Completions } from "@/store/score/score";

/** What a dot looks like. */
export type Dot = "read" | "write" | "past" | "stale" | "failed";

/** `hushed`: nothing may tell yet which reads were stale. */
export function dotOf({ columns }: Completions, row: number, hushed: boolean): Dot {
  const what = cameOf(columns.came[row]);
  if (what === "failed" || what === "unknown") return "failed";
  if (!hushed && (what === "stale" || what === "broken")) return "stale";
  if (!hushed && what === "past") return "past";
  return columns.wrote[row] === 1 ? "write" : "read";
}

export function cameOf(came = 0): Came {
  return CAME[came] ?? "answered";
}

/** Places of the rows that ended after one instant and up to another. */
export function rowsWithin(
  { columns }: Completions,
  fromUs: number,
  toUs: number,
): [number, number] {
  return [rowAfter(columns.at_us, fromUs), rowAfter(columns.at_us, toUs)];
}

export interface Summary {
  answered: number;
  /** Of those that were answered, in µs; `undefined` when none was. */
  medianUs: number | undefined;
  p99Us: number | undefined;
  /** Reads that whoever sent them took for the newest, and were not. */
  stale: number;
  failed: number;
}

/** What came of the requests of a stretch of time. */
export function summaryOf(all: Completions, fromUs: number, toUs: number): Summary {
  const [first, end] = rowsWithin(all, fromUs, toUs);
  const { latency_us } = all.columns;
  // Sorted as numbers, which is some ten times as fast as a list is.
  const room = new Float64Array(end - first);
  let answered = 0;
  let stale = 0;
  let failed = 0;
  for (let row = first; row < end; row += 1) {
    const dot = dotOf(all, row, false);
    if (dot === "failed") failed += 1;
    else {
      room[answered] = latency_us[row] ?? 0;
      answered += 1;
    }
    if (dot === "stale") stale += 1;
  }
  const sorted = room.subarray(0, answered).sort();
  // By rank, as reports have it.
  const at = (share: number) => sorted[Math.ceil(share * answered) - 1];
  return { answered, medianUs: at(0.5), p99Us: at(0.99), stale, failed };
}

/** Shortest and longest that was answered, of all that is known. */
export function extentOf(all: readonly Completions[]): [number, number] | undefined {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { columns } of all) {
    const { latency_us } = columns;
    for (let row = 0; row < latency_us.length; row += 1) {
      const us = latency_us[row] ?? 0;
      if (us < least) least = us;
      if (us > most) most = us;
    }
  }
  return most === 0 ? undefined : [Math.max(1, least), most];
}

export interface MedianStep {
  fromUs: number;
  toUs: number;
  us: number;
}

/** The median by stretches of time; those in which nothing was answered have none. */
export function mediansOf(
  all: Completions,
  fromUs: number,
  toUs: number,
  stepUs: number,
): MedianStep[] {
  const medians: MedianStep[] = [];
  for (let at = Math.floor(fromUs / stepUs) * stepUs; at < toUs; at += stepUs) {
    const until = Math.min(at + stepUs, toUs);
    const { medianUs } = summaryOf(all, at, until);
    if (medianUs !== undefined) medians.push({ fromUs: at, toUs: until, us: medianUs });
  }
  return medians;
}

interface Point {
  x: number;
  y: number;
}

/** The row whose dot is nearest to a place, within a reach; -1 = none. */
export function nearestDot(
  all: Completions,
  at: Point,
  { x, y }: { x: { (us: number): number; invert(px: number): number }; y: (us: number) => number },
  reachPx: number,
): number {
  const [first, end] = rowsWithin(all, x.invert(at.x - reachPx) - 1, x.invert(at.x + reachPx));
  const { at_us, latency_us } = all.columns;
  let nearest = -1;
  let least = reachPx * reachPx;
  for (let row = first; row < end; row += 1) {
    const dx = x(at_us[row] ?? 0) - at.x;
    const dy = y(Math.max(1, latency_us[row] ?? 1)) - at.y;
    const distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      nearest = row;
    }
  }
  return nearest;
}
