/**
 * Rates of requests that ended in a stretch of the run, from buckets of time. Pure; must not know how
 * they are drawn.
 */

import type { Interval } from "@/model/interval";
import { type Buckets, ENDED, widthOf } from "@/model/score/buckets";

export type EndedRates = Record<(typeof ENDED)[number], number>;

/** A second, over the whole buckets of the stretch; one that is still filling is none of them. */
export function endedWithin(buckets: Buckets, bucketUs: number, stretch: Interval): EndedRates {
  const { first, count, ended } = buckets;
  const from = Math.max(0, Math.ceil(stretch.from_us / bucketUs) - first);
  const end = Math.min(count, Math.floor(stretch.to_us / bucketUs) - first);
  const rates: EndedRates = { reads: 0, writes: 0, unanswered: 0 };
  if (end <= from) return rates;
  const width = widthOf(buckets, "ended");
  const seconds = ((end - from) * bucketUs) / 1e6;
  for (let bucket = from; bucket < end; bucket += 1)
    for (const [place, how] of ENDED.entries())
      rates[how] += (ended[bucket * width + place] ?? 0) / seconds;
  return rates;
}

/** Whether any request ended. */
export function hasEnded({ ended }: Buckets): boolean {
  return ended.some((count) => count > 0);
}
