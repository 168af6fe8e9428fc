import { describe, expect, it } from "vitest";
import { rowsOf } from "@/model/series/rows";
import type { Leads } from "@/model/series/series";
import { hasChanges, leadingOf, mostOf } from "./leading";

/** Rows of [instant, range, node, leads]; the second leader's term is 2. */
function leads(...rows: [number, number, number, 0 | 1][]): Leads {
  return rowsOf({
    at_us: Float64Array.from(rows, ([us]) => us),
    range: Uint32Array.from(rows, ([, range]) => range),
    node: Uint16Array.from(rows, ([, , node]) => node),
    began: Uint8Array.from(rows, ([, , , on]) => on),
    term: Float64Array.from(rows, ([, , node, on]) => (on === 1 ? node + 1 : 0)),
  });
}

describe("who leads", () => {
  it("may be two at once, each by its own belief", () => {
    const stale = leads([10, 0, 0, 1], [50, 0, 1, 1], [80, 0, 0, 0]);
    const byNode = leadingOf(stale, 100);
    expect(byNode.get(0)).toEqual([{ fromUs: 10, toUs: 80, count: 1, term: 1 }]);
    expect(byNode.get(1)).toEqual([{ fromUs: 50, toUs: 100, count: 1, term: 2 }]);
    expect(hasChanges(stale)).toBe(true);
  });

  it("is counted in ranges, and one instant is one stretch", () => {
    const many = leads([10, 0, 3, 1], [10, 1, 3, 1], [20, 2, 3, 1], [40, 0, 3, 0]);
    expect(leadingOf(many, 60).get(3)).toEqual([
      { fromUs: 10, toUs: 20, count: 2, term: 4 },
      { fromUs: 20, toUs: 40, count: 3, term: 4 },
      { fromUs: 40, toUs: 60, count: 2, term: 4 },
    ]);
    expect(mostOf(leadingOf(many, 60))).toBe(3);
    expect(leadingOf(many, 15).get(3)).toEqual([{ fromUs: 10, toUs: 15, count: 2, term: 4 }]);
  });

  it("has no story where each range got its first leader and kept it", () => {
    expect(hasChanges(leads([10, 0, 0, 1], [12, 1, 1, 1]))).toBe(false);
  });
});
