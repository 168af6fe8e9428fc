import { describe, expect, it } from "vitest";
import { CAME } from "@/engine/vocabulary";
import { rowsOf } from "@/model/series/rows";
import type { Came, Completions } from "@/model/series/series";
import { ageOf, agesOf, boundsOf, hasAges } from "./ages";

interface Read {
  at: number;
  old?: number;
  bound?: number;
  came?: Came;
  wrote?: boolean;
}

function completions(...rows: Read[]): Completions {
  return rowsOf({
    request: Float64Array.from(rows, (_, i) => i + 1),
    at_us: Float64Array.from(rows, ({ at }) => at),
    latency_us: new Float64Array(rows.length),
    workload: new Uint16Array(rows.length),
    wrote: Uint8Array.from(rows, ({ wrote = false }) => Number(wrote)),
    came: Uint8Array.from(rows, ({ came = "answered" }) => CAME.indexOf(came)),
    stale_us: Uint32Array.from(rows, ({ old = 0 }) => old),
    bound_us: Uint32Array.from(rows, ({ bound = 0 }) => bound),
  });
}

describe("ages of reads", () => {
  it("are those of reads that were answered, and 0 where nothing was missed", () => {
    const all = completions(
      { at: 1 },
      { at: 2, old: 30, came: "past" },
      { at: 3, wrote: true },
      { at: 4, came: "failed" },
      { at: 5, old: 70, came: "stale" },
    );
    const rows = [0, 1, 2, 3, 4];
    expect(rows.map((row) => ageOf(all, row))).toEqual([0, 30, undefined, undefined, 70]);
    expect(agesOf(all, 0, 5)).toEqual({ reads: 3, old: 2, oldestUs: 70 });
    expect(agesOf(all, 2, 4)).toEqual({ reads: 0, old: 0, oldestUs: 0 });
  });

  it("have the bounds of those that read, from the first to the last", () => {
    const all = completions({ at: 1, bound: 9 }, { at: 2, bound: 5 }, { at: 3, bound: 9 });
    expect(boundsOf(all)).toEqual([
      { us: 5, fromUs: 2, toUs: 2 },
      { us: 9, fromUs: 1, toUs: 3 },
    ]);
  });

  it("are no story where nobody reads the past and nothing is missed", () => {
    expect(hasAges(completions({ at: 1 }))).toBe(false);
    expect(hasAges(completions({ at: 1, bound: 5 }))).toBe(true);
    expect(hasAges(completions({ at: 1, old: 5 }))).toBe(true);
  });
});
