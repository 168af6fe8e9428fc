/** The chart of read modes: groups by what a reader may count on, and scales that all rows share. */

import { describe, expect, it } from "vitest";

import type { ReadModeInfo } from "@/engine/types";
import type { ModeFigures } from "@/session/modes/figures";
import { groupsOf, scalesOf } from "./readChart";

const mode = (id: ReadModeInfo["id"]): ReadModeInfo => ({
  id,
  label: id,
  promise: "",
  cost: "",
  linearizable: false,
  switches: null,
});

const figures = (p50_us: number | undefined, p99_us: number, bytes_per_read = 0) =>
  ({ p50_us, p99_us, bytes_per_read }) as ModeFigures;

describe("groups of read modes", () => {
  it("go from the most that is promised to the least, and empty ones are left out", () => {
    const groups = groupsOf([mode("local"), mode("follower"), mode("stale")]);
    expect(groups.map(({ id, modes }) => [id, ...modes.map((one) => one.id)])).toEqual([
      ["always", "follower"],
      ["past", "local", "stale"],
    ]);
  });
});

describe("scales of the chart", () => {
  it("reach from the decade below the quickest median to the one above the slowest read", () => {
    const scales = scalesOf([figures(480, 22_000), figures(29_000, 1_000_000)], 80, 40);
    expect(scales?.latency.domain()).toEqual([100, 1_000_000]);
    expect(scales?.latency(100)).toBe(0);
    expect(scales?.latency(1_000_000)).toBe(80);
  });

  it("begin at no byte, and end at the mode that crosses most", () => {
    const scales = scalesOf([figures(1_000, 2_000, 50), figures(1_000, 2_000, 200)], 80, 40);
    expect([0, 50, 200].map((bytes) => scales?.bytes(bytes))).toEqual([0, 10, 40]);
  });

  it("are not there while no mode has answered a read", () => {
    expect(scalesOf([figures(undefined, 0)], 80, 40)).toBeNull();
  });

  it("hold reads that took no time at all", () => {
    const scales = scalesOf([figures(0, 0)], 80, 40);
    expect(scales?.latency.domain()).toEqual([1, 10]);
  });
});
