/**
 * Bytes on the wire by buckets of time, between zones and inside them: a window of the run, bounded,
 * its known future included. Must not know what is drawn from it.
 */

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
}

const NOTHING = new Float64Array();

export const NO_BUCKETS: Buckets = {
  first: 0,
  count: 0,
  kinds: 0,
  between: NOTHING,
  inside: NOTHING,
};

/** The bucket after which the engine should send again: all but the one still filling. */
export function bucketsAfter(kept: Buckets): number {
  return kept.count === 0 ? -1 : kept.first + kept.count - 2;
}

/** Takes new buckets in; one that was still filling is replaced by its later value. */
export function mergeBuckets(kept: Buckets, fresh: Series, isOther: boolean): Buckets {
  const { first, kinds } = fresh;
  const count = kinds === 0 ? 0 : fresh.values.length / kinds;
  if (count === 0) return kept;
  const keptEnd = kept.first + kept.count;
  const joins = !isOther && kept.kinds === kinds && first >= kept.first && first <= keptEnd;
  if (!joins) {
    const { values: between, inside } = fresh;
    return { first, count, kinds, between, inside };
  }
  // What is known to lie ahead is known whole.
  if (first + count < keptEnd) return kept;
  const end = first + count;
  const from = Math.max(kept.first, end - BUCKETS_MAX);
  const joined = (old: Float64Array, later: Float64Array): Float64Array => {
    const values = new Float64Array((end - from) * kinds);
    values.set(old.subarray((from - kept.first) * kinds, (first - kept.first) * kinds));
    values.set(later, (first - from) * kinds);
    return values;
  };
  return {
    first: from,
    count: end - from,
    kinds,
    between: joined(kept.between, fresh.values),
    inside: joined(kept.inside, fresh.inside),
  };
}

/** Up to an instant, its own bucket included: what has happened then. */
export function bucketsUntil(all: Buckets, us: number, bucketUs: number): Buckets {
  const count = Math.min(all.count, Math.floor(us / bucketUs) + 1 - all.first);
  if (count >= all.count) return all;
  if (count <= 0) return { ...NO_BUCKETS, kinds: all.kinds };
  const { first, kinds } = all;
  const part = (values: Float64Array) => values.subarray(0, count * kinds);
  return { first, count, kinds, between: part(all.between), inside: part(all.inside) };
}
