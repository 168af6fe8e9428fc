import { describe, expect, it } from "vitest";
import { histogramPicture, markAt } from "./histogram";

/** 1, 2, 5 steps from 1 us to 10 s. */
const upper_us = Float64Array.from(
  Array.from({ length: 22 }, (_, i) => ([1, 2, 5][i % 3] ?? 1) * 10 ** Math.floor(i / 3)),
);

function counts(at: Record<number, number>): Float64Array {
  const values = new Float64Array(upper_us.length);
  for (const [bucket, count] of Object.entries(at)) values[Number(bucket)] = count;
  return values;
}

describe("the latency histogram", () => {
  it("is nothing while nothing has completed", () => {
    expect(histogramPicture(counts({}), upper_us, 268, 60)).toBeUndefined();
  });

  it("stands on whole decades around the data", () => {
    const picture = histogramPicture(counts({ 7: 10, 10: 20 }), upper_us, 200, 60);
    expect(picture?.x.domain()).toEqual([100, 10_000]);
    expect(picture?.ticks_us).toEqual([100, 1000, 10_000]);
    expect(picture?.bars.map((bar) => [bar.low_us, bar.high_us, bar.count])).toEqual([
      [100, 200, 10],
      [1000, 2000, 20],
    ]);
  });

  it("has heights in proportion, and nothing that happened is invisible", () => {
    const picture = histogramPicture(counts({ 7: 1, 8: 500, 9: 1000 }), upper_us, 268, 60);
    expect(picture?.bars.map((bar) => bar.height)).toEqual([2, 30, 60]);
  });

  it("keeps every count when narrow buckets are merged", () => {
    const fine = Float64Array.from(Array.from({ length: 400 }, (_, i) => 100 * 1.02 ** i));
    const many = Float64Array.from(fine, (_, i) => i % 7);
    const picture = histogramPicture(many, fine, 268, 60);
    const sum = picture?.bars.reduce((a, bar) => a + bar.count, 0);
    expect(sum).toBe(many.reduce((a, b) => a + b, 0));
    expect(Math.min(...(picture?.bars.map((bar) => bar.width) ?? []))).toBeGreaterThanOrEqual(1);
  });

  it("copes with an open last bucket and with one below 1 us", () => {
    const open = Float64Array.of(0, 10, Number.POSITIVE_INFINITY);
    const picture = histogramPicture(Float64Array.of(1, 0, 1), open, 100, 60);
    expect(picture?.bars).toHaveLength(2);
    expect(picture?.bars.every((bar) => Number.isFinite(bar.x) && Number.isFinite(bar.width))).toBe(
      true,
    );
  });

  it("holds marks inside of the axis", () => {
    const picture = histogramPicture(counts({ 7: 1 }), upper_us, 100, 60);
    if (picture === undefined) throw new Error("a picture was expected");
    expect(markAt(picture, 1)).toBe(0);
    expect(markAt(picture, 1e9)).toBeCloseTo(100, 6);
  });
});
