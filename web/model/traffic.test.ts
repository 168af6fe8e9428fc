import { describe, expect, it } from "vitest";
import {
  type Cube,
  crossZoneByKind,
  largestAcross,
  measuredSpan,
  monthlyUsd,
  pairBytes,
  pairMatrix,
  priceOf,
  shade,
  total,
  withFraming,
} from "./traffic";

/** Two zones, two kinds: inside zone 0, 0 to 1, 1 to 0, inside zone 1. */
const cube: Cube = {
  zones: 2,
  kinds: 2,
  bytes: Float64Array.of(1, 2, 10, 20, 100, 200, 1000, 2000),
};

describe("the byte cube", () => {
  it("sums only what crosses between different zones", () => {
    expect([...crossZoneByKind(cube)]).toEqual([110, 220]);
  });

  it("keeps directions apart", () => {
    expect(pairBytes(cube, 0, 1, "all")).toBe(30);
    expect(pairBytes(cube, 1, 0, "all")).toBe(300);
    expect(pairBytes(cube, 1, 0, 1)).toBe(200);
  });

  it("adds up to the same total by pair and by kind", () => {
    expect(total(pairMatrix(cube, "all"))).toBe(total(cube.bytes));
    expect([...pairMatrix(cube, 0)]).toEqual([1, 10, 100, 1000]);
  });

  it("adds framing without changing the payload", () => {
    const framing = Float64Array.of(5, 0, 5, 0, 5, 0, 5, 0);
    expect([...withFraming(cube.bytes, framing)]).toEqual([6, 2, 15, 20, 105, 200, 1005, 2000]);
    expect(cube.bytes[0]).toBe(1);
  });
});

describe("shading", () => {
  it("measures against the largest cell between zones, not within one", () => {
    expect(largestAcross(pairMatrix(cube, "all"), 2)).toBe(300);
  });

  it("leaves an empty cell unshaded and a nearly empty one visible", () => {
    expect(shade(0, 300)).toBe(0);
    expect(shade(0.001, 300)).toBe(0.06);
    expect(shade(75, 300)).toBe(0.5);
    expect(shade(300, 300)).toBe(1);
    expect(shade(900, 300)).toBe(1);
    expect(shade(5, 0)).toBe(0);
  });
});

describe("money", () => {
  it("prices each direction of a link apart, and nothing inside a zone", () => {
    const links = [
      { from: 0, to: 0, usd_per_gb: 9 },
      { from: 0, to: 1, usd_per_gb: 0.02 },
      { from: 1, to: 0, usd_per_gb: 0.05 },
    ];
    expect(priceOf(cube, links)).toBeCloseTo((30 * 0.02 + 300 * 0.05) / 1e9, 18);
  });

  it("carries what was spent in the window to 30 days", () => {
    const links = [{ from: 0, to: 1, usd_per_gb: 1e9 }];
    const warm = cube.bytes.map((bytes) => bytes / 3);
    const none = new Float64Array(0);
    const month = 30 * 24 * 3600;
    expect(monthlyUsd(cube, none, links, measuredSpan(0, 30e6))).toBeCloseTo(month, 6);
    expect(monthlyUsd(cube, warm, links, measuredSpan(10e6, 30e6))).toBeCloseTo(month, 6);
  });

  it("does not divide by no time", () => {
    const none = new Float64Array(0);
    expect(monthlyUsd(cube, none, [], measuredSpan(0, 0))).toBeUndefined();
    expect(measuredSpan(10, 5)).toEqual({ from_us: 5, to_us: 5 });
  });
});
