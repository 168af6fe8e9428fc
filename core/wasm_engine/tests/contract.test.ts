/**
 * What crosses the boundary: types of columns, what stands for "none", errors, panics, memory.
 */

import type { Action } from "engine";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { freshEngine, type LoadedEngine, loadEngine, moduleBytes, scenarioText } from "./engine";

const WISH = { range: 0, notable_after: 0, series_after: -1 };

let loaded: LoadedEngine;

beforeAll(async () => {
  loaded = await loadEngine();
});

function started(until_us: number, name = "first-look") {
  const playground = new loaded.engine.Playground(scenarioText(name), "", undefined);
  playground.advance(until_us, Number.POSITIVE_INFINITY);
  return playground;
}

/** Every value inside, with its path. */
function* valuesOf(value: unknown, path = ""): Generator<[string, unknown]> {
  yield [path, value];
  if (ArrayBuffer.isView(value) || typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* valuesOf(inner, `${path}.${key}`);
}

function problemsIn(value: unknown): string[] {
  const bad = (inner: unknown) =>
    inner === undefined || typeof inner === "bigint" || inner instanceof Map || Number.isNaN(inner);
  return [...valuesOf(value)].filter(([, inner]) => bad(inner)).map(([path]) => path);
}

describe("a frame", () => {
  it("has typed arrays for columns, all of one length", () => {
    const { replicas, flights, bytes, framing, series, workloads } = started(2_000_000).frame(WISH);
    expect(replicas.node).toBeInstanceOf(Uint32Array);
    expect(replicas.role).toBeInstanceOf(Uint8Array);
    expect(replicas.term).toBeInstanceOf(Float64Array);
    expect(flights.from).toBeInstanceOf(Uint16Array);
    expect(flights.sent_us).toBeInstanceOf(Float64Array);
    expect(bytes).toBeInstanceOf(Float64Array);
    expect(series.values.length % series.kinds).toBe(0);
    expect(workloads[0]?.histogram).toBeInstanceOf(Float64Array);
    for (const columns of [replicas, flights]) {
      for (const column of Object.values(columns)) {
        if (ArrayBuffer.isView(column)) expect(column).toHaveLength(columns.count);
      }
    }
    expect(framing).toHaveLength(bytes.length);
  });

  it("has no undefined, bigint, map or NaN anywhere, at any instant", () => {
    for (const name of ["first-look", "stale-leader"]) {
      const playground = new loaded.engine.Playground(scenarioText(name), "", undefined);
      for (let until = 0; until <= 10_000_000; until += 500_000) {
        playground.advance(until, Number.POSITIVE_INFINITY);
        expect(problemsIn(playground.frame(WISH))).toEqual([]);
      }
      expect(problemsIn(playground.world())).toEqual([]);
    }
  });

  it("says none with null, and with an empty text where there are no words", () => {
    const playground = new loaded.engine.Playground(scenarioText("first-look"), "", undefined);
    playground.apply({ do: "get", from: "g1", key: 1 });
    playground.advance(5, Number.POSITIVE_INFINITY);
    const request = playground.frame(WISH).requests[0];
    expect(request).toMatchObject({
      workload: null,
      completed_us: null,
      server: null,
      outcome: "pending",
      verdict: "none",
      reason: "",
      value: "",
    });
    expect(playground.world().workloads.map(({ read_mode }) => read_mode)).toContain(null);
  });

  it("owns its columns: they stay when the run goes on", () => {
    const playground = started(1_000_000);
    const { bytes } = playground.frame(WISH);
    const kept = Array.from(bytes);
    playground.advance(3_000_000, Number.POSITIVE_INFINITY);
    expect(Array.from(bytes)).toEqual(kept);
    expect(bytes.buffer).not.toBe(loaded.memory.buffer);
  });
});

describe("the world", () => {
  it("closes its latency buckets with infinity", () => {
    const { latency_bucket_upper_us } = started(0).world();
    expect(latency_bucket_upper_us.at(-1)).toBe(Number.POSITIVE_INFINITY);
    expect(started(0).frame(WISH).workloads[0]?.histogram).toHaveLength(
      latency_bucket_upper_us.length,
    );
  });
});

/** One of each kind, by the generated types: a new kind must be added here to compile. */
const ONE_OF_EACH: { [Kind in Action["do"]]: Extract<Action, { do: Kind }> } = {
  cut: { do: "cut", from: "s1", to: "s2", one_way: true },
  isolate: { do: "isolate", place: "s3" },
  degrade: {
    do: "degrade",
    from: "s1",
    to: "s3",
    one_way: true,
    delay: "5ms",
    jitter: "1ms",
    loss: 0.05,
    bandwidth: "10Mbps",
  },
  heal: { do: "heal", fault: "isolate:s3" },
  crash: { do: "crash", store: "s1" },
  restart: { do: "restart", store: "s1" },
  pause: { do: "pause", store: "s2" },
  resume: { do: "resume", store: "s2" },
  campaign: { do: "campaign", store: "s3", range: 0 },
  transfer: { do: "transfer", to: "s2", range: 0 },
  add_replica: { do: "add_replica", store: "s2", range: 0, learner: true },
  remove_replica: { do: "remove_replica", store: "s2", range: 0 },
  move_replica: { do: "move_replica", from: "s1", to: "s2", range: 0 },
  split: { do: "split", range: 0, key: 5 },
  merge: { do: "merge", range: 1, into: 0 },
  get: { do: "get", from: "g1", key: 1, read_mode: "local" },
  put: { do: "put", from: "g1", key: 1, bytes: 100 },
  scan: { do: "scan", from: "g1", key: 1, rows: 5, read_mode: "follower" },
  statement: { do: "statement", from: "g1", keys: [1, 5, 9], read_mode: "follower" },
  insert: { do: "insert", from: "g1", keys: [1, 5, 9], bytes: 100 },
  update: { do: "update", from: "g1", keys: [1, 5, 9], bytes: 100 },
  start: { do: "start", workload: "puts" },
  stop: { do: "stop", workload: "puts" },
  set: {
    do: "set",
    settings: {
      read_mode: "leader-unchecked",
      check_quorum: false,
      pre_vote: false,
      skip_commit_broadcast: false,
      apply_delay: "2ms",
      request_timeout: "1s",
      follower_replication: [],
      delegate_policy: "nearest",
      aggregate_acks: false,
      neighbour_snapshots: false,
      delta_encoding: false,
      compression: "none",
      group_commit: false,
      location_affinity: false,
      balance_leaders: false,
      balance_replicas: false,
      schedule_hot: false,
      split_merge: false,
      hot_learners: false,
      hibernate: false,
      timestamps: "none",
      lease: "0us",
      index_by_lease: false,
      batch_read_index: false,
      read_index_cache: false,
      withhold_votes: true,
      suspend_lease: true,
      safe_time: "off",
      staleness: "30s",
      adaptive_threshold: 4096,
      busy_fallback: true,
      adaptive_by: "size",
      follower_choice: "closest",
      count_framing: true,
    },
  },
  resize: { do: "resize", what: "cost", of: "request", to: "45us" },
  drop: { do: "drop", message: 1 },
  corrupt: { do: "corrupt", message: 1 },
  corrupt_next: { do: "corrupt_next", from: "Oregon", to: "Ohio", messages: 2 },
  set_clock: { do: "set_clock", store: "s1", drift_ppm: 100 },
  redraw: { do: "redraw", stream: 3, of: ["network", "elections"] },
};

const TIMED: Action = { do: "set", settings: { timestamps: "tso" } };

/**
 * What has to be done before an action of this kind: only a range that was made is merged away, and
 * transactions need timestamps.
 */
const BEFORE: Partial<Record<keyof typeof ONE_OF_EACH, Action>> = {
  merge: ONE_OF_EACH.split,
  insert: TIMED,
  update: TIMED,
};

/** Timestamps come from a placement driver. */
const WITH_DRIVER = "location-affinity";
const WHERE: Partial<Record<keyof typeof ONE_OF_EACH, string>> = {
  insert: WITH_DRIVER,
  update: WITH_DRIVER,
};

describe("actions", () => {
  it.each(Object.values(ONE_OF_EACH))("of the kind $do are taken and told", (action) => {
    const playground = started(1_000_000, WHERE[action.do]);
    const before = BEFORE[action.do];
    if (before) {
      playground.apply(before);
      playground.advance(1_200_000, Number.POSITIVE_INFINITY);
    }
    const logged = playground.apply(action);
    expect(logged.action).toEqual(action);
    expect(logged.text).toMatch(/^\S.*\.$/);
    playground.advance(1_500_000, Number.POSITIVE_INFINITY);
    expect(problemsIn(playground.frame(WISH))).toEqual([]);
  });

  it("that write rows which lie apart are refused without timestamps, with the reason", () => {
    const playground = started(1_000_000, WITH_DRIVER);
    for (const action of [ONE_OF_EACH.insert, ONE_OF_EACH.update])
      expect(() => playground.apply(action)).toThrow(/without timestamps rows that lie apart/);
    playground.apply(ONE_OF_EACH.statement);
    playground.apply(TIMED);
    playground.advance(1_500_000, Number.POSITIVE_INFINITY);
    playground.apply(ONE_OF_EACH.update);
    playground.advance(3_000_000, Number.POSITIVE_INFINITY);
    const byHand = playground.frame(WISH).requests.filter(({ workload }) => workload === null);
    expect(byHand.map(({ op, keys, outcome }) => ({ op, keys, outcome }))).toEqual([
      { op: "statement", keys: [1, 5, 9], outcome: "ok" },
      { op: "update", keys: [1, 5, 9], outcome: "ok" },
    ]);
  });

  it("come back as plain data that replays to the same run", () => {
    const played = started(1_000_000);
    const log = [
      played.apply({ do: "cut", from: "s1", to: "s2", one_way: true }),
      played.apply({ do: "set", settings: { read_mode: "follower", count_framing: true } }),
    ];
    played.advance(4_000_000, Number.POSITIVE_INFINITY);
    expect(log[0]).toEqual({
      at_us: 1_000_001,
      action: { do: "cut", from: "s1", to: "s2", one_way: true },
      text: expect.stringContaining("s1"),
    });
    const again = started(0);
    for (const logged of JSON.parse(JSON.stringify(log))) again.replay(logged);
    again.advance(4_000_000, Number.POSITIVE_INFINITY);
    expect(again.digest()).toBe(played.digest());
    expect(again.frame(WISH).settings).toEqual(played.frame(WISH).settings);
  });

  it.each([
    ["an unknown store", { do: "crash", store: "s9" }, "s9"],
    ["an unknown word", { do: "dance" }, "dance"],
    ["a wrong unit", { do: "degrade", from: "s1", to: "s2", delay: "5 miles" }, "5 miles"],
    ["nothing", undefined, "action"],
  ])("refuse %s with a sentence", (_, action, words) => {
    const playground = started(1_000_000);
    const act = () => playground.apply(action as never);
    expect(act).toThrow(Error);
    expect(act).toThrow(words);
    expect(playground.now_us()).toBe(1_000_000);
  });
});

describe("errors", () => {
  it.each([
    ["noise", "not JSON"],
    ["{}", "format"],
    [scenarioText("first-look").replace('"duration"', '"duratoin"'), "duratoin"],
    ["x".repeat(10_000_000), "10000000 bytes"],
  ])("of a bad scenario are one Error", (text, words) => {
    expect(() => new loaded.engine.Playground(text, "", undefined)).toThrow(Error);
    expect(() => loaded.engine.describe_scenario(text)).toThrow(words.replace("not JSON", "JSON"));
  });

  it.each([-1, 0.5, 2 ** 53, Number.NaN])("of the seed %s name it", (seed) => {
    const open = () => new loaded.engine.Playground(scenarioText("first-look"), "", seed);
    expect(open).toThrow("seed");
  });

  it("of a wish for a frame are Errors, not panics", () => {
    const playground = started(0);
    expect(() => playground.frame({ range: -1 } as never)).toThrow(Error);
    expect(() => playground.frame("noise" as never)).toThrow(Error);
    expect(() => playground.inspect({ moon: 1 } as never)).toThrow(Error);
    expect(playground.now_us()).toBe(0);
  });
});

describe("an inspection", () => {
  it("says what it is of, and is null for what is not there", () => {
    const playground = started(1_000_000);
    expect(playground.inspect({ message: 1 })).toBeNull();
    expect(playground.inspect({ node: 99 })).toBeNull();
    expect(playground.inspect({ replica: { range: 9, node: 0 } })).toBeNull();
    expect(playground.inspect({ node: 0 })).toMatchObject({ kind: "store", drift_ppm: 0 });
    const range = playground.inspect({ range: 0 });
    expect(range).toMatchObject({ kind: "range", replicas: [{ node: 0, running: true }, {}, {}] });
    expect(problemsIn(range)).toEqual([]);
    const entry = playground.inspect({ entry: { range: 0, index: 3 } });
    expect(entry?.kind === "entry" && entry.command?.full.bytes).toBeInstanceOf(Uint8Array);
    expect(problemsIn(entry)).toEqual([]);
  });

  it("of a log has its entries, and there is none of a range that does not exist", () => {
    const playground = started(1_000_000);
    const log = playground.log(0, 1, 3);
    expect(log?.replicas.map(({ entries }) => entries.length)).toEqual([3, 3, 3]);
    expect(problemsIn(log)).toEqual([]);
    expect(playground.log(9, 1, 4)).toBeNull();
  });
});

describe("the module", () => {
  it("imports no clock and no randomness", () => {
    const names = WebAssembly.Module.imports(new WebAssembly.Module(moduleBytes())).map(
      ({ name }) => name,
    );
    expect(names.filter((name) => /random|crypto|now|date|performance|time/i.test(name))).toEqual(
      [],
    );
  });

  it("says what it is", () => {
    expect(loaded.engine.build_info()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      raft: "0.7.0",
      profile: "release",
    });
  });

  it("traps on a panic and tells the console where", async () => {
    const { engine } = await freshEngine();
    const listener = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(() => engine.force_panic()).toThrow(WebAssembly.RuntimeError);
    const said = String(listener.mock.calls[0]?.[0]);
    listener.mockRestore();
    expect(said).toContain("a panic was asked for");
    expect(said).toContain("lib.rs");
  });

  it("keeps its whole state in its memory: a copy put back goes on identically", async () => {
    const { engine, memory } = await freshEngine();
    // Names of fields are kept in a table at their first use; the page makes room for them before.
    const earlier = new engine.Playground(scenarioText("first-look"), "", undefined);
    earlier.advance(6_000_000, Number.POSITIVE_INFINITY);
    earlier.frame(WISH);
    earlier.free();
    const playground = new engine.Playground(scenarioText("first-look"), "", undefined);
    playground.advance(2_000_000, Number.POSITIVE_INFINITY);
    playground.frame(WISH);
    const copy = new Uint8Array(memory.buffer).slice();
    const toTheEnd = () => {
      playground.advance(6_000_000, Number.POSITIVE_INFINITY);
      return playground.digest() + JSON.stringify(playground.frame(WISH));
    };
    const first = toTheEnd();
    new Uint8Array(memory.buffer).set(copy);
    expect(playground.now_us()).toBe(2_000_000);
    expect(toTheEnd()).toBe(first);
  });
});
