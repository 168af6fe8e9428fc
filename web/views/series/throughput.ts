/** Rates of requests that ended in a stretch of the run, from buckets of time. Pure. */

import type { Interval } from "@/model/interval";
import { type Buckets, ENDED, widthOf } from "@/model/series/buckets";

export type EndedRates = Record<(typeof ENDED)[number], number>;

/**
 * Where the rate of a run so far begins: with what is measured, and as long as that has no whole
 * bucket, with the first in which a request ended. A load that had not begun was not slow.
 */
export function ratedFromUs(
  { first, count, ended }: Buckets,
  bucketUs: number,
  measureFromUs: number,
  nowUs: number,
): number {
  const isMeasured = Math.ceil(measureFromUs / bucketUs) < Math.floor(nowUs / bucketUs);
  if (measureFromUs > 0 && isMeasured) return measureFromUs;
  const bucket = Math.floor(ended.findIndex((number) => number > 0) / ENDED.length);
  return (first + (bucket < 0 ? count : bucket)) * bucketUs;
}

/**
 * A second, over the whole buckets of the stretch; one that is still filling is none of them. Null
 * where there is none.
 */
export function endedWithin(
  buckets: Buckets,
  bucketUs: number,
  stretch: Interval,
): EndedRates | null {
  const { first, count, ended } = buckets;
  const from = Math.max(0, Math.ceil(stretch.from_us / bucketUs) - first);
  const end = Math.min(count, Math.floor(stretch.to_us / bucketUs) - first);
  if (end <= from) return null;
  const rates: EndedRates = { reads: 0, writes: 0, unanswered: 0 };
  const width = widthOf(buckets, "ended");
  const seconds = ((end - from) * bucketUs) / 1e6;
  for (let bucket = from; bucket < end; bucket += 1)
    for (const [place, how] of ENDED.entries())
      rates[how] += (ended[bucket * width + place] ?? 0) / seconds;
  return rates;
}

export function hasEnded({ ended }: Buckets): boolean {
  return ended.some((count) => count > 0);
}
