/** Boxes moved apart inside an area, as little as possible. Pure arithmetic. */
import { max, min, sum } from "d3-array";
import { centreOf, type Point, type Rect } from "./geometry";
import { distance, type Pair, pairsOf } from "./shape";

export interface Island {
  w: number;
  h: number;
}

/** The gap at full size, and the share of the area's shorter side where that is less. */
const GAP_PX = 40;
const GAP_SHARE = 0.07;
const ROUNDS = 150;
/** So many boxes, over this share of the area, are pushed to and fro without a good place. */
const MANY = 7;
const CROWDED = 0.5;

/** What boxes want between them: less in a small area, and less where they fill it. */
export function gapFor(grid: Grid, area: Rect): number {
  return Math.max(0, Math.min(GAP_PX, Math.min(area.w, area.h) * GAP_SHARE, grid.gap * 0.8));
}

/**
 * Centres near those wished, such that every box is whole inside the area and none is nearer to
 * another than `gap`. Where many boxes fill the area, or pushing finds no room, they stand in the
 * grid, those near each other in `shape` near each other; where not even the grid has room, they
 * overlap in it. A grid's order rests on the shape alone, so that no change of size exchanges two.
 */
export function separate(
  wished: readonly Point[],
  shape: readonly Point[],
  grid: Grid,
  room: { islands: readonly Island[]; area: Rect; gap: number },
): Point[] {
  const pairs = pairsOf(wished.length);
  const covered = sum(room.islands, ({ w, h }) => w * h) / (room.area.w * room.area.h);
  if (wished.length < MANY || covered < CROWDED)
    for (const axis of ["less", "x", "y"] as const) {
      const centres = push(wished, pairs, { ...room, axis });
      if (centres) return centres;
    }
  return inGrid(shape, pairs, grid, room.area);
}

interface Room {
  islands: readonly Island[];
  area: Rect;
  gap: number;
  /** Along which axis boxes are pushed: where it takes less, or one where there is room along it. */
  axis: "less" | "x" | "y";
}

const NONE: Island = { w: 0, h: 0 };

function push(wished: readonly Point[], pairs: readonly Pair[], room: Room): Point[] | null {
  const centres = wished.map((at, i) => within(at, room.islands[i] ?? NONE, room.area));
  for (let round = 0; round < ROUNDS; round++) {
    let worst = 0;
    for (const [i, j] of pairs) {
      const a = centres[i];
      const b = centres[j];
      if (a && b) worst = Math.max(worst, part(a, b, need(i, j, room), room));
    }
    if (worst < 0.01) return centred(centres, room);
    centres.forEach((at, i) => {
      Object.assign(at, within(at, room.islands[i] ?? NONE, room.area));
    });
  }
  return null;
}

/** Shifted so that as much of the area is free on one side as on the other. */
function centred(centres: readonly Point[], { islands, area }: Room): Point[] {
  const off = (at: "x" | "y", size: "w" | "h"): number => {
    const half = (i: number) => (islands[i]?.[size] ?? 0) / 2;
    const first = min(centres, (centre, i) => centre[at] - half(i)) ?? 0;
    const last = max(centres, (centre, i) => centre[at] + half(i)) ?? 0;
    return area[at] + area[size] / 2 - (first + last) / 2;
  };
  const by = { x: off("x", "w"), y: off("y", "h") };
  return centres.map(({ x, y }) => ({ x: x + by.x, y: y + by.y }));
}

/** Least distance of two centres along an axis, if the boxes are to be clear of each other along it. */
function need(i: number, j: number, { islands, gap }: Room): Island {
  const a = islands[i] ?? NONE;
  const b = islands[j] ?? NONE;
  return { w: (a.w + b.w) / 2 + gap, h: (a.h + b.h) / 2 + gap };
}

/** Moves two centres apart by what they lack, half each, and returns that. */
function part(a: Point, b: Point, clear: Island, { area, axis, gap }: Room): number {
  const lackX = clear.w - Math.abs(a.x - b.x);
  const lackY = clear.h - Math.abs(a.y - b.y);
  if (lackX <= 0.001 || lackY <= 0.001) return 0;
  const fitsX = 2 * clear.w - gap <= area.w;
  const fitsY = 2 * clear.h - gap <= area.h;
  const prefersX = axis === "less" ? lackX <= lackY : axis === "x";
  if ((prefersX && fitsX) || !fitsY) {
    const by = a.x <= b.x ? lackX / 2 : -lackX / 2;
    a.x -= by;
    b.x += by;
    return lackX;
  }
  const by = a.y <= b.y ? lackY / 2 : -lackY / 2;
  a.y -= by;
  b.y += by;
  return lackY;
}

