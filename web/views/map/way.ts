/** The way of a request over the map: its hops, and where their numbers stand. Pure. */

import { minIndex } from "d3-array";
import type { RequestView } from "@/engine/types";
import {
  directionAt,
  highlight,
  overlapArea,
  type Path,
  type Point,
  type Rect,
} from "@/model/map/geometry";

export interface Hop {
  number: number;
  path: Path;
  /** Where its number stands, so that hops on the same way do not cover each other. */
  at: number;
  crosses: boolean;
}

const SHORT_PX = 60;
/** Half of how large a number is with what is around it. */
export const NUMBER_PX = 9;
/** Of the number itself, at normal type: from the back row it is read as all else of the map is. */
export const NUMBER_TYPE_PX = 12;

/** How much larger numbers are than at normal type; on a small map they do not shrink. */
export function numberScale(scale: number): number {
  return Math.max(1, scale);
}
/** Where else on its way a number may stand, the nearest first. */
const ELSEWHERE = [0, 0.07, -0.07, 0.14, -0.14, 0.21, -0.21, 0.28, -0.28, 0.35, -0.35];
const NEAREST_END = 0.1;

export function hopsOf(request: RequestView, route: (from: number, to: number) => Path): Hop[] {
  const onWay = new Map<string, number>();
  return request.hops.map((hop, i) => {
    const key = `${hop.from}>${hop.to}`;
    const before = onWay.get(key) ?? 0;
    onWay.set(key, before + 1);
    return {
      number: i + 1,
      path: route(hop.from, hop.to),
      at: Math.min(0.85, 0.45 + before * 0.16),
      crosses: hop.crosses,
    };
  });
}

/** Its arrow has hardly room beside its number. */
export function isShort(path: Path): boolean {
  return path.length <= SHORT_PX;
}

/**
 * No number covers another one, as far as its way has room: some ways part only near their ends. And
 * of what stands in the cells it covers as little as it can.
 */
export function numbersOf(
  hops: readonly Hop[],
  cells: readonly Rect[],
  halfPx = NUMBER_PX,
): (Point & { number: number })[] {
  const placed: (Point & { number: number })[] = [];
  const isFree = (at: Point) =>
    placed.every((other) => Math.hypot(at.x - other.x, at.y - other.y) > 2 * halfPx);
  for (const hop of hops) {
    const places = ELSEWHERE.map((more) => hop.at + more)
      .filter((at) => at >= NEAREST_END && at <= 1 - NEAREST_END)
      .map((at) => besideWay({ ...hop, at }));
    const free = places.filter(isFree);
    const place = free[minIndex(free, (at) => hiddenArea(at, cells, halfPx))] ?? besideWay(hop);
    placed.push({ ...place, number: hop.number });
  }
  return placed;
}

/** How much of the cells lies under a number, in whole pixels: less is no difference. */
function hiddenArea({ x, y }: Point, cells: readonly Rect[], halfPx: number): number {
  const size = 2 * halfPx;
  const number = { x: x - halfPx, y: y - halfPx, w: size, h: size };
  return Math.round(cells.reduce((sum, cell) => sum + overlapArea(number, cell), 0));
}

/** On a short hop the number stands to the right of it, or it would hide the arrow. */
function besideWay({ path, at }: Hop): Point {
  const p = highlight(path, at);
  if (!isShort(path)) return p;
  const way = directionAt(path, at);
  return { x: p.x - way.y * 12, y: p.y + way.x * 12 };
}
