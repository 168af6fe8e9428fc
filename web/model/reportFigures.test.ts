import { describe, expect, it } from "vitest";

import { differenceText, figureText, reportOf, valueAt, withFigures } from "./reportFigures";

const RUN = { bytes: { cross: 1_500 }, reads: { p50_us: 2_500 }, ranges: [{ leader: "s2" }] };
const REPORTS = { own: RUN, others: { off: { bytes: { cross: 6_000 } } } };

describe("figures of a lesson", () => {
  it("reads the one run of a report", () => {
    expect(reportOf(JSON.stringify({ variants: { on: RUN } }))).toEqual(RUN);
    for (const text of ["", "{}", "[]", '{"variants":[]}', '{"variants":{"on":3}}']) {
      expect(reportOf(text)).toBeUndefined();
    }
  });

  it("finds what a path names, in this run or in another variant", () => {
    expect(valueAt(REPORTS, "bytes.cross")).toBe(1_500);
    expect(valueAt(REPORTS, "off/bytes.cross")).toBe(6_000);
    expect(valueAt(REPORTS, "ranges.0.leader")).toBe("s2");
    for (const path of ["bytes.constructor", "on/bytes.cross", "bytes.cross.more", ""]) {
      expect(valueAt(REPORTS, path)).toBeUndefined();
    }
  });

  it("says a figure in its unit, and a share of another", () => {
    const figure = { metric: "bytes.cross", over: null, unit: "bytes" } as const;
    expect(figureText(REPORTS, figure)).toBe("1.5\u00a0kB");
    const share = { ...figure, over: "off/bytes.cross", unit: "percent" } as const;
    expect(figureText(REPORTS, share)).toBe("25\u00a0%");
    expect(figureText(REPORTS, { ...share, over: "off/none" })).toBeUndefined();
  });

  it("says what another run has less or more of", () => {
    const figure = { metric: "bytes.cross", over: null, unit: "bytes" } as const;
    const run = (cross: number) => ({ own: { bytes: { cross } }, others: {} });
    expect(differenceText(run(100), run(11), figure)).toBe("89\u00a0% less");
    expect(differenceText(run(100), run(900), figure)).toBe("9 times more");
    expect(differenceText(run(100), run(100), figure)).toBe("the same");
    expect(differenceText(run(0), run(7), figure)).toBeUndefined();
  });

  it("puts figures into a sentence, and a dash where the run has none", () => {
    const text = "{{reads.p50_us|us}} and {{ranges.0.leader}} and {{ none | us }}.";
    expect(withFigures(text, REPORTS)).toBe("2.5\u00a0ms and s2 and –.");
    expect(withFigures(text, null)).toBe("– and – and –.");
  });
});
