import { describe, expect, it } from "vitest";
import { CAME } from "@/engine/vocabulary";
import { differingUs } from "./differing";
import { rowsOf } from "./rows";
import { EMPTY_SCORE, type Score } from "./score";

const BUCKET_US = 100_000;

/** Bytes between zones by bucket, and the instants of stale reads. */
function score(between: number[], staleUs: number[] = [], unanswered: number[] = []): Score {
  const { completions, buckets } = EMPTY_SCORE;
  return {
    ...EMPTY_SCORE,
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
    const stale = score([9, 9, 9, 9], [120_000, 150_000, 210_000]);
    expect(differingUs(stale, score([9, 9, 9, 9]), BUCKET_US)).toBe(300_000);
  });

  it("is where requests went unanswered, before what bytes say", () => {
    const failing = score([9, 9, 1, 9], [], [0, 7, 0, 0]);
    expect(differingUs(failing, score([9, 9, 9, 9]), BUCKET_US)).toBe(200_000);
  });

  it("is the last time that bytes differ clearly", () => {
    expect(differingUs(score([1, 90, 80, 9]), score([1, 9, 9, 9]), BUCKET_US)).toBe(300_000);
  });

  it("is nowhere where they are alike", () => {
    expect(differingUs(score([100, 100]), score([100, 101]), BUCKET_US)).toBeUndefined();
    expect(differingUs(EMPTY_SCORE, EMPTY_SCORE, BUCKET_US)).toBeUndefined();
  });
});
