import { describe, expect, it } from "vitest";
import type { RequestView, World } from "@/engine/types";
import { hopText, whatText } from "@/model/requests/words";
import { latencyUs, outcomeBadge, pathChips, pathText } from "./story";
import { crossingsOf, type Waterfall, waterfall } from "./waterfall";

const node = (index: number, id: string, zone: number) => ({
  index,
  id,
  kind: "store" as const,
  zone,
  cores: 1,
});
const world: Pick<World, "nodes" | "workloads" | "message_types"> = {
  nodes: [node(0, "s1", 0), node(1, "s2", 1), node(2, "g1", 1)],
  workloads: [],
  message_types: [{ id: "MsgReadIndex", label: "ReadIndex", kind: 2 }],
};

const hop = (from: number, to: number, sent_us: number, arrive_us: number, crosses: boolean) => ({
  from,
  to,
  type: 0,
  sent_us,
  arrive_us,
  bytes: 1200,
  crosses,
  arrives: true,
});

/** A follower read: g1 asks s2, s2 asks the leader s1, s1 answers, s2 answers. */
const read: RequestView = {
  id: 9,
  node: 2,
  workload: null,
  op: "get",
  key: 3,
  rows: 1,
  keys: [],
  mode: "follower",
  invoked_us: 1000,
  completed_us: 2000,
  outcome: "ok",
  reason: "",
  value: "k3 = 41",
  verdict: "fresh",
  stale_us: 0,
  stale_commits: 0,
  server: 1,
  hops: [
    hop(2, 1, 1000, 1100, false),
    hop(1, 0, 1100, 1500, true),
    hop(0, 1, 1600, 1850, true),
    hop(1, 2, 1900, 2000, false),
  ],
  round_trips: 1,
};

describe("a request in words", () => {
  it("names its path and where it leaves a zone", () => {
    expect(pathChips(read, world).map((c) => c.label)).toEqual(["g1", "s2", "s1", "s2", "g1"]);
    expect(pathChips(read, world).map((c) => c.crosses)).toEqual([false, false, true, true, false]);
    expect(pathText(read, world)).toBe(
      "g1 to s2 to s1 in another zone to s2 in another zone to g1",
    );
  });

  it("shows a hop that ran beside the last one from its own start", () => {
    const beside = { ...read, hops: [hop(0, 1, 0, 5, true), hop(0, 2, 0, 5, true)] };
    expect(pathChips(beside, world).map((c) => c.label)).toEqual(["s1", "s2", "s1", "g1"]);
    expect(pathText(beside, world)).toBe(
      "s1 to s2 in another zone and from s1 to g1 in another zone",
    );
  });

  it("has at least its gateway before anything was sent", () => {
    expect(pathChips({ ...read, hops: [] }, world).map((c) => c.label)).toEqual(["g1"]);
  });

  it("says what was asked", () => {
    expect(whatText(read)).toBe("get k3");
    expect(whatText({ ...read, op: "scan", rows: 100 })).toBe("scan 100 rows from k3");
    expect(whatText({ ...read, op: "statement", rows: 2 })).toBe("statement 2 rows from k3");
    const named = { ...read, key: 1, rows: 3, keys: [1, 5, 9] };
    expect(whatText({ ...named, op: "statement" })).toBe("statement k1, k5, k9");
    expect(whatText({ ...named, op: "update" })).toBe("update k1, k5, k9");
    expect(whatText({ ...read, op: "transfer" })).toBe("transfer from k3");
  });

  it("counts latency from call to answer", () => {
    expect(latencyUs(read)).toBe(1000);
    expect(latencyUs({ ...read, completed_us: null })).toBeUndefined();
  });

  it("gives outcomes a tone", () => {
    expect(outcomeBadge({ ...read, outcome: "unknown" }).tone).toBe("bad");
  });

  it("describes a hop with its bytes and time", () => {
    const text = hopText(hop(1, 0, 0, 400, true), world).replace(/\s/g, " ");
    expect(text).toBe("ReadIndex, s2 to s1 across zones, 1.2 kB, 400 µs");
  });
});

describe("the waterfall", () => {
  const spans = (picture: Waterfall) =>
    picture.bars.map((bar) => [
      bar.what,
      bar.x,
      bar.width,
      bar.what === "hop" ? bar.hop : bar.node,
    ]);

  it("gives each hop its bar, and each wait the node where it was", () => {
    expect(spans(waterfall(read, 5000, 1000))).toEqual([
      ["hop", 0, 100, 0],
      ["hop", 100, 400, 1],
      ["wait", 500, 100, 0],
      ["hop", 600, 250, 2],
      ["wait", 850, 50, 1],
      ["hop", 900, 100, 3],
    ]);
  });

  it("ends a hop on its way, and the wait of a pending request, at now", () => {
    const pending: RequestView = {
      ...read,
      completed_us: null,
      outcome: "pending",
      hops: read.hops.slice(0, 2),
    };
    const flying = waterfall(pending, 1300, 300);
    expect(flying.bars.map((bar) => bar.what === "hop" && bar.flying)).toEqual([false, true]);
    expect(flying.bars[1]?.width).toBe(200);
    expect(spans(waterfall(pending, 1800, 800)).at(-1)).toEqual(["wait", 500, 300, 0]);
  });

  it("counts the hops between zones that the answer waited for", () => {
    const crossings = (request: RequestView) =>
      waterfall(request, 5000, 1000).bars.flatMap((bar) =>
        bar.what === "hop" ? bar.crossing : [],
      );
    expect(crossings(read)).toEqual([0, 1, 2, 0]);
    expect(crossingsOf(read)).toEqual([read.hops[1], read.hops[2]]);
    // What the gateway waited for before counts as well: a timestamp from another zone.
    const asked = [hop(2, 0, 200, 500, true), hop(0, 2, 500, 900, true)];
    const timed: RequestView = { ...read, invoked_us: 200, hops: [...asked, ...read.hops] };
    expect(crossings(timed)).toEqual([1, 2, 0, 3, 4, 0]);
    // A hop beside the way of the answer is none of them.
    const beside = hop(0, 2, 1500, 1990, true);
    const more: RequestView = {
      ...read,
      hops: [...read.hops.slice(0, 3), beside, ...read.hops.slice(3)],
    };
    expect(crossings(more)).toEqual([0, 1, 0, 2, 0]);
    expect(crossings({ ...read, outcome: "pending", completed_us: null })).toEqual([0, 0, 0, 0]);
  });

  it("leaves out waits too short to be seen", () => {
    expect(waterfall(read, 5000, 20).bars.filter((bar) => bar.what === "wait")).toHaveLength(1);
  });

  it("draws something for a request that was only just sent", () => {
    const picture = waterfall({ ...read, completed_us: null, hops: [] }, 1000, 100);
    expect(picture.bars).toEqual([]);
    expect(picture.x.range()).toEqual([0, 100]);
  });
});
