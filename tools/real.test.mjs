/** What of a scenario a real cluster plays, what it leaves out, and what it refuses: by its sentence. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isOfRoles, planHash, readArguments } from "./real.mjs";
import { planOf } from "./real-plan.mjs";
import { compareVersions, environment, onPath, output, ROOT } from "./steps.mjs";

const SCENARIOS = path.join(ROOT, "public/scenarios");
const RESULTS = path.join(ROOT, "public/real");
const shipped = (id) => JSON.parse(fs.readFileSync(path.join(SCENARIOS, `${id}.json`), "utf8"));

/** Three zones with a member each, a gateway in the first, one load; changed by a patch. */
function scenario(patch = {}) {
  return {
    format: "raft-atlas/1",
    duration: "20s",
    topology: {
      zones: [{ id: "A" }, { id: "B" }, { id: "C" }],
      stores: [
        { id: "s1", zone: "A" },
        { id: "s2", zone: "B" },
        { id: "s3", zone: "C" },
      ],
      gateways: [{ id: "g1", zone: "A" }],
      links: { cross_zone: { rtt: "40ms", jitter: "1ms" }, ...patch.links },
    },
    data: { rows: 100, row_bytes: 200, leaders: ["B"], ...patch.data },
    raft: patch.raft,
    settings: patch.settings,
    workload: [{ id: "gets", from: "A", op: "get", think: "50ms", ...patch.load }],
    actions: patch.actions,
    costs: patch.costs,
    variants: patch.variants,
  };
}

const linkOf = (plan, from, to) => plan.links.find((one) => one.from === from && one.to === to);

describe("what is carried over", () => {
  it("is members, leader, delays in each direction and Raft’s timeouts", () => {
    const { plan, leftOut } = planOf(scenario());
    expect(plan.members.map(({ id }) => id)).toEqual(["s1", "s2", "s3"]);
    expect(plan.leader).toBe("s2");
    expect(linkOf(plan, "A", "B")).toMatchObject({ delay_us: 20_000, jitter_us: 1000, loss: 0 });
    expect(linkOf(plan, "A", "A").delay_us).toBe(150);
    expect(plan).toMatchObject({ tick_us: 100_000, election_us: 1_000_000, pre_vote: true });
    expect(leftOut).toEqual([]);
  });

  it("is a link’s own round trip, the share of each way, bandwidth and loss", () => {
    const between = [
      { zones: ["A", "C"], rtt: "30ms", there: "10ms", bandwidth: "5Mbps", loss: 0.01 },
    ];
    const { plan } = planOf(scenario({ links: { cross_zone: {}, between } }));
    expect(linkOf(plan, "A", "C")).toMatchObject({
      delay_us: 10_000,
      bits_per_second: 5e6,
      loss: 0.01,
    });
    expect(linkOf(plan, "C", "A").delay_us).toBe(20_000);
    expect(linkOf(plan, "B", "C").delay_us).toBe(500);
  });

  it("is each load with its gateway, its read mode and how long its clients wait", () => {
    const settings = { read_mode: "follower", request_timeout: "2s" };
    const [load] = planOf(scenario({ settings })).plan.loads;
    expect(load).toMatchObject({
      gateway: "g1",
      read_mode: "follower",
      think_us: 50_000,
      timeout_us: 2_000_000,
      end_key: 100,
      value_bytes: 200,
    });
  });

  it("is a cut between zones, in one direction or both, and around a place", () => {
    const cut = { at: "5s", do: "cut", from: "A", to: "B" };
    const actions = [{ ...cut, one_way: true }, cut, { at: "9s", do: "isolate", place: "s3" }];
    const played = planOf(scenario({ actions })).plan.actions;
    expect(played[0].paths).toEqual([
      ["s1", "s2"],
      ["g1", "s2"],
    ]);
    expect(played[1].paths).toHaveLength(4);
    expect(played[2].paths).toHaveLength(6);
    expect(played[2].at_us).toBe(9_000_000);
  });

  it("is of the variant that is named, the first one unless told", () => {
    const variants = {
      near: { title: "Near", text: "" },
      far: { settings: { pre_vote: false }, data: { leaders: ["C"] } },
    };
    const whole = scenario({ variants });
    expect(planOf(whole).variant).toBe("near");
    expect(planOf(whole, "far").plan).toMatchObject({ pre_vote: false, leader: "s3" });
    expect(() => planOf(whole, "high")).toThrow(
      "--variant: found high, expected one of: near, far.",
    );
  });
});

