/** The ways that messages take: a lane for each direction between zones, short bows inside one. */

import { PROJECTOR_SCALE } from "../typeSizes";
import {
  borderPoint,
  centreOf,
  cubicAt,
  cutCorners,
  holds,
  inset,
  measure,
  type Path,
  type Point,
  type Rect,
  shiftRight,
} from "./geometry";
import { coastPoint } from "./island";
import type { Layout } from "./layout";
import type { ZonePlace } from "./places";

export interface Lane {
  from: number;
  to: number;
  path: Path;
}

export interface Lanes {
  /** The lane from one zone to another; undefined inside a zone. */
  lane(from: number, to: number): Lane | undefined;
  /** The whole way from one node to another. */
  route(from: number, to: number): Path;
  /** Every unordered pair of zones, lower index first. */
  pairs: readonly { from: number; to: number }[];
}

const SAMPLES = 24;
/** How far each lane stands from the middle line of its link. */
const SIDE_PX = 5;
const SIDE_TIGHT_PX = 4;
/** How strongly a link may bend towards the middle of the map, or away, to go round a zone. */
const PULLS = [0, 0.3, 0.55, 0.8, 1, 1.25] as const;
const AISLES_PX = [22, 30, 44, 60] as const;

export function makeLanes(layout: Layout, scale = 1): Lanes {
  // Larger marks need more between what goes and what comes.
  const side = (layout.tight ? SIDE_TIGHT_PX : SIDE_PX) * Math.max(1, scale / PROJECTOR_SCALE);
  const rects = layout.zones.map((zone) => zone.rect);
  const middle = middleOf(rects);
  const lanes = new Map<number, Lane>();
  const pairs: { from: number; to: number }[] = [];
  for (let a = 0; a < rects.length; a++)
    for (let b = a + 1; b < rects.length; b++) {
      const line = linkLine({ rects, tight: layout.snug, middle }, a, b, side + 2);
      lanes.set(pairKey(a, b), { from: a, to: b, path: measure(shiftRight(line, side)) });
      line.reverse();
      lanes.set(pairKey(b, a), { from: b, to: a, path: measure(shiftRight(line, side)) });
      pairs.push({ from: a, to: b });
    }
  const routes = new Map<number, Path>();
  const lane = (from: number, to: number) => lanes.get(pairKey(from, to));
  return {
    lane,
    pairs,
    route(from, to) {
      const key = pairKey(from, to);
      const known = routes.get(key);
      if (known) return known;
      const made = routeOf(layout, lane, from, to);
      routes.set(key, made);
      return made;
    },
  };
}

function pairKey(from: number, to: number): number {
  return from * 65536 + to;
}

function middleOf(rects: readonly Rect[]): Point {
  let x = 0;
  let y = 0;
  for (const rect of rects) {
    const c = centreOf(rect);
    x += c.x / rects.length;
    y += c.y / rects.length;
  }
  return { x, y };
}

interface Coasts {
  rects: readonly Rect[];
  tight: boolean;
  /** Of the map. */
  middle: Point;
}

/** The middle line of a link: straight, or the least bent one that runs through no other zone. */
function linkLine(coasts: Coasts, a: number, b: number, clear: number): Point[] {
  const from = coasts.rects[a] as Rect;
  const to = coasts.rects[b] as Rect;
  const others = coasts.rects
    .filter((_, i) => i !== a && i !== b)
    .map((rect) => inset(rect, -clear));
  let best: Point[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const line of candidates(from, to, coasts)) {
    const inside = line.filter((p) => others.some((rect) => holds(rect, p.x, p.y))).length;
    if (inside < fewest) {
      fewest = inside;
      best = line;
    }
    if (inside === 0) break;
  }
  return best;
}

/** Px between a coast and where a link begins. */
const SHORE_PX = 5;

function* candidates(from: Rect, to: Rect, coasts: Coasts): Generator<Point[]> {
  for (const pull of PULLS) yield bentLine(from, to, coasts, pull);
  for (const pull of PULLS) yield bentLine(from, to, coasts, -pull);
  for (const reach of AISLES_PX) yield aisleLine(from, to, coasts.middle, reach);
}

