/** What is counted by buckets of time, in a bounded window of the run and its known future. */

import type { Series } from "@/engine/types";

/** Ten minutes in tenths of a second; older buckets are forgotten. */
export const BUCKETS_MAX = 6_000;

export interface Buckets {
  /** Number of the first bucket kept. */
  readonly first: number;
  /** Buckets kept. The one that the shown instant lies in may not be whole yet. */
  readonly count: number;
  readonly kinds: number;
  /** Between zones, `[bucket][kind]`. */
  readonly between: Float64Array;
  /** Inside zones, same shape. */
  readonly inside: Float64Array;
  /** Requests that ended, `[bucket][ENDED]`. */
  readonly ended: Float64Array;
}

/** How requests end, as the engine counts them. */
export const ENDED = ["reads", "writes", "unanswered"] as const satisfies (keyof Series)[];

/** What buckets hold, each in a column of its own width. */
export type Counted = "between" | "inside" | "ended";

const NOTHING = new Float64Array();

export const NO_BUCKETS: Buckets = {
  first: 0,
  count: 0,
  kinds: 0,
  between: NOTHING,
  inside: NOTHING,
  ended: NOTHING,
};

/** Numbers of one bucket in a column. */
export function widthOf({ kinds }: Pick<Buckets, "kinds">, counted: Counted): number {
  return counted === "ended" ? ENDED.length : kinds;
}

/** The bucket after which the engine should send again: all but the one still filling. */
export function bucketsAfter(known: Buckets): number {
  return known.count === 0 ? -1 : known.first + known.count - 2;
}

/** Takes new buckets in; one that was still filling is replaced by its later value. */
export function mergeBuckets(known: Buckets, fresh: Series, isOther: boolean): Buckets {
  const { first, kinds } = fresh;
  const count = kinds === 0 ? 0 : fresh.values.length / kinds;
  if (count === 0) return known;
  const keptEnd = known.first + known.count;
  const joins = !isOther && known.kinds === kinds && first >= known.first && first <= keptEnd;
  if (!joins)
    return {
      first,
      count,
      kinds,
      between: fresh.values,
      inside: fresh.inside,
      ended: endedOf(fresh),
    };
  // What is known to lie ahead is known whole.
  if (first + count < keptEnd) return known;
  const end = first + count;
  const from = Math.max(known.first, end - BUCKETS_MAX);
  const joined = (counted: Counted, later: Float64Array): Float64Array => {
    const width = widthOf(known, counted);
    const values = new Float64Array((end - from) * width);
    const old = known[counted];
    values.set(old.subarray((from - known.first) * width, (first - known.first) * width));
    values.set(later, (first - from) * width);
    return values;
  };
  return {
    first: from,
    count: end - from,
    kinds,
    between: joined("between", fresh.values),
    inside: joined("inside", fresh.inside),
    ended: joined("ended", endedOf(fresh)),
  };
}

function endedOf(fresh: Series): Float64Array {
  const values = new Float64Array(fresh.reads.length * ENDED.length);
  for (const [place, how] of ENDED.entries())
    for (const [bucket, count] of fresh[how].entries())
      values[bucket * ENDED.length + place] = count;
  return values;
}

/** Up to an instant, its own bucket included: what has happened then. */
export function bucketsUntil(all: Buckets, us: number, bucketUs: number): Buckets {
  const count = Math.min(all.count, Math.floor(us / bucketUs) + 1 - all.first);
  if (count >= all.count) return all;
  if (count <= 0) return { ...NO_BUCKETS, kinds: all.kinds };
  const { first, kinds } = all;
  const part = (counted: Counted) => all[counted].subarray(0, count * widthOf(all, counted));
  const [between, inside, ended] = [part("between"), part("inside"), part("ended")];
  return { first, count, kinds, between, inside, ended };
}
