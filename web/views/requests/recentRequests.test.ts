import { describe, expect, it } from "vitest";

import type { RequestView } from "@/engine/types";
import { mergeRequests, REQUESTS_MAX } from "./recentRequests";

const request = (id: number, outcome: RequestView["outcome"] = "ok"): RequestView => ({
  id,
  node: 0,
  workload: 0,
  op: "get",
  key: 1,
  rows: 1,
  keys: [],
  mode: "leader",
  invoked_us: id * 10,
  completed_us: outcome === "pending" ? null : id * 10 + 5,
  outcome,
  reason: "",
  value: "",
  verdict: "none",
  stale_us: 0,
  stale_commits: 0,
  server: null,
  hops: [],
  round_trips: 0,
});

describe("requests recent", () => {
  it("keeps what is told of no more", () => {
    expect(mergeRequests([request(1)], [request(2)]).map((r) => r.id)).toEqual([1, 2]);
  });

  it("takes the later state of a known one", () => {
    const kept = mergeRequests([request(1, "pending")], [request(1, "failed")]);
    expect(kept.map((r) => r.outcome)).toEqual(["failed"]);
  });

  it("drops one whose end will not be known", () => {
    expect(mergeRequests([request(1, "pending")], [request(2)]).map((r) => r.id)).toEqual([2]);
  });

  it("stays bounded, newest last", () => {
    const many = Array.from({ length: 500 }, (_, i) => request(i));
    const kept = mergeRequests(many, []);
    expect(kept).toHaveLength(REQUESTS_MAX);
    expect(kept.at(-1)?.id).toBe(499);
  });
});