/** Out of and into the sides that face the middle of the map, along the aisle between columns. */
function aisleLine(from: Rect, to: Rect, middle: Point, reach: number): Point[] {
  const a = centreOf(from);
  const b = centreOf(to);
  const half = (a.x + b.x) / 2;
  const sideOf = (c: Point) => Math.sign(middle.x - c.x) || Math.sign(half - c.x) || 1;
  const lean = Math.sign(b.y - a.y) * 0.3;
  const start = { x: a.x + (sideOf(a) * from.w) / 2, y: a.y + lean * from.h };
  const end = { x: b.x + (sideOf(b) * to.w) / 2, y: b.y - lean * to.h };
  const c1 = { x: start.x + sideOf(a) * reach, y: start.y + (end.y - start.y) * 0.1 };
  const c2 = { x: end.x + sideOf(b) * reach, y: end.y - (end.y - start.y) * 0.1 };
  return Array.from({ length: SAMPLES + 1 }, (_, i) => cubicAt(start, c1, c2, end, i / SAMPLES));
}

/** By the middle of its way, pulled towards the middle of the map; 0 = straight. */
function bentLine(from: Rect, to: Rect, { middle, tight }: Coasts, pull: number): Point[] {
  const a = centreOf(from);
  const b = centreOf(to);
  const half = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const bend = mix(half, middle, pull);
  const start = coastPoint(from, bend, tight, SHORE_PX);
  const end = coastPoint(to, bend, tight, SHORE_PX);
  const c1 = mix(start, bend, 2 / 3);
  const c2 = mix(end, bend, 2 / 3);
  return Array.from({ length: SAMPLES + 1 }, (_, i) =>
    pull === 0 ? mix(start, end, i / SAMPLES) : cubicAt(start, c1, c2, end, i / SAMPLES),
  );
}

function mix(a: Point, b: Point, t: number): Point {
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

function routeOf(
  layout: Layout,
  lane: (from: number, to: number) => Lane | undefined,
  from: number,
  to: number,
): Path {
  const a = layout.nodes[from];
  const b = layout.nodes[to];
  if (!a || !b) return measure([{ x: 0, y: 0 }]);
  if (a.zone === b.zone) return measure(localBow(a.rect, b.rect));
  const link = lane(a.zone, b.zone);
  if (!link) return measure([centreOf(a.rect), centreOf(b.rect)]);
  const points: Point[] = [];
  for (let i = 0; i < link.path.xs.length; i++)
    points.push({ x: link.path.xs[i] as number, y: link.path.ys[i] as number });
  const leave = wayOut(layout, from, points[0] as Point);
  const enter = wayOut(layout, to, points[points.length - 1] as Point).reverse();
  return measure([
    ...cutCorners(cutCorners([...leave, ...points.slice(0, 2)])),
    ...points.slice(2, -2),
    ...cutCorners(cutCorners([...points.slice(-2), ...enter])),
  ]);
}

/** Half of a large mark: what a way keeps from the cells that it passes. */
const CLEAR_PX = 6;

/** Cells of a zone up to which ways are found past them: two turns at any of their corners. */
const PASSED_MAX = 24;

/** From the edge of a node to its zone's port, past the other cells rather than over them. */
function wayOut(layout: Layout, node: number, port: Point): Point[] {
  const place = layout.nodes[node];
  if (!place) return [port];
  const { rect: zone, title } = layout.zones[place.zone] as ZonePlace;
  const others = layout.nodes.filter(({ zone, index }) => zone === place.zone && index !== node);
  // Among so many, cells are dots: nothing is covered, and ways round them would never be found.
  if (others.length > PASSED_MAX) return [nearestEdge(place.rect, port), port];
  const cells = others.map((other) => inset(other.rect, -CLEAR_PX));
  const walls = [...cells, { ...title, w: title.w * 0.6 }, inset(place.rect, 1)];
  const turns = [inset(zone, 7), inset(place.rect, -7), ...cells.map((cell) => inset(cell, -1))]
    .flatMap(cornersOf)
    .filter((corner) => holds(inset(zone, 2), corner.x, corner.y));
  const direct = cheapest(place.rect, port, [[], ...turns.map((turn) => [turn])], walls);
  if (direct.cost < STEP_INSIDE_COST) return direct.points;
  const doubled = turns.flatMap((first) => turns.map((second) => [first, second]));
  const round = cheapest(place.rect, port, doubled, walls);
  return round.cost < direct.cost ? round.points : direct.points;
}

interface Way {
  points: Point[];
  cost: number;
}

function cheapest(from: Rect, port: Point, ways: readonly Point[][], walls: Rect[]): Way {
  let best: Way = { points: [port], cost: Number.POSITIVE_INFINITY };
  for (const turns of ways) {
    const points = [nearestEdge(from, turns[0] ?? port), ...turns];
    const cost = costOf([...points, port], walls, best.cost);
    if (cost < best.cost) best = { points, cost };
  }
  return best;
}

function cornersOf(box: Rect): Point[] {
  const right = box.x + box.w;
  const bottom = box.y + box.h;
  return [
    { x: box.x, y: box.y },
    { x: right, y: box.y },
    { x: box.x, y: bottom },
    { x: right, y: bottom },
  ];
}

const STEP_PX = 6;
/** Dearer than any way round inside a zone. */
const STEP_INSIDE_COST = 1_000;

/** Length, with every step inside another cell counted many times; gives up beyond `most`. */
function costOf(points: readonly Point[], walls: readonly Rect[], most: number): number {
  let cost = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    const a = points[i] as Point;
    const b = points[i + 1] as Point;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    cost += length;
    const steps = Math.max(1, Math.ceil(length / STEP_PX));
    for (let s = 0; s <= steps && cost < most; s++) {
      const x = a.x + ((b.x - a.x) * s) / steps;
      const y = a.y + ((b.y - a.y) * s) / steps;
      for (const wall of walls) if (holds(wall, x, y)) cost += STEP_INSIDE_COST;
    }
  }
  return cost;
}

