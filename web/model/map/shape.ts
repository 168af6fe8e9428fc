/** How zones lie to each other so that distance is delay, whatever the pixels of the area. */
import { max, mean, median, min, sum } from "d3-array";
import { forceLink, forceSimulation, type SimulationNodeDatum } from "d3-force";
import type { Point } from "./geometry";

/** Delays in milliseconds by pair of zones, symmetric; NaN where none is known. */
export type Delays = readonly (readonly number[])[];

/** What a shape depends on besides delays. */
export interface Frame {
  /** Whether the area is clearly wider than high. */
  isWide: boolean;
  /** Rows of the grid in which the islands have most room. */
  rows: number;
}

export type Pair = readonly [from: number, to: number];

export interface Shape {
  /** By zone; the unit is any. */
  points: Point[];
  /** True where distances can be read as delays: within `ERROR_MAX` for every pair. */
  toScale: boolean;
}

/** How far from its delay's share a distance may be on a map to scale. */
export const ERROR_MAX = 0.12;
/** Delays that differ more than this are not drawn to scale: near zones would lie on each other. */
const RATIO_MAX = 8;
/** On a map that is not to scale, the farthest pair is at most so many times as far as the nearest. */
const SOFTENED_MAX = 3.5;
/** Shapes that are flatter than this are bent within the allowed error. */
const FLAT = 0.22;
/** Delays within this ratio count as equal. */
const EQUAL = 1.02;
/** Width over height for which a shape is turned. */
const WIDE_ASPECT = 2.6;
const TALL_ASPECT = 0.8;

export function pairsOf(count: number): Pair[] {
  const zones = Array.from({ length: count }, (_, i) => i);
  return zones.flatMap((from) => zones.slice(from + 1).map((to): Pair => [from, to]));
}

export function distance(a: Point | undefined, b: Point | undefined): number {
  return a && b ? Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) : Number.NaN;
}

/** Delays between zones, as means of both directions; what is not known, or 0, is NaN. */
export function delaysOf(delaysUs: readonly (readonly number[])[], count: number): Delays {
  const known = (from: number, to: number): number[] =>
    [delaysUs[from]?.[to] ?? 0].filter((us) => us > 0 && Number.isFinite(us));
  const zones = Array.from({ length: count }, (_, i) => i);
  return zones.map((from) =>
    zones.map((to) => {
      const both = from === to ? [] : [...known(from, to), ...known(to, from)];
      return both.length ? sum(both) / both.length / 1000 : Number.NaN;
    }),
  );
}

/**
 * Pixels a millisecond so that the worst pair's distance is as near to its delay as can be, and
 * that pair's relative error. Null where no delay is known.
 */
export function scaleOf(
  points: readonly Point[],
  delays: Delays,
): { pxPerMs: number; error: number } | null {
  const ratios = pairsOf(points.length)
    .map(([a, b]) => distance(points[a], points[b]) / (delays[a]?.[b] ?? Number.NaN))
    .filter((ratio) => !Number.isNaN(ratio));
  const low = min(ratios);
  const high = max(ratios);
  if (low === undefined || high === undefined) return null;
  return { pxPerMs: (low + high) / 2, error: (high - low) / (high + low) };
}

export function shapeOf(delays: Delays, frame: Frame): Shape {
  const count = delays.length;
  const pairs = pairsOf(count);
  const known = pairs.map(([a, b]) => delays[a]?.[b] ?? 0).filter((ms) => ms > 0);
  const high = max(known) ?? 1;
  const ratio = high / (min(known) ?? 1);
  const middle = median(known) ?? 1;
  const scalable = count > 1 && known.length > 0 && high >= 1 && ratio <= RATIO_MAX;
  const wished = (exponent: number) =>
    pairs.map(([a, b]) => ((delays[a]?.[b] || middle) / middle) ** exponent);
  const isToScale = (points: readonly Point[]) =>
    scalable && (scaleOf(points, delays)?.error ?? 1) <= ERROR_MAX;
  if (ratio < EQUAL) {
    const points = evenly(count, frame);
    return { points, toScale: isToScale(points) };
  }
  const exact = stress(count, pairs, wished(1));
  if (!isToScale(exact)) {
    const exponent = Math.min(1, Math.log(SOFTENED_MAX) / Math.log(ratio));
    const points = exponent < 1 ? settle(exact, pairs, wished(exponent)) : exact;
    return { points: turned(points, pairs, frame), toScale: false };
  }
  let best = exact;
  // Three cities in one line: nearly equal distances leave the line, and fill the area.
  for (let exponent = 0.95; spreadOf(best).flatness < FLAT && exponent > 0.5; exponent -= 0.05) {
    const bent = settle(arched(best), pairs, wished(exponent));
    if ((scaleOf(bent, delays)?.error ?? 1) > ERROR_MAX - 0.01) break;
    best = bent;
  }
  return { points: turned(best, pairs, frame), toScale: true };
}

