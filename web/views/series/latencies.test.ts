import { describe, expect, it } from "vitest";
import { CAME } from "@/engine/vocabulary";
import { rowsOf } from "@/model/series/rows";
import type { Came, Completions } from "@/model/series/series";
import { type Dot, dotOf, extentOf, mediansOf, summaryOf, unbroken } from "./latencies";

interface Ended {
  at: number;
  took: number;
  came?: Came;
  wrote?: boolean;
}

function completions(...rows: Ended[]): Completions {
  return rowsOf({
    request: Float64Array.from(rows, (_, i) => i + 1),
    at_us: Float64Array.from(rows, ({ at }) => at),
    latency_us: Float64Array.from(rows, ({ took }) => took),
    workload: new Uint16Array(rows.length),
    wrote: Uint8Array.from(rows, ({ wrote = false }) => Number(wrote)),
    came: Uint8Array.from(rows, ({ came = "answered" }) => CAME.indexOf(came)),
    stale_us: new Uint32Array(rows.length),
    bound_us: new Uint32Array(rows.length),
  });
}

function dot(came: Came, hideVerdicts: boolean, wrote = false): Dot {
  return dotOf(completions({ at: 1, took: 1, came, wrote }), 0, hideVerdicts);
}

describe("requests over time", () => {
  it("tell reads from writes, and what went wrong from both", () => {
    expect(CAME.map((came) => dot(came, false))).toEqual([
      "read",
      "past",
      "stale",
      "stale",
      "unanswered",
      "unanswered",
    ]);
    expect(dot("answered", false, true)).toBe("write");
  });

  it("tell no verdict before a lesson's question is answered", () => {
    for (const came of ["past", "stale", "broken"] as const) expect(dot(came, true)).toBe("read");
  });

  it("are summed up over a stretch, failures apart", () => {
    const all = completions(
      { at: 1, took: 900 },
      { at: 5, took: 10 },
      { at: 6, took: 30, came: "stale" },
      { at: 7, took: 5_000, came: "failed" },
      { at: 8, took: 20, wrote: true },
    );
    expect(summaryOf(all, 1, 8)).toMatchObject({
      reads: { answered: 2, medianUs: 10, p99Us: 30 },
      writes: { answered: 1, medianUs: 20 },
      stale: 1,
      unanswered: 1,
    });
    expect(summaryOf(all, 8, 9).reads).toMatchObject({ answered: 0, medianUs: undefined });
    expect(extentOf([all])).toEqual([10, 5_000]);
    expect(extentOf([completions()])).toBeUndefined();
  });

  it("are the same summed up as they come, at once, and after going back", () => {
    const ended = Array.from({ length: 300 }, (_, i) => ({ at: i, took: (i * 89) % 97 }));
    const all = completions(...ended);
    for (const until of [10, 40, 41, 299, 120]) {
      const afresh = completions(...ended);
      expect(summaryOf(all, 5, until)).toEqual(summaryOf(afresh, 5, until));
    }
  });

  it("have a median of reads and one of writes for each stretch in which any was answered", () => {
    const all = completions(
      { at: 5, took: 10 },
      { at: 9, took: 30 },
      { at: 12, took: 50, wrote: true },
      { at: 25, took: 7 },
    );
    const medians = {
      reads: [
        { fromUs: 0, toUs: 10, us: 10 },
        { fromUs: 20, toUs: 30, us: 7 },
      ],
      writes: [{ fromUs: 10, toUs: 20, us: 50 }],
    };
    expect(mediansOf(all, 0, 30, 10)).toEqual(medians);
    expect(mediansOf(all, 0, 30, 10)).toEqual(medians);
  });

  it("have no line through an outage", () => {
    const all = completions(
      { at: 5, took: 10 },
      { at: 15, took: 20 },
      { at: 28, took: 5_000, came: "failed" },
      { at: 45, took: 30 },
    );
    const { reads } = mediansOf(all, 0, 50, 10);
    expect(unbroken(reads).map((steps) => steps.map(({ fromUs }) => fromUs))).toEqual([
      [0, 10],
      [40],
    ]);
  });

  it("are summed up from two instants on as from each alone", () => {
    const ended = Array.from({ length: 90 }, (_, i) => ({ at: i, took: (i * 89) % 97 }));
    const all = completions(...ended);
    for (const until of [40, 60, 89])
      for (const from of [-1, 30])
        expect(summaryOf(all, from, until)).toEqual(summaryOf(completions(...ended), from, until));
  });
});