/** The point on a cell's edge nearest to a place outside it, away from its corners. */
function nearestEdge(rect: Rect, to: Point): Point {
  const pad = Math.min(14, rect.w / 3, rect.h / 3);
  const x = Math.min(rect.x + rect.w - pad, Math.max(rect.x + pad, to.x));
  const y = Math.min(rect.y + rect.h - pad, Math.max(rect.y + pad, to.y));
  const beside = to.x < rect.x || to.x > rect.x + rect.w;
  const above = to.y < rect.y || to.y > rect.y + rect.h;
  const outX = Math.max(rect.x - to.x, to.x - rect.x - rect.w);
  const outY = Math.max(rect.y - to.y, to.y - rect.y - rect.h);
  if (beside && (!above || outX >= outY)) return { x: to.x < rect.x ? rect.x : rect.x + rect.w, y };
  if (above) return { x, y: to.y < rect.y ? rect.y : rect.y + rect.h };
  return borderPoint(rect, to);
}

const BOW_LEAST_PX = 28;

/** A short bow between two cells of one zone; each direction bows to its own right. */
function localBow(a: Rect, b: Rect): Point[] {
  const start = nearestEdge(a, centreOf(b));
  const end = nearestEdge(b, centreOf(a));
  if (Math.hypot(end.x - start.x, end.y - start.y) < BOW_LEAST_PX) return handle(a, b);
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const size = Math.hypot(dx, dy) || 1;
  const bow = Math.min(16, 5 + size * 0.1);
  const side = { x: (-dy / size) * bow, y: (dx / size) * bow };
  const lift = 0.35;
  const c1 = { x: start.x + dx * lift + side.x, y: start.y + dy * lift + side.y };
  const c2 = { x: end.x - dx * lift + side.x, y: end.y - dy * lift + side.y };
  const shift = { x: (side.x / bow) * 3, y: (side.y / bow) * 3 };
  return Array.from({ length: 13 }, (_, i) => {
    const p = cubicAt(start, c1, c2, end, i / 12);
    return { x: p.x + shift.x, y: p.y + shift.y };
  });
}

const HANDLE_PX = 9;

/** Between cells that almost touch: out of one side and into the same side of the other. */
function handle(a: Rect, b: Rect): Point[] {
  const from = centreOf(a);
  const to = centreOf(b);
  const upright = Math.abs(to.y - from.y) >= Math.abs(to.x - from.x);
  // To the right of the direction of travel, so that there and back take different sides.
  const side = upright ? -Math.sign(to.y - from.y) : Math.sign(to.x - from.x);
  const edge = (rect: Rect, c: Point, reach: number): Point =>
    upright
      ? { x: c.x + side * (rect.w / 2 + reach), y: c.y }
      : { x: c.x, y: c.y + side * (rect.h / 2 + reach) };
  const reach = HANDLE_PX * 1.35;
  return Array.from({ length: 13 }, (_, i) =>
    cubicAt(edge(a, from, 0), edge(a, from, reach), edge(b, to, reach), edge(b, to, 0), i / 12),
  );
}