/** Steps in which springs come to rest: more of them change no place that a person sees. */
const TICKS = 200;
/** Scattered starts, of which the best is taken: one may end in a knot. */
const STARTS = 6;

interface Body extends SimulationNodeDatum {
  index: number;
  x: number;
  y: number;
}

/** Places whose distances are near to those wished: the best of a few starts. */
function stress(count: number, pairs: readonly Pair[], wished: readonly number[]): Point[] {
  let best: Point[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let start = 0; start < (count > 3 ? STARTS : 1); start++) {
    const points = settle(scattered(count, start), pairs, wished);
    const left = sum(pairs, ([a, b], i) => {
      const want = wished[i] ?? 1;
      return (distance(points[a], points[b]) / want - 1) ** 2;
    });
    // A start must be clearly better: equal ones differ in their last digits.
    if (left < least * 0.999) [best, least] = [points, left];
  }
  return best;
}

/** Places that look drawn by chance, and are the same every time: the sequence R2 of M. Roberts. */
function scattered(count: number, start: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const at = start * count + i + 1;
    return { x: (at * 0.754_877_666_2) % 1, y: (at * 0.569_840_290_998) % 1 };
  });
}

/** Where springs between all pairs come to rest; an error counts by its share of the distance. */
function settle(
  from: readonly Point[],
  pairs: readonly Pair[],
  wished: readonly number[],
): Point[] {
  const bodies = from.map(({ x, y }, index): Body => ({ index, x, y }));
  const links = pairs.map(([source, target], i) => ({ source, target, wished: wished[i] ?? 1 }));
  const springs = forceLink<Body, (typeof links)[number]>(links)
    .distance((link) => link.wished)
    .strength((link) => 1 / (from.length * Math.max(0.1, link.wished ** 2)));
  forceSimulation(bodies)
    .stop()
    .alphaDecay(1 - 0.05 ** (1 / TICKS))
    .velocityDecay(0.15)
    .force("delay", springs)
    .tick(TICKS);
  return bodies.map(({ x, y }) => ({ x, y }));
}

/** Where all delays are equal: a triangle, a square, a ring, from seven on rows; in reading order. */
function evenly(count: number, frame: Frame): Point[] {
  if (count === 2) return [0, 1].map((at) => (frame.isWide ? { x: at, y: 0 } : { x: 0, y: at }));
  const rows = count === 3 || count === 4 ? 2 : frame.rows;
  const ring = polygon(count, rows);
  return Array.from({ length: rows }, (_, row) => {
    // Rows are as full as each other, the lower ones fuller.
    const before = Math.floor((count * row) / rows);
    const across = Math.floor((count * (row + 1)) / rows) - before;
    const corners = ring.slice(before, before + across).sort((a, b) => a.x - b.x);
    const even = Array.from({ length: across }, (_, i) => ({ x: i - (across - 1) / 2, y: row }));
    return count <= 6 && (rows === 2 || rows === 3) ? corners : even;
  }).flat();
}

/** Corners from above, as they fill rows: a triangle stands on a side, five in two rows on a corner. */
function polygon(count: number, rows: number): Point[] {
  const first =
    count === 4 ? 45 : count === 5 && rows === 2 ? 90 : count === 6 && rows === 3 ? 0 : -90;
  const corners = Array.from({ length: count }, (_, i) => {
    const at = ((first + (360 * i) / count) * Math.PI) / 180;
    return { x: Math.cos(at), y: Math.sin(at) };
  });
  const level = (point: Point) => Math.round(point.y * 1000);
  return corners.sort((a, b) => level(a) - level(b));
}

export interface Extent {
  x: number;
  y: number;
  w: number;
  h: number;
}

