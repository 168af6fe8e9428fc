/**
 * The kept history of cross-zone bytes: a bounded, immutable window of time buckets.
 * Must not know what is drawn from it.
 */

import type { Series } from "@/protocol/engine";

/** Enough for a chart of the dock's full width; older buckets are forgotten. */
export const SERIES_BUCKETS_MAX = 480;

export interface SeriesWindow {
  /** Number of the first bucket kept. */
  first: number;
  /** Buckets kept; the last one is still filling. */
  count: number;
  kinds: number;
  /** Bytes by [bucket][kind]. */
  values: Float64Array;
}

export const EMPTY_SERIES: SeriesWindow = {
  first: 0,
  count: 0,
  kinds: 0,
  values: new Float64Array(),
};

/** The bucket after which the engine should send again: all but the one still filling. */
export function seriesAfter(kept: SeriesWindow): number {
  return kept.count === 0 ? -1 : kept.first + kept.count - 2;
}

/** Takes new buckets in; a bucket that was still filling is replaced by its later value. */
export function mergeSeries(kept: SeriesWindow, fresh: Series): SeriesWindow {
  const freshCount = fresh.kinds === 0 ? 0 : fresh.values.length / fresh.kinds;
  if (freshCount === 0) return kept;
  const end = fresh.first + freshCount;
  const joins =
    kept.kinds === fresh.kinds &&
    fresh.first >= kept.first &&
    fresh.first <= kept.first + kept.count;
  const from = joins ? kept.first : fresh.first;
  const first = Math.max(from, end - SERIES_BUCKETS_MAX);
  const count = end - first;
  const values = new Float64Array(count * fresh.kinds);
  if (joins) {
    const old = kept.values.subarray(
      Math.max(0, first - kept.first) * kept.kinds,
      Math.max(0, fresh.first - kept.first) * kept.kinds,
    );
    values.set(old);
  }
  const skipped = Math.max(0, first - fresh.first);
  values.set(
    fresh.values.subarray(skipped * fresh.kinds),
    Math.max(0, fresh.first - first) * fresh.kinds,
  );
  return { first, count, kinds: fresh.kinds, values };
}
