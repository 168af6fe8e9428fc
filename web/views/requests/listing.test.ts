import { describe, expect, it } from "vitest";

import { type Filters, type Listed, listed } from "./listing";

const ALL: Filters = { outcome: "all", verdict: "all", sender: "all", interval: null };

const request = (id: number, changes: Partial<Listed> = {}): Listed => ({
  id,
  invoked_us: id * 10,
  latency_us: 5,
  outcome: "ok",
  verdict: "linearizable",
  workload: 0,
  ...changes,
});

const ids = (all: readonly Listed[]): number[] => all.map(({ id }) => id);

describe("the list of requests", () => {
  const all = [
    request(1, { latency_us: 70 }),
    request(2, { outcome: "failed", verdict: "refused" }),
    request(3, { workload: null, verdict: "stale" }),
    request(4, { latency_us: -1, outcome: "pending", verdict: undefined, workload: 1 }),
  ];

  it("has the newest first, or the slowest; those that wait have no latency yet", () => {
    expect(ids(listed(all, ALL, "newest"))).toEqual([4, 3, 2, 1]);
    expect(ids(listed(all, ALL, "slowest"))).toEqual([1, 3, 2, 4]);
  });

  it("passes what all filters pass", () => {
    expect(ids(listed(all, { ...ALL, outcome: "failed" }, "newest"))).toEqual([2]);
    expect(ids(listed(all, { ...ALL, verdict: "stale" }, "newest"))).toEqual([3]);
    expect(ids(listed(all, { ...ALL, verdict: "none" }, "newest"))).toEqual([4]);
    expect(ids(listed(all, { ...ALL, sender: "-1" }, "newest"))).toEqual([3]);
    expect(ids(listed(all, { ...ALL, sender: "0", verdict: "linearizable" }, "newest"))).toEqual([
      1,
    ]);
    expect(ids(listed(all, { ...ALL, sender: "1", outcome: "ok" }, "newest"))).toEqual([]);
  });

  it("passes what was under way in a stretch of the run, what still waits included", () => {
    const within = (from_us: number, to_us: number) =>
      ids(listed(all, { ...ALL, interval: { from_us, to_us } }, "newest"));
    expect(within(0, 9)).toEqual([]);
    expect(within(26, 29)).toEqual([1]);
    expect(within(35, 90)).toEqual([4, 3, 1]);
  });
});