export function extentOf(points: readonly Point[]): Extent {
  const x = min(points, (point) => point.x) ?? 0;
  const y = min(points, (point) => point.y) ?? 0;
  const w = (max(points, (point) => point.x) ?? 0) - x;
  return { x, y, w, h: (max(points, (point) => point.y) ?? 0) - y };
}

interface Spread {
  middle: Point;
  /** The direction of the line along which points spread most. */
  along: Point;
  /** How far they spread across it, as a share of that. */
  flatness: number;
}

function spreadOf(points: readonly Point[]): Spread {
  const middle = {
    x: mean(points, (point) => point.x) ?? 0,
    y: mean(points, (point) => point.y) ?? 0,
  };
  const xx = sum(points, (point) => (point.x - middle.x) ** 2);
  const yy = sum(points, (point) => (point.y - middle.y) ** 2);
  const xy = sum(points, (point) => (point.x - middle.x) * (point.y - middle.y));
  const apart = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy);
  const at = Math.atan2(2 * xy, xx - yy) / 2;
  return {
    middle,
    along: { x: Math.cos(at), y: Math.sin(at) },
    flatness: points.length < 3 ? 1 : Math.sqrt(Math.max(0, xx + yy - apart) / (xx + yy + apart)),
  };
}

/** A line bowed a little, so that springs find the way to an arch. */
function arched(points: readonly Point[]): Point[] {
  const { middle, along } = spreadOf(points);
  const far = points.map(({ x, y }) => (x - middle.x) * along.x + (y - middle.y) * along.y);
  const most = max(far, Math.abs) ?? 1;
  return points.map(({ x, y }, i) => {
    const bow = 0.15 * most * (1 - ((far[i] ?? 0) / most) ** 2);
    return { x: x - along.y * bow, y: y + along.x * bow };
  });
}

/**
 * Turned so that two zones are level, or one right above the other: of all such pairs the one with
 * which the map is largest in a frame, and is like its own mirror image where it can be. Then the
 * first zone that is not in the middle stands at the left, and most of the map low, or else the first
 * zone that is not in the middle stands above.
 */
function turned(points: readonly Point[], pairs: readonly Pair[], frame: Frame): Point[] {
  const aspect = frame.isWide ? WIDE_ASPECT : TALL_ASPECT;
  let best: Point[] = [...points];
  let most = Number.NEGATIVE_INFINITY;
  for (const [a, b] of pairs) {
    const from = points[a];
    const to = points[b];
    const length = distance(from, to);
    if (!from || !to || !(length > 0)) continue;
    const cos = (to.x - from.x) / length;
    const sin = (to.y - from.y) / length;
    const level = points.map(({ x, y }) => ({ x: x * cos + y * sin, y: y * cos - x * sin }));
    const upright = level.map(({ x, y }) => ({ x: -y, y: x }));
    for (const way of [level, upright]) {
      const { w, h } = extentOf(way);
      const size = Math.min(aspect / w, 1 / h);
      if (size <= most) continue;
      const worth = size * (1 - lopsided(way) / 2);
      if (worth > most * 1.001) [best, most] = [way, worth];
    }
  }
  return mirrored(best);
}

/** How far a map is from its mirror image, over its size: 0 where they are the same. */
function lopsided(points: readonly Point[]): number {
  const { x, y, w, h } = extentOf(points);
  const off = (image: (point: Point) => Point) =>
    sum(points, (point) => min(points, (other) => distance(image(point), other)) ?? 0);
  const across = off((point) => ({ x: 2 * x + w - point.x, y: point.y }));
  const down = off((point) => ({ x: point.x, y: 2 * y + h - point.y }));
  return Math.min(across, down) / (points.length * Math.max(w, h));
}

function mirrored(points: readonly Point[]): Point[] {
  const { x, y, w, h } = extentOf(points);
  const slack = Math.max(w, h) * 0.01;
  const right = points.map((point) => point.x - x - w / 2).find((off) => Math.abs(off) > slack);
  const low = points.map((point) => point.y - y - h / 2).find((off) => Math.abs(off) > slack);
  const weight = sum(points, (point) => point.y - y - h / 2) / points.length;
  const isHigh = Math.abs(weight) > slack ? weight < 0 : (low ?? 0) > 0;
  return points.map((point) => ({
    x: (right ?? 0) > 0 ? -point.x : point.x,
    y: isHigh ? -point.y : point.y,
  }));
}
