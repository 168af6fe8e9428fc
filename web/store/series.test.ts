import { describe, expect, it } from "vitest";

import { EMPTY_SERIES, mergeSeries, SERIES_BUCKETS_MAX, seriesAfter } from "./series";

function fresh(first: number, ...buckets: number[]) {
  return { first, kinds: 2, values: Float64Array.from(buckets.flatMap((b) => [b, -b])) };
}

describe("the window of buckets", () => {
  it("starts with what comes first", () => {
    const window = mergeSeries(EMPTY_SERIES, fresh(0, 1, 2));
    expect(window).toMatchObject({ first: 0, count: 2, kinds: 2 });
    expect([...window.values]).toEqual([1, -1, 2, -2]);
  });

  it("asks again for the bucket that is still filling and replaces it", () => {
    const kept = mergeSeries(EMPTY_SERIES, fresh(0, 1, 2));
    expect(seriesAfter(kept)).toBe(0);
    const window = mergeSeries(kept, fresh(1, 5, 6));
    expect([...window.values]).toEqual([1, -1, 5, -5, 6, -6]);
  });

  it("forgets the oldest beyond its bound", () => {
    let window = EMPTY_SERIES;
    for (let at = 0; at < SERIES_BUCKETS_MAX + 20; at += 1)
      window = mergeSeries(window, fresh(at, at));
    expect(window).toMatchObject({ first: 20, count: SERIES_BUCKETS_MAX });
    expect(window.values[0]).toBe(20);
    expect(window.values.at(-2)).toBe(SERIES_BUCKETS_MAX + 19);
  });

  it("takes one long piece that is beyond the bound by itself", () => {
    const long = fresh(0, ...Array.from({ length: 600 }, (_, i) => i));
    const window = mergeSeries(EMPTY_SERIES, long);
    expect(window).toMatchObject({ first: 120, count: SERIES_BUCKETS_MAX });
    expect(window.values[0]).toBe(120);
  });

  it("starts anew after a gap", () => {
    const window = mergeSeries(mergeSeries(EMPTY_SERIES, fresh(0, 1)), fresh(9, 4));
    expect(window).toMatchObject({ first: 9, count: 1 });
  });

  it("keeps its identity when nothing came", () => {
    const kept = mergeSeries(EMPTY_SERIES, fresh(0, 1));
    expect(mergeSeries(kept, { first: 0, kinds: 2, values: new Float64Array() })).toBe(kept);
  });
});
