/** The tables of a report. */
import { describe, expect, it } from "vitest";
import type { WorkloadState } from "@/engine/types";
import { frameOf, worldOf } from "@/test/fixtures";
import { figureTables } from "./figures";

function rateOf(answered: number, now_us: number, measure_from_us = 0): string | undefined {
  const world = {
    ...worldOf({ stores: [0] }),
    measure_from_us,
    workloads: [{ id: "reads", index: 0 }],
  } as unknown as ReturnType<typeof worldOf>;
  const state = {
    ...{ ok: answered, failed: 0, unknown: 0, stale: 0 },
    ...{ p50_us: 1, p95_us: 1, p99_us: 1 },
    // Nothing was answered in the last second.
    qps: 0,
    histogram: Float64Array.from([0, answered]),
  } as WorkloadState;
  const frame = { ...frameOf(world, { nowUs: now_us }), workloads: [state] };
  const tables = figureTables({ world, frame, prices: null, hideVerdicts: false });
  return tables.find(({ head }) => head.includes("per s"))?.rows[0]?.at(-1);
}

describe("answers per second in a report", () => {
  it("are of the time that is measured, not of its last second", () => {
    expect(rateOf(1_008, 20_000_000)).toBe("50");
    expect(rateOf(1_008, 20_000_000, 10_000_000)).toBe("101");
  });

  it("are not none where there were few, and nothing before anything is measured", () => {
    expect(rateOf(3, 20_000_000)).toBe("0.15");
    expect(rateOf(0, 20_000_000)).toBe("0");
    expect(rateOf(0, 5_000_000, 10_000_000)).toBe("–");
  });
});