function within(at: Point, island: Island, area: Rect): Point {
  return {
    x: clamp(at.x, area.x + island.w / 2, area.x + area.w - island.w / 2),
    y: clamp(at.y, area.y + island.h / 2, area.y + area.h - island.h / 2),
  };
}

function clamp(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}

export interface Grid {
  columns: number;
  rows: number;
  /** Room between two boxes; negative where they overlap. */
  gap: number;
  box: Island;
}

/** The grid of boxes as large as the largest that leaves most room between them. */
export function bestGrid(islands: readonly Island[], area: Rect): Grid {
  const box = {
    w: Math.max(0, ...islands.map(({ w }) => w)),
    h: Math.max(0, ...islands.map(({ h }) => h)),
  };
  const grids = islands.map((_, i): Grid => {
    const columns = i + 1;
    const rows = Math.ceil(islands.length / columns);
    const across = columns > 1 ? (area.w - columns * box.w) / (columns - 1) : area.w - box.w;
    const down = rows > 1 ? (area.h - rows * box.h) / (rows - 1) : area.h - box.h;
    return { columns, rows, gap: Math.min(across, down), box };
  });
  return grids.reduce(
    (best, grid) => (grid.gap > best.gap ? grid : best),
    grids[0] ?? { columns: 1, rows: 1, gap: 0, box },
  );
}

/** Boxes over a grid's places by rows of the shape, then exchanged until near ones are near. */
function inGrid(shape: readonly Point[], pairs: readonly Pair[], grid: Grid, area: Rect): Point[] {
  const places = gridPlaces(grid, shape.length);
  const byHeight = shape.map((_, i) => i).sort((a, b) => y(shape, a) - y(shape, b) || a - b);
  const order: number[] = [];
  for (const row of new Set(places.map((place) => place.y))) {
    const across = places.filter((place) => place.y === row).length;
    const zones = byHeight.splice(0, across);
    order.push(...zones.sort((a, b) => x(shape, a) - x(shape, b) || a - b));
  }
  const cells = shape.map((_, i) => places[order.indexOf(i)] ?? { x: 0, y: 0 });
  const pull = () =>
    sum(pairs, ([a, b]) => {
      const want = Math.max(0.01, distance(shape[a], shape[b]));
      return (distance(cells[a], cells[b]) / want) ** 2;
    });
  let least = pull();
  for (let pass = 0; pass < 4; pass++)
    for (const [a, b] of pairs) {
      swap(cells, a, b);
      const now = pull();
      if (now < least * 0.999) least = now;
      else swap(cells, a, b);
    }
  const step = {
    w: grid.columns > 1 ? (area.w - grid.box.w) / (grid.columns - 1) : 0,
    h: grid.rows > 1 ? (area.h - grid.box.h) / (grid.rows - 1) : 0,
  };
  const middle = centreOf(area);
  return cells.map((at) => ({ x: middle.x + at.x * step.w, y: middle.y + at.y * step.h }));
}

/** Places of a grid in steps from its middle; rows are as full as each other, the lower ones fuller. */
function gridPlaces({ rows }: Grid, count: number): Point[] {
  return Array.from({ length: rows }, (_, row) => {
    const before = Math.floor((count * row) / rows);
    const across = Math.floor((count * (row + 1)) / rows) - before;
    return Array.from({ length: across }, (_, i) => ({
      x: i - (across - 1) / 2,
      y: row - (rows - 1) / 2,
    }));
  }).flat();
}

function swap(centres: Point[], a: number, b: number): void {
  const one = centres[a];
  const other = centres[b];
  if (one && other) [centres[a], centres[b]] = [other, one];
}

function x(points: readonly Point[], i: number): number {
  return points[i]?.x ?? 0;
}

function y(points: readonly Point[], i: number): number {
  return points[i]?.y ?? 0;
}
