/** Buckets of time as steps of a picture: taken together until one can be seen. */

import { sum } from "d3-array";
import { type Series, stack } from "d3-shape";
import type { Interval } from "@/model/interval";
import { type Buckets, type Counted, widthOf } from "@/model/series/buckets";

/** So much a second by kind, from an instant until the next step. */
export interface Step {
  readonly fromUs: number;
  readonly rates: Float64Array;
  readonly sum: number;
}

export interface Steps {
  readonly steps: readonly Step[];
  /** End of the last. */
  readonly endUs: number;
  readonly stepUs: number;
}

const GROUPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
/** Narrower steps cannot be told apart. */
const STEP_PX_MIN = 3;

/** How many buckets make one step where so much time takes so many pixels. */
export function groupFor(spanUs: number, widthPx: number, bucketUs: number): number {
  const most = Math.max(1, widthPx / STEP_PX_MIN);
  return GROUPS.find((group) => spanUs / (bucketUs * group) <= most) ?? 500;
}

/**
 * Whole steps only, aligned to the start of the run: one that was drawn stays the same. `untilUs`:
 * what is known ends there, and a bucket that it lies in is not whole yet.
 */
export function stepsOf(
  buckets: Buckets,
  counted: Counted,
  bucketUs: number,
  group: number,
  untilUs: number,
): Steps {
  const { first, count } = buckets;
  const kinds = widthOf(buckets, counted);
  const stepUs = bucketUs * group;
  const values = buckets[counted];
  const end = Math.min(first + count, Math.floor(untilUs / bucketUs));
  const from = Math.ceil(first / group);
  const until = Math.floor(end / group);
  const steps: Step[] = [];
  for (let number = from; number < until; number += 1) {
    const rates = new Float64Array(kinds);
    for (let bucket = number * group; bucket < (number + 1) * group; bucket += 1)
      for (let kind = 0; kind < kinds; kind += 1)
        rates[kind] = (rates[kind] ?? 0) + (values[(bucket - first) * kinds + kind] ?? 0);
    let sum = 0;
    for (let kind = 0; kind < kinds; kind += 1) {
      const rate = ((rates[kind] ?? 0) * 1e6) / stepUs;
      rates[kind] = rate;
      sum += rate;
    }
    steps.push({ fromUs: number * stepUs, rates, sum });
  }
  return { steps, endUs: until * stepUs, stepUs };
}

/** What words say of all whole buckets of a run. */
interface Summed {
  /** Kinds of which there is anything, in their order. */
  readonly kinds: readonly number[];
  /** The highest bucket: its start, and all kinds together a second. */
  readonly peak: { readonly fromUs: number; readonly rate: number };
}

/** As steps of one bucket each, without making any: it is told at every instant that is gone to. */
export function summed(
  buckets: Buckets,
  counted: Counted,
  bucketUs: number,
  untilUs: number,
): Summed {
  const { first, count } = buckets;
  const width = widthOf(buckets, counted);
  const values = buckets[counted];
  const totals = new Float64Array(width);
  const end = Math.min(count, Math.floor(untilUs / bucketUs) - first);
  let peak = 0;
  let most = 0;
  for (let bucket = 0; bucket < end; bucket += 1) {
    let all = 0;
    for (let kind = 0; kind < width; kind += 1) {
      const value = values[bucket * width + kind] ?? 0;
      totals[kind] = (totals[kind] ?? 0) + value;
      all += value;
    }
    if (all > most) {
      most = all;
      peak = bucket;
    }
  }
  const kinds = Array.from({ length: width }, (_, kind) => kind);
  return {
    kinds: kinds.filter((kind) => (totals[kind] ?? 0) > 0),
    peak: { fromUs: (first + peak) * bucketUs, rate: (most * 1e6) / bucketUs },
  };
}

/** All of the buckets that lie in a stretch of the run, those at its ends included. */
export function sumWithin(
  buckets: Buckets,
  counted: Counted,
  bucketUs: number,
  { from_us, to_us }: Interval,
): number {
  const { first, count } = buckets;
  const width = widthOf(buckets, counted);
  const start = Math.max(0, Math.floor(from_us / bucketUs) - first);
  const end = Math.min(count, Math.ceil(to_us / bucketUs) - first);
  return sum(buckets[counted].subarray(start * width, Math.max(start, end) * width));
}

/** Kinds of which there is anything, in their order. */
export function kindsIn({ steps }: Steps): number[] {
  const kinds = steps[0]?.rates.length ?? 0;
  const all = Array.from({ length: kinds }, (_, kind) => kind);
  return all.filter((kind) => steps.some(({ rates }) => (rates[kind] ?? 0) > 0));
}

/** One layer a kind, lowest first; the last step is there twice, so that it has a width. */
export function layersOf(steps: Steps, kinds: readonly number[]): Series<Step, number>[] {
  const last = steps.steps.at(-1);
  if (last === undefined) return [];
  const points = [...steps.steps, { ...last, fromUs: steps.endUs }];
  return stack<Step, number>()
    .keys(kinds)
    .value(({ rates }, kind) => rates[kind] ?? 0)(points);
}

/** Those that lie in a stretch, at least in part. */
export function stepsWithin(all: Steps, fromUs: number, toUs: number): Steps {
  const { steps, stepUs, endUs } = all;
  const startUs = steps[0]?.fromUs ?? 0;
  const first = Math.max(0, Math.floor((fromUs - startUs) / stepUs));
  const end = Math.max(first, Math.ceil((toUs - startUs) / stepUs));
  if (first === 0 && end >= steps.length) return all;
  const within = steps.slice(first, end);
  return { steps: within, stepUs, endUs: Math.min(endUs, startUs + end * stepUs) };
}

export function peakOf({ steps }: Steps): Step | undefined {
  let peak: Step | undefined;
  for (const step of steps) if (peak === undefined || step.sum > peak.sum) peak = step;
  return peak;
}
