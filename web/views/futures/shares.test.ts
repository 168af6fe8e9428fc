import { expect, it } from "vitest";

import type { PlayedFuture } from "@/engine/lens";
import { binsOf, figureOf, mostOpen, percentile } from "./shares";

it("chooses the outcome of which chance decides most", () => {
  const shares = (...came: number[]) =>
    came.map((one) => ({ came: one, runs: 200, low: 0, high: 1 }));
  expect([mostOpen(shares(0, 200, 30, 190)), mostOpen(shares(0, 200)), mostOpen([])]).toEqual([
    2, 0, 0,
  ]);
});

it("counts every figure in one bin", () => {
  expect(binsOf([])).toEqual([]);
  expect(binsOf([3, 3])).toEqual([{ from: 3, to: 4, count: 2 }]);
  expect(binsOf([0, 2, 2, 1])).toEqual([
    { from: 0, to: 1, count: 1 },
    { from: 1, to: 2, count: 1 },
    { from: 2, to: 3, count: 2 },
  ]);
  const many = Array.from({ length: 1_000 }, (_, place) => place * 0.37);
  const bins = binsOf(many);
  expect(bins).toHaveLength(24);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(1_000);
  expect(bins.at(-1)?.to).toBeCloseTo(999 * 0.37);
});

it("takes figures as they are, or as a part of another", () => {
  const of = (...figures: (number | null)[]) => figureOf({ answer: { figures } } as PlayedFuture);
  expect([of(6), of(6, 4), of(6, 0), of(null), of()]).toEqual([
    6,
    1.5,
    undefined,
    undefined,
    undefined,
  ]);
});

it("has percentiles that are figures of futures", () => {
  const sorted = [1, 2, 3, 4];
  expect([0, 25, 50, 75, 100].map((percent) => percentile(sorted, percent))).toEqual([
    1, 1, 2, 3, 4,
  ]);
});
