/**
 * Geometry of the stacked chart of bytes per second by kind over simulation time.
 * Pure: buckets in, paths out. Every step is one whole bucket; the bucket that still fills is left out,
 * so that no point of the picture changes once it is drawn.
 */
import { max } from "d3-array";

import { linearScale, type Scale } from "@/lib/scale";

export interface Buckets {
  /** Number of the first bucket. */
  readonly first: number;
  readonly kinds: number;
  /** Bytes, [bucket][kind]; the last bucket is still filling. */
  readonly values: Float64Array;
  readonly bucket_us: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Layer {
  readonly kind: number;
  readonly path: string;
}

export interface StackPicture {
  readonly layers: readonly Layer[];
  readonly x: Scale;
  readonly y: Scale;
  readonly from_us: number;
  readonly to_us: number;
}

/** Largest sum of one bucket, bytes per second, and the bucket that had it. */
export interface Peak {
  readonly rate: number;
  readonly at_us: number;
}

/** Whole buckets only. */
export function bucketCount(buckets: Buckets): number {
  return buckets.kinds === 0
    ? 0
    : Math.max(0, Math.floor(buckets.values.length / buckets.kinds) - 1);
}

/** Bytes per second of one kind in the nth whole bucket. */
export function rateAt(buckets: Buckets, n: number, kind: number): number {
  return ((buckets.values[n * buckets.kinds + kind] ?? 0) * 1e6) / buckets.bucket_us;
}

export function rateOfAll(buckets: Buckets, n: number): number {
  let sum = 0;
  for (let k = 0; k < buckets.kinds; k++) sum += rateAt(buckets, n, k);
  return sum;
}

const GROUPS = [1, 2, 5, 10, 20, 50];
const STEP_WIDTH_MIN = 3;

/** How many buckets make one step of the picture, so that steps can be told apart. */
export function groupFor(buckets: Buckets, span_us: number, width: number): number {
  const steps_max = Math.max(1, width / STEP_WIDTH_MIN);
  const wanted = span_us / buckets.bucket_us / steps_max;
  return GROUPS.find((group) => group >= wanted) ?? 50;
}

/**
 * Buckets taken together, aligned to multiples of the group since the start of the run: a step that
 * was drawn stays the same while the window moves. The last one is still filling, as before.
 */
export function coarsen(buckets: Buckets, group: number): Buckets {
  if (group <= 1 || buckets.kinds === 0) return buckets;
  const count = Math.floor(buckets.values.length / buckets.kinds);
  const first = Math.ceil(buckets.first / group);
  const last = Math.floor((buckets.first + count - 1) / group);
  const values = new Float64Array(Math.max(0, last - first + 1) * buckets.kinds);
  for (let n = first * group - buckets.first; n < count; n++) {
    const step = Math.floor((buckets.first + n) / group) - first;
    for (let k = 0; k < buckets.kinds; k++) {
      const at = step * buckets.kinds + k;
      values[at] = (values[at] ?? 0) + (buckets.values[n * buckets.kinds + k] ?? 0);
    }
  }
  return { first, kinds: buckets.kinds, values, bucket_us: buckets.bucket_us * group };
}

/** Kinds that carried anything, in the order of the kind axis. */
export function kindsSeen(buckets: Buckets): number[] {
  const seen: number[] = [];
  for (let k = 0; k < buckets.kinds; k++) {
    for (let n = 0; n < bucketCount(buckets); n++) {
      if (rateAt(buckets, n, k) > 0) {
        seen.push(k);
        break;
      }
    }
  }
  return seen;
}

/** Mean bytes per second of one kind over the last `span_us` of whole buckets. */
export function meanRate(buckets: Buckets, kind: number, span_us: number): number {
  const count = bucketCount(buckets);
  const wanted = Math.min(count, Math.max(1, Math.round(span_us / buckets.bucket_us)));
  let sum = 0;
  for (let n = count - wanted; n < count; n++) sum += rateAt(buckets, n, kind);
  return wanted === 0 ? 0 : sum / wanted;
}

const SPANS_US = [5e6, 10e6, 20e6];

/** How much simulated time to show: the chart fills from the left, then widens, up to what is kept. */
export function spanFor(elapsed_us: number, kept_us: number): number {
  const span_us = SPANS_US.find((span) => span >= elapsed_us) ?? kept_us;
  return Math.min(span_us, kept_us);
}

/**
 * The peak of the last `span_us`, over the buckets as the engine counts them: the steps of a picture
 * are as wide as its width wants, and a peak over these would be the window's and not the run's.
 */
export function peakOf(buckets: Buckets, span_us: number): Peak {
  const count = bucketCount(buckets);
  const shown = Math.min(count, Math.max(1, Math.round(span_us / buckets.bucket_us)));
  let peak: Peak = { rate: 0, at_us: (buckets.first + count - shown) * buckets.bucket_us };
  for (let n = count - shown; n < count; n++) {
    const rate = rateOfAll(buckets, n);
    if (rate > peak.rate) peak = { rate, at_us: (buckets.first + n) * buckets.bucket_us };
  }
  return peak;
}

/** The picture of the last `span_us`; undefined before the first whole bucket. */
export function stackPicture(
  buckets: Buckets,
  size: Size,
  span_us: number,
): StackPicture | undefined {
  const count = bucketCount(buckets);
  if (count === 0) return undefined;
  const shown = Math.min(count, Math.max(1, Math.round(span_us / buckets.bucket_us)));
  const begin = count - shown;
  const steps = Array.from({ length: shown }, (_, i) => begin + i);
  const sums = steps.map((n) => rateOfAll(buckets, n));
  const peak = max(sums) ?? 0;
  const from_us = (buckets.first + begin) * buckets.bucket_us;
  const to_us = (buckets.first + count) * buckets.bucket_us;
  const x = linearScale([from_us, Math.max(to_us, from_us + span_us)], [0, size.width]);
  const y = linearScale([0, roundUp(peak)], [size.height, 0]);
  return {
    layers: layersOf(buckets, steps, x, y),
    x,
    y,
    from_us,
    to_us,
  };
}

/** The whole bucket under an instant, or undefined outside of the picture. */
export function bucketUnder(buckets: Buckets, at_us: number): number | undefined {
  const n = Math.floor(at_us / buckets.bucket_us) - buckets.first;
  return n >= 0 && n < bucketCount(buckets) ? n : undefined;
}

interface Step {
  readonly at_us: number;
  readonly low: number;
  readonly high: number;
}

function layersOf(buckets: Buckets, steps: readonly number[], x: Scale, y: Scale): Layer[] {
  const floor = new Float64Array(steps.length);
  const layers: Layer[] = [];
  for (const kind of kindsSeen(buckets)) {
    const outline: Step[] = steps.map((n, i) => {
      const low = floor[i] ?? 0;
      const high = low + rateAt(buckets, n, kind);
      floor[i] = high;
      return { at_us: (buckets.first + n) * buckets.bucket_us, low, high };
    });
    const last = outline.at(-1);
    if (last !== undefined) outline.push({ ...last, at_us: last.at_us + buckets.bucket_us });
    layers.push({ kind, path: stepPath(outline, x, y) });
  }
  return layers;
}

/**
 * The outline of an area that keeps each value until the next: there along the top, back along the
 * bottom. The library's areas can do far more, and would be 2 KiB of the page's first view.
 */
function stepPath(outline: readonly Step[], x: Scale, y: Scale): string {
  const points: string[] = [];
  const go = (at_us: number, value: number): void => {
    points.push(`${digits(x(at_us))},${digits(y(value))}`);
  };
  for (const [i, { at_us, high }] of outline.entries()) {
    const before = outline[i - 1];
    if (before !== undefined) go(at_us, before.high);
    go(at_us, high);
  }
  for (const [i, { at_us, low }] of [...outline.entries()].reverse()) {
    const after = outline[i + 1];
    if (after !== undefined) go(after.at_us, low);
    go(at_us, low);
  }
  return `M${points.join("L")}Z`;
}

/** Hundredths of a pixel are enough. */
function digits(place: number): number {
  return Math.round(place * 100) / 100;
}

const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];

/** The next number above with short halves, so that the axis has few digits and little waste. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const decade = 10 ** Math.floor(Math.log10(value));
  return (STEPS.find((step) => step * decade >= value) ?? 10) * decade;
}
