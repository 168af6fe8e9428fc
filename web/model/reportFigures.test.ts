import { describe, expect, it } from "vitest";

import {
  differenceText,
  figureText,
  reportOf,
  valueAt,
  windowsText,
  withFigures,
} from "./reportFigures";

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

  it("has no figure where nothing was measured, and 0 where there was", () => {
    const run = (count: number, to_us: number) => ({
      window: { from_us: 300, to_us },
      workload: { gets: { ok: 9, measured: count, qps: 0, p50_us: 0, stale: 0 } },
      modes: { leader: { reads: count, p99_us: 0, round_trips: 0, stale: 0 } },
      commit: { entries: count, p50_us: 0 },
      moments: { no_commit: { count, longest_us: 0 } },
    });
    const reports = { own: run(3, 400), others: { before: run(0, 300) } };
    for (const path of [
      ...["workload.gets.qps", "workload.gets.p50_us", "modes.leader.p99_us"],
      ...["modes.leader.round_trips", "commit.p50_us", "moments.no_commit.longest_us"],
    ]) {
      expect(valueAt(reports, path), path).toBe(0);
      expect(valueAt(reports, `before/${path}`), path).toBeUndefined();
    }
    expect(valueAt(reports, "before/modes.leader.stale"), "a count").toBe(0);
  });

  it("says which stretch the time before the switch is measured in", () => {
    const own = { window: { from_us: 300_000 } };
    const before = (from_us: number) => ({ simulated_us: 310_000, window: { from_us } });
    const text = (from_us: number) =>
      windowsText({ own, others: { before: before(from_us) } }, 700_000);
    expect(text(300_000)).toContain("Before the switch: until 0.310");
    expect(text(232_500)).toContain("Before the switch: times and rates from 0.232");
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
    expect(differenceText(run(100), run(900), figure)).toBe("9 times as much");
    expect(differenceText(run(100), run(100), figure)).toBe("the same");
    expect(differenceText(run(0), run(7), figure)).toBeUndefined();
  });

  it("puts figures into a sentence, and a dash where the run has none", () => {
    const text = "{{reads.p50_us|us}} and {{ranges.0.leader}} and {{ none | us }}.";
    expect(withFigures(text, REPORTS)).toBe("2.5\u00a0ms and s2 and –.");
    expect(withFigures(text, null)).toBe("– and – and –.");
  });
});
