import { describe, expect, it } from "vitest";

import type { Comparison, ComparisonRow } from "@/protocol/engine";
import { csvOf, ratioText, rowsOf } from "./table";

function row(changes: Partial<ComparisonRow>): ComparisonRow {
  const { a = 100, b = 50 } = changes;
  return {
    group: "between_zones",
    title: "Bytes between zones",
    of: null,
    name: "total",
    unit: "bytes",
    a,
    b,
    difference: a === null || b === null ? null : b - a,
    ratio: a === null || b === null || a === 0 ? null : b / a,
    ...changes,
  };
}

function comparison(rows: ComparisonRow[], largest: number | null = null): Comparison {
  return { a: "x", b: "y", simulated_us: 1, rows, largest, reason: "Because." };
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

  it("puts the greatest factor first, and keeps the order of equals", () => {
    const rows = [
      row({ name: "one", a: 100, b: 50 }),
      row({ name: "two", a: 1, b: 10 }),
      row({ name: "three", a: 50, b: 100 }),
      row({ name: "four", a: 0, b: 1 }),
    ];
    const names = rowsOf(comparison(rows, 1), "difference").map(({ name }) => name);
    expect(names).toEqual(["four", "two", "one", "three"]);
  });

  it("marks the greatest difference that the engine named", () => {
    const marks = rowsOf(comparison([row({}), row({ name: "read" })], 1), "group");
    expect(marks.map(({ isLargest }) => isLargest)).toEqual([false, true]);
  });

  it("never writes a ratio with an exponent", () => {
    const cases: [number | null, string][] = [
      [null, "–"],
      [0, "0×"],
      [4e-7, "< 0.001×"],
      [0.0043, "0.0043×"],
      [0.5, "0.5×"],
      [1, "1×"],
      [231.4, "231×"],
    ];
    for (const [ratio, text] of cases) expect(ratioText(ratio)).toBe(text);
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
