/** Who leads when, who is down, and what is said over the whole height. */
import { describe, expect, it } from "vitest";
import { DEEDS, FAULT_KINDS, REASONS } from "@/engine/vocabulary";
import { NO_RANGE, ROW } from "@/model/trace";
import { type RowShape, rowsOf } from "@/test/messages";
import { mulberry } from "@/test/runs";
import { flagsOf, type Happenings, HappeningsReader } from "./happenings";
import { overtaken } from "./leases";
import type { LaneState } from "./spans";

const FOLLOWER = 0;
const CANDIDATE = 2;
const LEADER = 3;
const CRASH = Object.keys(FAULT_KINDS).indexOf("crash");

function role(us: number, node: number, to: number, term: number): RowShape {
  return { us, what: ROW.ROLE, node, range: 1, flags: to << 16, a: term };
}

function read(rows: RowShape[], otherwise: LaneState = "unknown") {
  return new HappeningsReader().read(rowsOf(rows), scopeOf(rows.length, otherwise), []);
}

function scopeOf(count: number, otherwise: LaneState = "unknown") {
  return {
    count,
    range: 1,
    stores: [0, 1],
    fromUs: 0,
    toUs: 1_000,
    otherwise: () => ({ state: otherwise, term: 4 }),
  };
}

function lane(rows: RowShape[], node: number): string[] {
  return read(rows)
    .spans.filter((span) => span.node === node)
    .map(({ state, fromUs, toUs, term }) => `${state} ${term}: ${fromUs}-${toUs}`);
}

describe("lanes", () => {
  it("show each role as long as it lasts", () => {
    const rows = [
      role(0, 0, FOLLOWER, 1),
      role(300, 0, CANDIDATE, 2),
      role(400, 0, LEADER, 2),
      role(700, 0, LEADER, 2),
    ];
    expect(lane(rows, 0)).toEqual([
      "follower 1: 0-300",
      "candidate 2: 300-400",
      "leader 2: 400-1000",
    ]);
  });

  it("have a gap while a store is down, and go on as a follower", () => {
    const fault = (us: number, what: number) => ({ us, what, node: 0, flags: CRASH });
    const rows = [role(0, 0, LEADER, 2), fault(200, ROW.FAULT_BEGAN), fault(600, ROW.FAULT_ENDED)];
    expect(lane(rows, 0)).toEqual(["leader 2: 0-200", "down 2: 200-600", "follower 2: 600-1000"]);
  });

  it("leave other ranges to their own pictures", () => {
    expect(lane([{ ...role(10, 0, LEADER, 2), range: 2 }], 0)).toEqual(["unknown 4: 0-1000"]);
  });

  it("take a store that no row speaks of as it is now", () => {
    const { spans } = read([role(10, 0, LEADER, 2)], "leader");
    expect(spans.filter((span) => span.node === 1).map(({ state }) => state)).toEqual(["leader"]);
  });

  it("have ticks for what is committed and applied, and no fold goes over them", () => {
    const { ticks, marksUs } = read([
      { us: 5, what: ROW.COMMITTED, node: 0, range: 1, a: 9 },
      { us: 8, what: ROW.APPLIED, node: 0, range: 1, a: 9 },
      { us: 9, what: ROW.APPLIED, node: 0, range: 2, a: 9 },
    ]);
    expect([...ticks.us.subarray(0, ticks.count)]).toEqual([5, 8]);
    expect([...ticks.applied.subarray(0, ticks.count)]).toEqual([0, 1]);
    expect(marksUs).toEqual([5, 8]);
  });
});

