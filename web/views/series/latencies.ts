/** Requests that ended, as dots over time with median lines; a known past is counted once. */

import { CAME } from "@/engine/vocabulary";
import { rowAfter } from "@/model/series/rows";
import type { Came, Completions } from "@/model/series/series";
import { Sorted } from "./sorted";

export type Dot = "read" | "write" | "past" | "stale" | "unanswered";

/** `hideVerdicts`: nothing may tell yet which reads were stale. */
export function dotOf({ columns }: Completions, row: number, hideVerdicts: boolean): Dot {
  const what = cameOf(columns.came[row]);
  if (what === "failed" || what === "unknown") return "unanswered";
  if (!hideVerdicts && (what === "stale" || what === "broken")) return "stale";
  if (!hideVerdicts && what === "past") return "past";
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

/** How long those of one kind took that were answered. */
export interface Latency {
  answered: number;
  /** In µs; `undefined` when none was answered. */
  medianUs: number | undefined;
  p99Us: number | undefined;
}

export interface Summary {
  reads: Latency;
  writes: Latency;
  /** Reads that whoever sent them took for the newest, and were not. */
  stale: number;
  unanswered: number;
}

/** A summary that grows with the run: what came before is not sorted again. */
class Running {
  private first = -1;
  private end = -1;
  private reads = new Sorted();
  private writes = new Sorted();
  private stale = 0;
  private unanswered = 0;

  /** Rows by their numbers in the run. */
  over(all: Completions, first: number, end: number): Summary {
    if (first !== this.first || end < this.end) this.begin(first);
    this.take(all, this.end - all.first, end - all.first);
    this.end = end;
    const { stale, unanswered } = this;
    return { reads: latencyOf(this.reads), writes: latencyOf(this.writes), stale, unanswered };
  }

  private begin(first: number): void {
    this.reads = new Sorted();
    this.writes = new Sorted();
    this.stale = 0;
    this.unanswered = 0;
    this.first = first;
    this.end = first;
  }

  private take(all: Completions, from: number, until: number): void {
    const { latency_us, wrote } = all.columns;
    const reads = new Float64Array(until - from);
    const writes = new Float64Array(until - from);
    let [read, written] = [0, 0];
    for (let row = from; row < until; row += 1) {
      const dot = dotOf(all, row, false);
      if (dot === "stale") this.stale += 1;
      if (dot === "unanswered") this.unanswered += 1;
      else if (wrote[row] === 1) writes[written++] = latency_us[row] ?? 0;
      else reads[read++] = latency_us[row] ?? 0;
    }
    this.reads.add(reads.subarray(0, read));
    this.writes.add(writes.subarray(0, written));
  }
}

function latencyOf(sorted: Sorted): Latency {
  return { answered: sorted.count, medianUs: sorted.at(0.5), p99Us: sorted.at(0.99) };
}

/** Stretches that begin somewhere else which are kept: what is measured, and the run so far. */
const RUNNING_MAX = 3;

/** By the run's past, since another past has others; and by where they begin, the latest used last. */
const running = new WeakMap<object, Map<number, Running>>();

function runningFrom(past: object, first: number): Running {
  const known = running.get(past) ?? new Map<number, Running>();
  running.set(past, known);
  const found = known.get(first) ?? new Running();
  known.delete(first);
  known.set(first, found);
  for (const oldest of known.keys()) if (known.size > RUNNING_MAX) known.delete(oldest);
  return found;
}

/** What came of the requests of a stretch of time. */
export function summaryOf(all: Completions, fromUs: number, toUs: number): Summary {
  const [first, end] = rowsWithin(all, fromUs, toUs);
  const from = all.first + first;
  return runningFrom(all.past, from).over(all, from, all.first + end);
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

/** The median lines of reads and of writes, which are two things. */
export interface Medians {
  reads: MedianStep[];
  writes: MedianStep[];
}

interface KnownStep {
  first: number;
  end: number;
  summary: Summary;
}

/** By the run's past: steps of one width that were summed up, by their beginnings. */
const knownSteps = new WeakMap<object, { stepUs: number; byUs: Map<number, KnownStep> }>();

/** The medians by stretches of time; those in which nothing was answered have none. */
export function mediansOf(all: Completions, fromUs: number, toUs: number, stepUs: number): Medians {
  const known = knownSteps.get(all.past);
  const byUs = known?.stepUs === stepUs ? known.byUs : new Map<number, KnownStep>();
  knownSteps.set(all.past, { stepUs, byUs });
  const medians: Medians = { reads: [], writes: [] };
  for (let at = Math.floor(fromUs / stepUs) * stepUs; at < toUs; at += stepUs) {
    const until = Math.min(at + stepUs, toUs);
    const { reads, writes } = stepOf(all, byUs, at, until);
    const span = { fromUs: at, toUs: until };
    if (reads.medianUs !== undefined) medians.reads.push({ ...span, us: reads.medianUs });
    if (writes.medianUs !== undefined) medians.writes.push({ ...span, us: writes.medianUs });
  }
  return medians;
}

/** The runs of steps that a line may go through, in order: between two of them nothing was answered. */
export function unbroken(steps: readonly MedianStep[]): MedianStep[][] {
  const runs: MedianStep[][] = [];
  let endUs = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    const run = runs.at(-1);
    if (run !== undefined && step.fromUs <= endUs) run.push(step);
    else runs.push([step]);
    endUs = step.toUs;
  }
  return runs;
}

/** Summed up again only when it has other requests than before. */
function stepOf(
  all: Completions,
  byUs: Map<number, KnownStep>,
  fromUs: number,
  toUs: number,
): Summary {
  const [start, stop] = rowsWithin(all, fromUs, toUs);
  const [first, end] = [all.first + start, all.first + stop];
  const known = byUs.get(fromUs);
  if (known?.first === first && known.end === end) return known.summary;
  const summary = new Running().over(all, first, end);
  byUs.set(fromUs, { first, end, summary });
  return summary;
}

interface Point {
  x: number;
  y: number;
}

/**
 * The row whose dot is nearest to a place, within a reach; -1 = none. Rows without a value have no
 * dot.
 */
export function nearestDot(
  all: Completions,
  valueAt: (row: number) => number | undefined,
  at: Point,
  { x, y }: { x: { (us: number): number; invert(px: number): number }; y: (us: number) => number },
  reachPx: number,
): number {
  const [first, end] = rowsWithin(all, x.invert(at.x - reachPx) - 1, x.invert(at.x + reachPx));
  const { at_us } = all.columns;
  let nearest = -1;
  let least = reachPx * reachPx;
  for (let row = first; row < end; row += 1) {
    const value = valueAt(row);
    if (value === undefined) continue;
    const dx = x(at_us[row] ?? 0) - at.x;
    const dy = y(value) - at.y;
    const distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      nearest = row;
    }
  }
  return nearest;
}
