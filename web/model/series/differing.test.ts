import { describe, expect, it } from "vitest";
import { CAME } from "@/engine/vocabulary";
import { differingUs } from "./differing";
import { rowsOf } from "./rows";
import { EMPTY_SERIES, type RunSeries } from "./series";

const BUCKET_US = 100_000;

/** Bytes between zones by bucket, and the instants of stale reads. */
function series(between: number[], staleUs: number[] = [], unanswered: number[] = []): RunSeries {
  const { completions, buckets } = EMPTY_SERIES;
  return {
    ...EMPTY_SERIES,
    buckets: {
      ...buckets,
      count: between.length,
      kinds: 1,
      between: Float64Array.from(between),
      inside: new Float64Array(between.length),
      ended: Float64Array.from(between.flatMap((_, i) => [5, 0, unanswered[i] ?? 0])),
    },
    completions: rowsOf({
      ...completions.columns,
      request: Float64Array.from(staleUs),
      at_us: Float64Array.from(staleUs),
      came: Uint8Array.from(staleUs, () => CAME.indexOf("stale")),
    }),
  };
}

describe("where two runs differ", () => {
  it("is where stale reads end that only one of them has, although both are healthy later", () => {
    const stale = series([9, 9, 9, 9], [120_000, 150_000, 210_000]);
    expect(differingUs(stale, series([9, 9, 9, 9]), BUCKET_US)).toBe(300_000);
  });

  it("is where requests went unanswered, before what bytes say", () => {
    const failing = series([9, 9, 1, 9], [], [0, 7, 0, 0]);
    expect(differingUs(failing, series([9, 9, 9, 9]), BUCKET_US)).toBe(200_000);
  });

  it("is the last time that bytes differ clearly", () => {
    expect(differingUs(series([1, 90, 80, 9]), series([1, 9, 9, 9]), BUCKET_US)).toBe(300_000);
  });

  it("is nowhere where they are alike", () => {
    expect(differingUs(series([100, 100]), series([100, 101]), BUCKET_US)).toBeUndefined();
    expect(differingUs(EMPTY_SERIES, EMPTY_SERIES, BUCKET_US)).toBeUndefined();
  });
});
