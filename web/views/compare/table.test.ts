import { describe, expect, it } from "vitest";

import type { Comparison, ComparisonRow } from "@/engine/types";
import { csvOf, proofOf, rowsOf } from "./table";

function row(changes: Partial<ComparisonRow>): ComparisonRow {
  const { a = 100, b = 50 } = changes;
  return {
    group: "between_zones",
    title: "Bytes between zones",
    of: null,
    name: "total",
    metric: "bytes.cross_zone.total",
    unit: "bytes",
    a,
    b,
    difference: a === null || b === null ? null : b - a,
    ratio: a === null || b === null || a === 0 ? null : b / a,
    ...changes,
  };
}

function comparison(rows: ComparisonRow[], changes: Partial<Comparison> = {}): Comparison {
  const ranks = rows.map((_, place) => place);
  const plain = { a: "x", b: "y", simulated_us: 1, differs: [], rows, ranks, reason: "Because." };
  return { ...plain, largest: null, proof: null, ...changes };
}

describe("the table of differences", () => {
  it("gives figures their unit and differences their sign", () => {
    const rows = [
      row({ a: 12_300_000, b: 0 }),
      row({ unit: "us", a: 80_000, b: 81_500, name: "p50 latency" }),
      row({ unit: "usd", a: 0.5, b: 0.25 }),
      row({ unit: "count", a: 3, b: 3, name: "elections" }),
    ];
    const texts = rowsOf(comparison(rows), "group").map(({ a, b, difference }) => [
      a,
      b,
      difference,
    ]);
    expect(texts).toEqual([
      ["12.3\u00a0MB", "0\u00a0B", "\u221212.3\u00a0MB"],
      ["80\u00a0ms", "81.5\u00a0ms", "+1.5\u00a0ms"],
      ["$0.50", "$0.25", "\u2212$0.25"],
      ["3", "3", "0"],
    ]);
  });

  it("leaves out what neither run has", () => {
    expect(rowsOf(comparison([row({ a: 0, b: 0 }), row({})]), "group")).toHaveLength(1);
  });

  it("puts first what the engine ranks first", () => {
    const rows = [row({ name: "one" }), row({ name: "two" }), row({ name: "none", a: 0, b: 0 })];
    const told = comparison(rows, { ranks: [2, 1, 0] });
    expect(rowsOf(told, "telling").map(({ name }) => name)).toEqual(["two", "one"]);
    expect(rowsOf(told, "group").map(({ name }) => name)).toEqual(["one", "two"]);
  });

  it("marks the greatest difference that the engine named", () => {
    const marks = rowsOf(comparison([row({}), row({ name: "read" })], { largest: 1 }), "group");
    expect(marks.map(({ isLargest }) => isLargest)).toEqual([false, true]);
  });

  it("tells the figure that the scenario is about, though it be none", () => {
    expect(proofOf(comparison([row({})]))).toBeUndefined();
    const none = comparison([row({ name: "stale reads", unit: "count", a: 7, b: 0 })], {
      proof: 0,
    });
    expect(proofOf(none)).toMatchObject({ name: "stale reads", a: "7", b: "0", ratio: "none" });
  });

  it("writes the raw figures as CSV", () => {
    const rows = [row({ name: "read_index", a: 0, b: 7 }), row({ of: 'a "b", c', a: null })];
    expect(csvOf(comparison(rows), ["leader reads", "with, without"])).toBe(
      [
        'group,of,name,unit,leader reads,"with, without",difference,ratio',
        "between_zones,,read_index,bytes,0,7,7,",
        'between_zones,"a ""b"", c",total,bytes,,50,,',
        "",
      ].join("\n"),
    );
  });
});
