/** The coast of an island around a box: soft, never the same twice, the same for the same id. Pure. */

import type { Point, Rect } from "./geometry";

/** How square an island is: 2 is an ellipse, more fills its box further. */
const SQUARENESS = 3.2;
const TIGHT_SQUARENESS = 6;
/** How far a coast strays from the curve, as a share of its half axes. */
const WOBBLE = 0.026;
const TIGHT_WOBBLE = 0.008;
/** The share of that by which it strays inwards: what stands on the island stays within the coast. */
const INWARD = 0.22;
const POINTS = 44;
/** Px outside at which a coast has lost half its wobble. */
const SMOOTH_PX = 28;

/** Share of a box across and down that lies inside its coast, whatever the id. */
export interface Inside {
  across: number;
  down: number;
}

export const INSIDE: Inside = { across: 0.86, down: 0.7 };
export const TIGHT_INSIDE: Inside = { across: 0.93, down: 0.82 };

export interface IslandShape {
  /** The land. */
  rect: Rect;
  /** What its coast looks like. */
  seed: string;
  /** There is little room: it fills its box further. */
  tight: boolean;
}

/** SVG path data of the coast, or of a line some px outside it. */
export function coast(shape: IslandShape, outside = 0): string {
  return closedCurve(coastPoints(shape, outside, POINTS));
}

/** So many points of the coast, clockwise from the right. */
export function coastPoints(
  { rect, seed, tight }: IslandShape,
  outside: number,
  count: number,
): Point[] {
  const waves = wavesOf(seed);
  const n = tight ? TIGHT_SQUARENESS : SQUARENESS;
  const wobble = (tight ? TIGHT_WOBBLE : WOBBLE) / (1 + outside / SMOOTH_PX);
  const middle = { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const across = Math.cos(angle);
    const down = Math.sin(angle);
    const reach = (Math.abs(across) ** n + Math.abs(down) ** n) ** (-1 / n);
    let off = 0;
    for (const { times, size, from } of waves) off += size * Math.sin(times * angle + from);
    const stray = 1 + wobble * (off < 0 ? off * INWARD : off);
    const beyond = outside * reach * 0.9;
    return {
      x: middle.x + ((rect.w / 2) * reach * stray + beyond) * across,
      y: middle.y + ((rect.h / 2) * reach * stray + beyond) * down,
    };
  });
}

/** Where the straight line from the middle of an island towards a point crosses its coast. */
export function coastPoint(rect: Rect, toward: Point, tight: boolean, outside = 0): Point {
  const n = tight ? TIGHT_SQUARENESS : SQUARENESS;
  const x = rect.x + rect.w / 2;
  const y = rect.y + rect.h / 2;
  const dx = toward.x - x;
  const dy = toward.y - y;
  if (dx === 0 && dy === 0) return { x, y: rect.y };
  const a = rect.w / 2 + outside;
  const b = rect.h / 2 + outside;
  const share = ((Math.abs(dx) / a) ** n + (Math.abs(dy) / b) ** n) ** (-1 / n);
  return { x: x + dx * share, y: y + dy * share };
}

interface Wave {
  /** How often round the coast. */
  times: number;
  size: number;
  /** Where it begins, in radians. */
  from: number;
}

function wavesOf(seed: string): Wave[] {
  const next = numbersOf(seed);
  return [2, 3, 5].map((times, i) => ({
    times,
    size: 0.9 - i * 0.2 + next() * 0.3,
    from: next() * 2 * Math.PI,
  }));
}

/** Numbers from 0 to 1 that only the seed decides. */
function numbersOf(seed: string): () => number {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A closed curve through the points (Catmull-Rom, as cubic pieces). */
function closedCurve(points: readonly Point[]): string {
  const at = (i: number) => points[(i + points.length) % points.length] as Point;
  const one = (value: number) => value.toFixed(1);
  const first = at(0);
  let data = `M${one(first.x)} ${one(first.y)}`;
  points.forEach((from, i) => {
    const before = at(i - 1);
    const to = at(i + 1);
    const after = at(i + 2);
    const out = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const into = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    data += `C${one(out.x)} ${one(out.y)} ${one(into.x)} ${one(into.y)} ${one(to.x)} ${one(to.y)}`;
  });
  return `${data}Z`;
}
