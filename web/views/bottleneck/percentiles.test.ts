/** Percentiles out of a report, and over time out of the requests that ended. */

import { describe, expect, it } from "vitest";

import type { World } from "@/engine/types";
import { EMPTY_SERIES } from "@/model/series/series";
import { multiplesOf, rowsOfReport } from "./percentiles";

const WORLD = {
  read_modes: [{ id: "lease", label: "Lease" }],
  zones: [{ id: "az1" }, { id: "az2" }],
  nodes: [{ zone: 0 }, { zone: 1 }],
  workloads: [
    { id: "reads", nodes: [1], read_mode: null },
    { id: "puts", nodes: [0], read_mode: null },
  ],
} as unknown as World;

const LATENCY = {
  p50_us: 1,
  p90_us: 2,
  p95_us: 3,
  p99_us: 4,
  p999_us: 5,
  p9999_us: 6,
  max_us: 7,
};

describe("rowsOfReport", () => {
  it("tells loads, modes and zones, each with all shares", () => {
    const report = {
      variants: {
        run: {
          workload: { reads: { measured: 9, ...LATENCY }, puts: { measured: 0 } },
          modes: { lease: { reads: 9, ...LATENCY } },
          zones: { az2: { measured: 9, ...LATENCY } },
        },
      },
    };
    const rows = rowsOfReport(JSON.stringify(report), WORLD);
    expect(rows.map(({ of, name }) => `${of} ${name}`)).toEqual([
      "load reads",
      "mode Lease",
      "zone az2",
    ]);
    expect(rows[0]?.latency).toEqual(LATENCY);
  });

  it("leaves out what has no latency: all of it was answered during the warm-up", () => {
    const none = Object.fromEntries(Object.keys(LATENCY).map((key) => [key, 0]));
    const report = { variants: { run: { modes: { lease: { reads: 9, ...none } } } } };
    expect(rowsOfReport(JSON.stringify(report), WORLD)).toEqual([]);
  });

  it("is empty without a report", () => {
    expect(rowsOfReport("", WORLD)).toEqual([]);
  });
});

describe("multiplesOf", () => {
  /** Answers of 1 to 100 µs in the first half, of 1,000 more in the second. */
  const latencies = Array.from({ length: 200 }, (_, i) => (i < 100 ? i + 1 : 1_000 + i - 99));
  const { completions } = EMPTY_SERIES;
  const all = {
    ...completions,
    columns: {
      ...completions.columns,
      request: Float64Array.from(latencies.keys()),
      at_us: Float64Array.from(latencies.keys(), (i) => i * 10 + 5),
      latency_us: Float64Array.from(latencies),
      workload: Uint16Array.from(latencies, () => 1),
      wrote: new Uint8Array(200),
      came: new Uint8Array(200),
    },
  };

  it("has one chart for each load, mode and zone, with steps that are exact", () => {
    const multiples = multiplesOf(all, WORLD, "lease", [0, 2_000], 2);
    expect(multiples.map(({ key }) => key)).toEqual(["load reads", "mode lease", "zone az2"]);
    for (const { steps } of multiples) {
      expect(steps).toEqual([
        { fromUs: 0, toUs: 1_000, p50Us: 50, p99Us: 99 },
        { fromUs: 1_000, toUs: 2_000, p50Us: 1_050, p99Us: 1_099 },
      ]);
    }
  });

  it("leaves out what was not answered", () => {
    const failed = { ...all, columns: { ...all.columns, came: new Uint8Array(200).fill(4) } };
    expect(multiplesOf(failed, WORLD, "lease", [0, 2_000], 2)).toEqual([]);
  });
});