describe("a record that grows", () => {
  const random = mulberry(11);
  const rows: RowShape[] = Array.from({ length: 3_000 }, (_, i) => {
    const node = Math.floor(random() * 2);
    if (random() < 0.1) return role(i, node, Math.floor(random() * 5), i);
    const fault = { us: i, node, flags: CRASH };
    if (random() < 0.02) return { ...fault, what: ROW.FAULT_BEGAN };
    if (random() < 0.02) return { ...fault, what: ROW.FAULT_ENDED };
    return { us: i, what: ROW.APPLIED, node, range: 1, a: i };
  });
  const columns = rowsOf(rows);
  const seen = ({ spans, ticks, marksUs }: Happenings) => ({
    spans,
    marks: [...marksUs],
    ticks: [...ticks.us.subarray(0, ticks.count)],
  });

  it("is read the same in pieces as at once", () => {
    const reader = new HappeningsReader();
    for (const count of [0, 1, 700, 701, 2_500, 3_000]) {
      const pieces = seen(reader.read(columns, scopeOf(count), ["a"]));
      const atOnce = seen(new HappeningsReader().read(columns, scopeOf(count), []));
      expect(pieces).toEqual(atOnce);
    }
  });

  it("is read anew when it is another record, or shorter", () => {
    const reader = new HappeningsReader();
    reader.read(columns, scopeOf(2_000), ["a"]);
    const other = rowsOf([role(0, 0, LEADER, 2)]);
    expect(seen(reader.read(other, scopeOf(1), ["a"])).ticks).toEqual([]);
    expect(seen(reader.read(columns, scopeOf(40), ["b"]))).toEqual(
      seen(new HappeningsReader().read(columns, scopeOf(40), [])),
    );
  });
});

describe("flags", () => {
  const told = { id: 1, node: null, fact: null };

  it("say what broke, what is whole again, and what was done without a word of it", () => {
    const flags = flagsOf(
      [
        { ...told, at_us: 10, kind: "fault", text: "Cut.", alert: true },
        { ...told, at_us: 20, kind: "fault", text: "Whole.", alert: false },
        { ...told, at_us: 25, kind: "election", text: "s1 leads.", alert: false },
      ],
      [
        { at_us: 10, action: { do: "isolate", place: "az1" }, text: "Isolate az1." },
        { at_us: 15, action: { do: "put", from: "g1", key: 3 }, text: "Put k3." },
        { at_us: 95, action: { do: "heal" }, text: "Heal." },
      ],
      90,
    );
    expect(flags.map(({ us, tone, text }) => `${us} ${tone} ${text}`)).toEqual([
      "10 bad Cut.",
      "15 plain Put k3.",
      "20 good Whole.",
    ]);
  });
});

const BEGAN = 0;
const SUSPENDED = 1;
const EXPIRED = 2;

function lease(us: number, node: number, what: number, range = 1): RowShape {
  return { us, what: ROW.LEASE, node, range, flags: what << 16, a: us + 500 };
}

describe("leases", () => {
  it("last from where they began to where their holder saw them end, or as long as is known", () => {
    const rows = [
      lease(100, 0, BEGAN),
      lease(400, 0, SUSPENDED),
      lease(450, 0, BEGAN),
      lease(600, 0, EXPIRED),
      lease(700, 1, BEGAN),
      lease(800, 1, BEGAN, 2),
    ];
    expect(read(rows).leases).toEqual([
      { node: 0, fromUs: 100, toUs: 400 },
      { node: 0, fromUs: 450, toUs: 600 },
      { node: 1, fromUs: 700, toUs: 1_000 },
    ]);
  });

  it("are gone when their holder crashes", () => {
    const crash = { us: 300, what: ROW.FAULT_BEGAN, node: 0, flags: CRASH };
    expect(read([lease(100, 0, BEGAN), crash]).leases).toEqual([
      { node: 0, fromUs: 100, toUs: 300 },
    ]);
  });

  it("are overtaken while another store leads in a later term", () => {
    const rows = [
      role(50, 0, LEADER, 2),
      lease(100, 0, BEGAN),
      role(300, 1, LEADER, 3),
      lease(400, 0, EXPIRED),
      lease(500, 1, BEGAN),
    ];
    const { leases, spans } = read(rows);
    expect(overtaken(leases, spans)).toEqual([{ node: 0, fromUs: 300, toUs: 400 }]);
  });
});

describe("decisions", () => {
  it("are those of the range, and those of all, in order", () => {
    const decided = (us: number, range: number) => ({
      us,
      what: ROW.DECIDED,
      node: 1,
      range,
      flags: DEEDS.indexOf("moved_leader") | (REASONS.indexOf("AskedByHand") << 8),
      other: 0,
      c: -1,
    });
    const rows = [decided(100, 1), decided(200, 2), decided(300, NO_RANGE)];
    const { decisions, marksUs } = read(rows);
    expect(decisions.map(({ us, decision }) => [us, decision.what, decision.subject])).toEqual([
      [100, "moved_leader", 0],
      [300, "moved_leader", 0],
    ]);
    expect(marksUs).toEqual([100, 300]);
  });
});
