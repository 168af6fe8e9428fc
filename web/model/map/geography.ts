/** Where the zones of a map lie, as islands, so that distance is delay. */
import { max, min } from "d3-array";
import { centreOf, type Point, type Rect } from "./geometry";
import { bestGrid, gapFor, type Island, separate } from "./separation";
import {
  type Delays,
  delaysOf,
  distance,
  ERROR_MAX,
  extentOf,
  pairsOf,
  type Shape,
  scaleOf,
  shapeOf,
} from "./shape";

export type { Island } from "./separation";

export interface Geography {
  /** By zone. */
  centres: Point[];
  /** Pixels between centres for a one-way millisecond; null where the map is not to scale. */
  pxPerMs: number | null;
}

/** Room for centres that is wider than this times its height makes a wide map. */
const WIDE = 1.3;
/** How much more one direction may be stretched than the other, on a map that is not to scale. */
const STRETCH_MAX = 2;
/** The error that stretching a map to scale may bring; pushing islands apart may bring the rest. */
const STRETCH_ERROR = 0.1;
/** The error beyond the allowed one at which nothing is kept of the scale. */
const FREEING = 0.04;
/** The nearest two centres are at most so many islands, or this share of the room, apart. */
const NEAREST_MAX = 2;
const NEAREST_SHARE = 0.75;

/**
 * `delaysUs[i][j]` is the one-way delay from zone i to zone j; 0, NaN or nothing where none is known.
 * Islands are whole inside the area and clear of each other as far as the area has room for them.
 */
export function geography(
  delaysUs: readonly (readonly number[])[],
  islands: readonly Island[],
  area: Rect,
): Geography {
  const delays = delaysOf(delaysUs, islands.length);
  const island = {
    w: max(islands, ({ w }) => w) ?? 0,
    h: max(islands, ({ h }) => h) ?? 0,
  };
  const room = { w: Math.max(1, area.w - island.w), h: Math.max(1, area.h - island.h) };
  const grid = bestGrid(islands, area);
  const shape = shapeOf(delays, { isWide: room.w > WIDE * room.h, rows: grid.rows });
  const gap = gapFor(grid, area);
  const place = (freedom: number) => {
    const stretch = stretches(shape, delays, freedom);
    const fitted = fit(shape.points, stretch, { room, island, middle: centreOf(area) });
    return separate(fitted, shape.points, grid, { islands, area, gap });
  };
  if (!shape.toScale) return { centres: place(1), pxPerMs: null };
  const exact = place(0);
  const scale = scaleOf(exact, delays);
  const excess = (scale?.error ?? 1) - ERROR_MAX;
  if (scale && excess <= 0) return { centres: exact, pxPerMs: scale.pxPerMs };
  // Where islands push each other off the scale, the map fills the area, and does so by degrees.
  return { centres: place(Math.min(1, excess / FREEING)), pxPerMs: null };
}

/** How far each direction may be stretched; `freedom` is 0 on a map to scale, 1 where none is kept. */
function stretches(shape: Shape, delays: Delays, freedom: number): Point {
  const most = (axis: "x" | "y") => {
    const least = shape.toScale ? stretchable(shape.points, delays, axis) : STRETCH_MAX;
    return least + Math.max(0, STRETCH_MAX - least) * freedom;
  };
  return { x: most("x"), y: most("y") };
}

/** As large as the room for centres lets it be, then stretched where there is room left. */
function fit(
  points: readonly Point[],
  stretch: Point,
  { room, island, middle }: { room: Island; island: Island; middle: Point },
): Point[] {
  const { x, y, w, h } = extentOf(points);
  const nearest = min(pairsOf(points.length), ([a, b]) => distance(points[a], points[b]));
  const full = {
    x: w > 0 ? room.w / w : Number.POSITIVE_INFINITY,
    y: h > 0 ? room.h / h : Number.POSITIVE_INFINITY,
  };
  const apart = Math.max(
    NEAREST_MAX * Math.max(island.w, island.h),
    NEAREST_SHARE * Math.max(room.w, room.h),
  );
  const largest = nearest ? apart / nearest : Number.POSITIVE_INFINITY;
  const both = Math.min(full.x, full.y);
  const place = (off: number, axis: "x" | "y"): number =>
    off === 0 ? 0 : off * Math.min(full[axis], both * stretch[axis], largest);
  return points.map((point) => ({
    x: middle.x + place(point.x - x - w / 2, "x"),
    y: middle.y + place(point.y - y - h / 2, "y"),
  }));
}

/** How far a map to scale may be stretched along an axis. */
function stretchable(points: readonly Point[], delays: Delays, axis: "x" | "y"): number {
  let stretch = 1;
  for (let next = 1.02; next <= STRETCH_MAX; next += 0.02) {
    const wide = points.map((point) => ({ ...point, [axis]: point[axis] * next }));
    if ((scaleOf(wide, delays)?.error ?? 1) > STRETCH_ERROR) break;
    stretch = next;
  }
  return stretch;
}

/** The longest of 1, 2, 5, 10, 20, 50… ms that is no longer than `maxPx`; null where none is. */
export function scaleBar(pxPerMs: number, maxPx: number): { ms: number; px: number } | null {
  let longest: { ms: number; px: number } | null = null;
  for (let ten = 1; ten * pxPerMs <= maxPx && Number.isFinite(ten); ten *= 10)
    for (const ms of [ten, 2 * ten, 5 * ten])
      if (ms * pxPerMs <= maxPx) longest = { ms, px: ms * pxPerMs };
  return longest;
}