describe("what is left out is said", () => {
  it.each([
    [{ costs: { apply: "5us" } }, "costs: Core times are this machine’s own."],
    [{ settings: { batch_read_index: true } }, "settings.batch_read_index: etcd always lets reads"],
    [{ raft: { max_inflight: 4 } }, "raft.max_inflight: Appends in flight are bounded as etcd"],
    [{ links: { same_zone: { window: 65536 } } }, "topology.links, window: The windows of TCP"],
    [
      { raft: { heartbeat_ticks: 2 } },
      "raft.heartbeat_ticks: An etcd leader sends a heartbeat each",
    ],
    [{ load: { distribution: { kind: "zipfian" } } }, "workload[0].distribution: Keys are drawn"],
  ])("%j", (patch, sentence) => {
    expect(planOf(scenario(patch)).leftOut.join("\n")).toContain(sentence);
  });
});

describe("what would be another run is refused", () => {
  it.each([
    [
      { settings: { check_quorum: false } },
      "settings.check_quorum: found false, expected true: an etcd leader always steps down",
    ],
    [
      { settings: { read_mode: "stale" } },
      "settings.read_mode: found stale, expected one of leader, follower, local: etcd has no other",
    ],
    [{ load: { read_mode: "lease" } }, "workload[0].read_mode: found lease, expected one of"],
    [{ data: { ranges: 4 } }, "data.ranges: found 4, expected 1: etcd keeps all keys in one"],
    [{ data: { replicas: 2 } }, "data.replicas: found 2, expected 3: each etcd member has all"],
    [{ data: { rows: 1e6 } }, "data.rows: found 1000000, expected 20000 or fewer"],
    [
      { load: { op: "transaction" } },
      "workload[0].op: found transaction, expected get, scan or put",
    ],
    [{ load: { retry: { attempts: 3 } } }, "workload[0].retry: found one, expected none"],
    [{ links: { cross_zone: { vanish: 0.1 } } }, "topology.links, vanish: found 0.1, expected 0"],
    [{ raft: { election_ticks: 3 } }, "raft.election_ticks: found 3, expected 5 or more"],
    [
      { actions: [{ at: "1s", do: "set_clock", store: "s1", drift_ppm: 9 }] },
      "actions[0].do: found set_clock, expected cut, isolate, heal, crash",
    ],
    [
      { actions: [{ at: "1s", do: "crash", store: "s9" }] },
      "actions[0]: found s9, expected a store that holds the rows",
    ],
  ])("%j", (patch, sentence) => {
    expect(() => planOf(scenario(patch))).toThrow(sentence);
  });

  it("says all of it at once", () => {
    const patch = { settings: { group_commit: true, hibernate: true } };
    expect(() => planOf(scenario(patch))).toThrow(/group_commit.*\n.*hibernate/);
  });
});

describe("the command line", () => {
  it("asks for what it needs", () => {
    expect(() => readArguments([])).toThrow("found nothing, expected: etcd SCENARIO");
    expect(() => readArguments(["tikv", "a.json"])).toThrow("found tikv a.json");
    expect(() => readArguments(["etcd", "a.json", "--runs", "many"])).toThrow(
      "--runs: found many, expected a number from 0 to 99.",
    );
    expect(readArguments(["etcd", "a.json", "--runs", "3"])).toMatchObject({ runs: 3, tries: 0 });
  });

  it("keeps of a log what is of Raft’s roles", () => {
    expect(isOfRoles('{"logger":"raft","msg":"a1 became leader at term 2"}')).toBe(true);
    expect(isOfRoles('{"msg":"added member","local-member-id":"a1"}')).toBe(true);
    expect(isOfRoles('{"msg":"request stats"}')).toBe(false);
  });
});

const results = fs.existsSync(RESULTS) ? fs.readdirSync(RESULTS) : [];

describe("the results that ship", () => {
  it("are of the scenarios as they are today", () => {
    expect(results.length).toBeGreaterThan(0);
    for (const file of results) {
      const result = JSON.parse(fs.readFileSync(path.join(RESULTS, file), "utf8"));
      const { plan, leftOut } = planOf(shipped(result.scenario), result.variant);
      expect(result.plan, file).toBe(planHash(plan));
      expect(result.left_out, file).toEqual(leftOut);
    }
  });
});

/** Whether Go is at hand, of the version that the module asks for or newer. */
async function hasGo() {
  if (process.platform !== "linux" || onPath("go") === null) return false;
  const { out } = await output("go", ["env", "GOVERSION"], {
    env: environment({ GOTOOLCHAIN: "local" }),
  });
  const asked = /^go (\S+)$/m.exec(fs.readFileSync(`${ROOT}/tools/real/go.mod`, "utf8"))[1];
  return compareVersions(out.trim().replace(/^go/, ""), asked) >= 0;
}

// Go is not part of set-up; where it is at hand, what needs no module of etcd is tested with it.
describe.runIf(await hasGo())("the proxies", () => {
  it("pass their own tests", async () => {
    const env = environment({ GOFLAGS: "-mod=readonly", GOPROXY: "off", GOTOOLCHAIN: "local" });
    const told = await output("go", ["test", "./link", "./late", "./roles"], {
      cwd: `${ROOT}/tools/real`,
      env,
    });
    expect(told.code, told.out + told.err).toBe(0);
  }, 60_000);
});
