/** Geometry of a latency histogram: the engine's buckets, merged until they can be told apart. */
import { max } from "d3-array";
import { type ScaleLogarithmic, scaleLog } from "d3-scale";

type Scale = ScaleLogarithmic<number, number>;

interface Bar {
  readonly low_us: number;
  readonly high_us: number;
  readonly count: number;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

export interface HistogramPicture {
  readonly x: Scale;
  readonly bars: readonly Bar[];
  readonly tallest: number;
  readonly ticks_us: readonly number[];
}

const BAR_WIDTH_MIN = 4;

/** The picture of one workload's latencies; undefined while nothing has completed. */
export function histogramPicture(
  counts: ArrayLike<number>,
  upper_us: ArrayLike<number>,
  width: number,
  height: number,
): HistogramPicture | undefined {
  const used = usedBuckets(counts);
  if (used === undefined) return undefined;
  const low_us = lowerBound(upper_us, used.first);
  const high_us = upperBound(upper_us, used.last);
  const [decadeLow, decadeHigh] = decades(low_us, high_us);
  const x = scaleLog([decadeLow, decadeHigh], [0, width]);
  const merged = mergeNarrow(counts, upper_us, used, x);
  const tallest = max(merged, (bar) => bar.count) ?? 0;
  const bars = merged.map((bar) => {
    const left = x(Math.max(bar.low_us, decadeLow));
    return {
      ...bar,
      x: left,
      width: Math.max(1, x(Math.min(bar.high_us, decadeHigh)) - left - 1),
      height: barHeight(bar.count, tallest, height),
    };
  });
  return { x, bars, tallest, ticks_us: powersOfTen(decadeLow, decadeHigh) };
}

/** Where a latency stands on the axis, held inside of it. */
export function markAt(picture: HistogramPicture, value_us: number): number {
  return picture.x.copy().clamp(true)(value_us);
}

interface Used {
  readonly first: number;
  readonly last: number;
}

function usedBuckets(counts: ArrayLike<number>): Used | undefined {
  let first = -1;
  let last = -1;
  for (let i = 0; i < counts.length; i++) {
    if ((counts[i] ?? 0) <= 0) continue;
    if (first < 0) first = i;
    last = i;
  }
  return first < 0 ? undefined : { first, last };
}

/** A lower bound of at least 1 us: a logarithm has no zero. */
function lowerBound(upper_us: ArrayLike<number>, bucket: number): number {
  return bucket === 0 ? 1 : Math.max(1, upper_us[bucket - 1] ?? 1);
}

/** The last bucket may be open; it is drawn a tenth wider than its lower bound. */
function upperBound(upper_us: ArrayLike<number>, bucket: number): number {
  const low = lowerBound(upper_us, bucket);
  const upper = upper_us[bucket] ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(upper) && upper > low ? upper : low * 1.1;
}

/** Whole decades around the data, at least one. */
function decades(low_us: number, high_us: number): [number, number] {
  const low = 10 ** Math.floor(Math.log10(low_us) + 1e-9);
  const high = 10 ** Math.ceil(Math.log10(high_us) - 1e-9);
  return [low, Math.max(high, low * 10)];
}

function powersOfTen(low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let tick = low; tick <= high * 1.001; tick *= 10) ticks.push(tick);
  return ticks;
}

/** Anything that happened is at least two pixels high. */
function barHeight(count: number, tallest: number, height: number): number {
  return count <= 0 || tallest <= 0 ? 0 : Math.max(2, (count / tallest) * height);
}

type Span = Pick<Bar, "low_us" | "high_us" | "count">;

function mergeNarrow(
  counts: ArrayLike<number>,
  upper_us: ArrayLike<number>,
  used: Used,
  x: Scale,
): Span[] {
  const spans: Span[] = [];
  let low_us = lowerBound(upper_us, used.first);
  let count = 0;
  for (let i = used.first; i <= used.last; i++) {
    count += counts[i] ?? 0;
    const high_us = upperBound(upper_us, i);
    if (x(high_us) - x(low_us) < BAR_WIDTH_MIN && i < used.last) continue;
    if (count > 0) spans.push({ low_us, high_us, count });
    low_us = high_us;
    count = 0;
  }
  return spans;
}
