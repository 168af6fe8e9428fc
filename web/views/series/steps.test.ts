import { describe, expect, it } from "vitest";
import type { Buckets } from "@/model/series/buckets";
import {
  groupFor,
  kindsIn,
  layersOf,
  peakOf,
  type Step,
  stepsOf,
  stepsWithin,
  summed,
  sumWithin,
} from "./steps";

const BUCKET_US = 100_000;

/** Two kinds, of which the second carries nothing. */
function buckets(first: number, ...bytes: number[]): Buckets {
  const between = Float64Array.from(bytes.flatMap((b) => [b, 0]));
  const inside = between.map((b) => 2 * b);
  const ended = Float64Array.from(bytes.flatMap((b) => [b, 1, 0]));
  return { first, count: bytes.length, kinds: 2, between, inside, ended };
}

describe("steps of a picture", () => {
  it("are as fine as they can be told apart", () => {
    expect(groupFor(20e6, 700, BUCKET_US)).toBe(1);
    expect(groupFor(60e6, 700, BUCKET_US)).toBe(5);
    expect(groupFor(600e6, 300, BUCKET_US)).toBe(100);
  });

  it("hold bytes a second, and leave out what is not whole yet", () => {
    const { steps, endUs } = stepsOf(buckets(0, 10, 20, 30), "between", BUCKET_US, 1, 250_000);
    expect(steps.map(({ fromUs, sum }) => [fromUs, sum])).toEqual([
      [0, 100],
      [100_000, 200],
    ]);
    expect(endUs).toBe(200_000);
  });

  it("hold requests a second by how they ended", () => {
    const { steps } = stepsOf(buckets(0, 10, 20), "ended", BUCKET_US, 1, 1e6);
    expect(steps.map(({ rates }) => [...rates])).toEqual([
      [100, 10, 0],
      [200, 10, 0],
    ]);
  });

  it("begin at multiples of their width, so that they stay where they are", () => {
    const taken = stepsOf(buckets(3, 1, 2, 3, 4, 5), "inside", BUCKET_US, 2, 1e6);
    expect(taken.steps.map(({ fromUs, sum }) => [fromUs, sum])).toEqual([
      [400_000, (2 * (2 + 3) * 1e6) / 200_000],
      [600_000, (2 * (4 + 5) * 1e6) / 200_000],
    ]);
  });

  it("are drawn where they are seen, those at the edges whole", () => {
    const all = stepsOf(buckets(0, 1, 2, 3, 4, 5), "between", BUCKET_US, 1, 1e6);
    const seen = stepsWithin(all, 150_000, 310_000);
    expect(seen.steps.map(({ fromUs }) => fromUs)).toEqual([100_000, 200_000, 300_000]);
    expect(seen.endUs).toBe(400_000);
    expect(stepsWithin(all, 0, 1e6)).toBe(all);
  });

  it("are summed over a stretch, buckets at its ends included", () => {
    const within = (from_us: number, to_us: number) =>
      sumWithin(buckets(3, 1, 2, 3, 4), "between", BUCKET_US, { from_us, to_us });
    expect(within(0, 1e6)).toBe(10);
    expect(within(450_000, 500_001)).toBe(2 + 3);
    expect(within(0, 200_000)).toBe(0);
    expect(within(800_000, 900_000)).toBe(0);
  });

  it("are told in words as those of one bucket each", () => {
    const of = (untilUs: number, ...bytes: number[]) =>
      summed(buckets(3, ...bytes), "between", BUCKET_US, untilUs);
    const taken = stepsOf(buckets(3, 1, 4, 2, 9), "between", BUCKET_US, 1, 650_000);
    const { fromUs, sum } = peakOf(taken) as Step;
    expect(of(650_000, 1, 4, 2, 9)).toEqual({ kinds: kindsIn(taken), peak: { fromUs, rate: sum } });
    expect(of(1e6, 0, 0)).toEqual({ kinds: [], peak: { fromUs: 300_000, rate: 0 } });
    expect(of(0, 1, 4).kinds).toEqual([]);
  });

  it("are stacked by the kinds that carried anything", () => {
    const taken = stepsOf(buckets(0, 10, 20), "between", BUCKET_US, 1, 1e6);
    expect(kindsIn(taken)).toEqual([0]);
    const [layer] = layersOf(taken, [0]);
    expect(layer?.map(([low, high]) => [low, high])).toEqual([
      [0, 100],
      [0, 200],
      [0, 200],
    ]);
    expect(peakOf(taken)?.fromUs).toBe(100_000);
  });
});
