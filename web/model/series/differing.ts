/** Where two runs differ: the instant at which to look at them beside each other. Pure. */

import { CAME } from "@/engine/vocabulary";
import { type Buckets, type Counted, ENDED, widthOf } from "./buckets";
import type { Completions, RunSeries } from "./series";

/** A difference that is less than this part of the greatest is not what sets the runs apart. */
const TELLING = 0.5;
/** Bytes and rates of two runs are never quite the same. */
const NOISE = 0.02;

type Counts = Map<number, number>;

/**
 * The end of the last bucket in which the runs differ clearly: by stale reads, or else by requests
 * without an answer, or else by bytes between zones, or else by requests that were answered.
 * Undefined where they do not.
 */
export function differingUs(a: RunSeries, b: RunSeries, bucketUs: number): number | undefined {
  const measures: ((of: RunSeries) => Counts)[] = [
    ({ completions }) => staleOf(completions, bucketUs),
    ({ buckets }) => sumsOf(buckets, "ended", [ENDED.indexOf("unanswered")]),
    ({ buckets }) => sumsOf(buckets, "between"),
    ({ buckets }) => sumsOf(buckets, "ended"),
  ];
  for (const measure of measures) {
    const bucket = lastTelling(measure(a), measure(b));
    if (bucket !== undefined) return (bucket + 1) * bucketUs;
  }
  return undefined;
}

function lastTelling(a: Counts, b: Counts): number | undefined {
  const buckets = new Set([...a.keys(), ...b.keys()]);
  const differences = [...buckets].map((bucket) => {
    const [one, other] = [a.get(bucket) ?? 0, b.get(bucket) ?? 0];
    return { bucket, by: Math.abs(one - other), of: Math.max(one, other) };
  });
  const most = Math.max(0, ...differences.map(({ by }) => by));
  const largest = Math.max(0, ...differences.map(({ of }) => of));
  if (most <= NOISE * largest) return undefined;
  const telling = differences.filter(({ by }) => by >= TELLING * most);
  return Math.max(...telling.map(({ bucket }) => bucket));
}

/** By bucket, of all kinds or of some. */
function sumsOf(buckets: Buckets, counted: Counted, kinds?: readonly number[]): Counts {
  const width = widthOf(buckets, counted);
  const places = kinds ?? Array.from({ length: width }, (_, place) => place);
  const sums: Counts = new Map();
  for (let bucket = 0; bucket < buckets.count; bucket += 1) {
    const row = bucket * width;
    const sum = places.reduce((all, place) => all + (buckets[counted][row + place] ?? 0), 0);
    if (sum > 0) sums.set(buckets.first + bucket, sum);
  }
  return sums;
}

/** Reads that whoever sent them took for the newest, and were not. */
function staleOf({ columns, count }: Completions, bucketUs: number): Counts {
  const sums: Counts = new Map();
  for (let row = 0; row < count; row += 1) {
    const came = CAME[columns.came[row] ?? 0];
    if (came !== "stale" && came !== "broken") continue;
    const bucket = Math.floor((columns.at_us[row] ?? 0) / bucketUs);
    sums.set(bucket, (sums.get(bucket) ?? 0) + 1);
  }
  return sums;
}
