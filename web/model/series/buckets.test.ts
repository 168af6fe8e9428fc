import { describe, expect, it } from "vitest";
import { BUCKETS_MAX, bucketsAfter, bucketsUntil, mergeBuckets, NO_BUCKETS } from "./buckets";

/** Buckets of one kind from a number on; inside zones ten times as much, and as many reads. */
function fresh(first: number, ...bytes: number[]) {
  const values = Float64Array.from(bytes);
  const none = values.map(() => 0);
  const inside = values.map((b) => 10 * b);
  return { first, kinds: 1, values, inside, reads: values, writes: none, unanswered: none };
}

describe("buckets of time", () => {
  it("are asked for again from the one that was still filling", () => {
    const kept = mergeBuckets(NO_BUCKETS, fresh(0, 1, 2), false);
    expect(bucketsAfter(NO_BUCKETS)).toBe(-1);
    expect(bucketsAfter(kept)).toBe(0);
    const later = mergeBuckets(kept, fresh(1, 5, 6), false);
    expect([...later.between]).toEqual([1, 5, 6]);
    expect([...later.inside]).toEqual([10, 50, 60]);
    expect([...later.ended]).toEqual([1, 0, 0, 5, 0, 0, 6, 0, 0]);
  });

  it("stay known when the run goes back, also the one that it stands in", () => {
    const kept = mergeBuckets(NO_BUCKETS, fresh(0, 1, 2, 3, 4), false);
    expect(mergeBuckets(kept, fresh(1, 1), false)).toBe(kept);
    expect(mergeBuckets(kept, fresh(0), false)).toBe(kept);
  });

  it("are others when the past was changed, or after a gap", () => {
    const kept = mergeBuckets(NO_BUCKETS, fresh(0, 1, 2, 3, 4), false);
    expect([...mergeBuckets(kept, fresh(0, 1, 9), true).between]).toEqual([1, 9]);
    expect(mergeBuckets(kept, fresh(8, 1), false)).toMatchObject({ first: 8, count: 1 });
  });

  it("are bounded: the oldest go", () => {
    const long = Array.from({ length: BUCKETS_MAX }, (_, i) => i);
    const kept = mergeBuckets(NO_BUCKETS, fresh(0, ...long), false);
    const more = mergeBuckets(kept, fresh(BUCKETS_MAX, 7, 8), false);
    expect(more).toMatchObject({ first: 2, count: BUCKETS_MAX });
    expect(more.between[0]).toBe(2);
    expect(more.between.at(-1)).toBe(8);
  });

  it("are seen up to an instant, its own bucket included", () => {
    const kept = mergeBuckets(NO_BUCKETS, fresh(2, 1, 2, 3), false);
    expect([...bucketsUntil(kept, 350_000, 100_000).between]).toEqual([1, 2]);
    expect(bucketsUntil(kept, 900_000, 100_000)).toBe(kept);
    expect(bucketsUntil(kept, 10_000, 100_000).count).toBe(0);
  });
});
