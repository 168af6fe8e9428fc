/** A coast is an island's own, and what stands on the island is within it. */
import { describe, expect, test } from "vitest";
import type { Point, Rect } from "./geometry";
import { coast, coastPoint, INSIDE, type Inside, TIGHT_INSIDE } from "./island";

const RECT: Rect = { x: 100, y: 50, w: 260, h: 140 };
const SEEDS = Array.from({ length: 1000 }, (_, i) => `zone-${i}`);
/** What rounding to tenths of a pixel may take away. */
const ROUNDED_PX = 0.1;

/** Points along the curve that path data of `M` and `C` describes. */
function pointsOf(data: string): Point[] {
  const numbers = (data.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const points = Array.from({ length: numbers.length / 2 }, (_, i) => ({
    x: numbers[2 * i] as number,
    y: numbers[2 * i + 1] as number,
  }));
  const curve: Point[] = [];
  for (let i = 0; i + 3 < points.length; i += 3) {
    const [a, b, c, d] = points.slice(i, i + 4) as [Point, Point, Point, Point];
    for (let t = 0; t < 1; t += 0.25) {
      const u = 1 - t;
      const at = (k: "x" | "y") =>
        u ** 3 * a[k] + 3 * u * u * t * b[k] + 3 * u * t * t * c[k] + t ** 3 * d[k];
      curve.push({ x: at("x"), y: at("y") });
    }
  }
  return curve;
}

/** Seeds of islands whose coast runs through the box that is said to be within it. */
function cutOpen(inside: Inside, tight: boolean): string[] {
  const w = (RECT.w / 2) * inside.across - ROUNDED_PX;
  const h = (RECT.h / 2) * inside.down - ROUNDED_PX;
  const x = RECT.x + RECT.w / 2;
  const y = RECT.y + RECT.h / 2;
  return SEEDS.filter((seed) =>
    pointsOf(coast({ rect: RECT, seed, tight })).some(
      (at) => Math.abs(at.x - x) < w && Math.abs(at.y - y) < h,
    ),
  );
}

describe("a coast", () => {
  test("is the same for the same seed, and another for another", () => {
    const of = (seed: string) => coast({ rect: RECT, seed, tight: false });
    expect(of("Ohio")).toBe(of("Ohio"));
    expect(new Set(SEEDS.map(of)).size).toBe(SEEDS.length);
  });

  test.each([
    ["where there is room", INSIDE, false],
    ["where there is little room", TIGHT_INSIDE, true],
  ])("leaves what stands on the island within it, whatever the seed, %s", (_, inside, tight) => {
    expect(cutOpen(inside, tight)).toEqual([]);
  });

  test("that does not would be noticed", () => {
    const wider = { across: INSIDE.across + 0.04, down: INSIDE.down + 0.04 };
    expect(cutOpen(wider, false).length).toBeGreaterThan(SEEDS.length / 2);
  });

  test("keeps near its land: a link ends close to it", () => {
    const middle = { x: RECT.x + RECT.w / 2, y: RECT.y + RECT.h / 2 };
    for (const seed of SEEDS.slice(0, 100))
      for (const at of pointsOf(coast({ rect: RECT, seed, tight: false }))) {
        const port = coastPoint(RECT, at, false);
        expect(Math.hypot(port.x - at.x, port.y - at.y)).toBeLessThan(14);
        expect(Math.hypot(at.x - middle.x, at.y - middle.y)).toBeGreaterThan(0);
      }
  });

  test("lies within a line outside it", () => {
    const middle = { x: RECT.x + RECT.w / 2, y: RECT.y + RECT.h / 2 };
    const reach = (at: Point) => Math.hypot(at.x - middle.x, at.y - middle.y);
    for (const seed of SEEDS.slice(0, 100)) {
      const shape = { rect: RECT, seed, tight: false };
      const around = pointsOf(coast(shape, 12));
      for (const [i, at] of pointsOf(coast(shape)).entries())
        expect(reach(around[i] as Point)).toBeGreaterThan(reach(at));
    }
  });
});

describe("where a link meets a coast", () => {
  test("is on the straight line towards its other end, on the side of that", () => {
    const middle = { x: RECT.x + RECT.w / 2, y: RECT.y + RECT.h / 2 };
    expect(coastPoint(RECT, { x: 999, y: middle.y }, false)).toEqual({ x: 360, y: middle.y });
    expect(coastPoint(RECT, { x: middle.x, y: -999 }, false)).toEqual({ x: middle.x, y: 50 });
  });

  test("is further out by so many pixels", () => {
    const middle = { x: RECT.x + RECT.w / 2, y: RECT.y + RECT.h / 2 };
    expect(coastPoint(RECT, { x: 999, y: middle.y }, true, 5)).toEqual({ x: 365, y: middle.y });
  });

  test("is its upper side for the middle itself", () => {
    const middle = { x: RECT.x + RECT.w / 2, y: RECT.y + RECT.h / 2 };
    expect(coastPoint(RECT, middle, false)).toEqual({ x: middle.x, y: RECT.y });
  });
});
