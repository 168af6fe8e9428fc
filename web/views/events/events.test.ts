import { describe, expect, it } from "vitest";
import type { World } from "@/engine/types";
import { ROW } from "@/model/trace";
import { Reel } from "@/session/tape/tape";
import type { Tape } from "@/session/tape/tapeTypes";
import { FakePlayground, fakeScenario } from "@/test/fakeEngine";
import { type RowLike, traceColumns } from "@/test/traces";
import { type Filter, Matches, NO_FILTER } from "./filter";
import { type Context, change, eventSentence } from "./sentences";
import { TapeIndex } from "./tapeIndex";

const stores = ["s1", "s2", "s3"];
const world: World = {
  ...new FakePlayground(fakeScenario(), "", undefined).world(),
  nodes: [...stores, "g1"].map((id, index) => {
    const kind = id === "g1" ? "gateway" : "store";
    return { index, id, kind, zone: 0, cores: 4 };
  }),
  zones: [{ index: 0, id: "az1", region: "here" }],
  ranges: [
    {
      id: 0,
      first_key: 0,
      last_key: 9,
      replicas: stores.map((_, i) => ({ peer: i + 1, node: i })),
    },
  ],
  message_types: [{ id: "MsgAppend", label: "Append", kind: 3 }],
  workloads: [],
};

function tapeOf(rows: RowLike[], reel = new Reel()): Tape {
  const last = rows.at(-1)?.event ?? 0;
  reel.take([
    { afterEvent: -1, afterUs: 0, toEvent: last, toUs: last, columns: [traceColumns(rows)] },
  ]);
  const tape = reel.tape();
  if (tape === null) throw new Error("no tape");
  return tape;
}

function contextOf(rows: RowLike[]): Context {
  return { world, actions: [], index: new TapeIndex(tapeOf(rows)) };
}

/** Roles: peer in the low half, role above; numbers are term, leader, vote. */
function role(event: number, node: number, what: number, numbers: number[]): RowLike {
  return { event, what: ROW.ROLE, node, range: 0, flags: (node + 1) | (what << 16), numbers };
}

const RUN: RowLike[] = [
  role(1, 0, 0, [1, 0, 0]),
  { event: 2, what: ROW.BEGAN_TICK, node: 0, range: 0 },
  role(2, 0, 2, [2, 0, 1]),
  {
    event: 2,
    what: ROW.SENT,
    node: 0,
    other: 1,
    range: 0,
    flight: 7,
    numbers: [90, 0, 0, 2, 4, 2],
  },
  { event: 3, cause: 2, what: ROW.DELIVERED, flight: 7 },
  { event: 3, cause: 2, what: ROW.APPENDED, node: 1, range: 0, numbers: [5, 2] },
  { event: 3, cause: 2, what: ROW.APPENDED, node: 1, range: 0, numbers: [6, 2] },
  {
    event: 4,
    what: ROW.INVOKED,
    node: 3,
    range: 0,
    request: 12,
    flags: 2,
    numbers: [8, 1, -1, 12],
  },
  { event: 4, what: ROW.ATTEMPTED, other: 0, request: 12 },
  { event: 5, what: ROW.REFUSED, node: 0, request: 12, flags: 0 },
  { event: 6, what: ROW.COMPLETED, request: 12, flags: 1, atUs: 6_000, numbers: [0, 4_000] },
  { event: 7, what: ROW.APPENDED, node: 1, range: 0, numbers: [5, 3] },
  { event: 8, what: ROW.FAULT_BEGAN, flags: (1 << 16) | (1 << 8), other: 2, numbers: [0, 2] },
  { event: 9, what: ROW.DIED, flight: 3, flags: 1 },
];

describe("what a row says", () => {
  const context = contextOf(RUN);
  const said = RUN.map((_, row) => eventSentence(context, row));

  it("is a sentence with the names of the world", () => {
    expect(said).toEqual([
      "Becomes follower in term 1.",
      "Its clock ticks.",
      "Campaigns as candidate in term 2.",
      "Sends MsgAppend to s2: entries 5 to 6, term 2, 90\u00a0B.",
      "MsgAppend from s1 arrives.",
      "Writes entry 5 of term 2 into its log.",
      "Writes entry 6 of term 2 into its log.",
      "r12 enters, by hand: put k8.",
      "r12 is tried at s1.",
      "Refuses r12: it does not lead.",
      "r12 fails after 2\u00a0ms; it was certainly not done.",
      "Overwrites its log from entry 5 on, with one of term 3.",
      "The cut between az1 and s3 begins.",
      "Message 3, sent before the record begins, is lost at a cut.",
    ]);
  });

  it("says what a client of a load asks for: its rows and its read mode", () => {
    const client = (number: number) => (number + 1) << 8;
    const scan = 1 | (2 << 4) | client(99_999);
    const rows: RowLike[] = [
      { event: 1, what: ROW.INVOKED, node: 3, request: 12, flags: scan, numbers: [8, 50, 0] },
    ];
    const said = eventSentence(contextOf(rows), 0);
    expect(said).toContain("scan k8, 50 rows, read mode");
    expect(said).not.toContain("read mode ,");
  });

  it("says how a read was served and how far a transaction is", () => {
    const us = (instant: number) => instant * 4_096;
    const rows: RowLike[] = [
      { event: 1, what: ROW.INVOKED, node: 3, request: 12, numbers: [8, 1, -1, 12] },
      { event: 2, what: ROW.TIMESTAMPED, request: 12, numbers: [us(1_500_000), 42] },
      { event: 3, what: ROW.ROUTED, other: 1, request: 12, flags: 0, numbers: [50_000, 4_096] },
      { event: 4, what: ROW.TXN, request: 12, flags: 0, numbers: [8, us(1_500_000)] },
      { event: 5, what: ROW.TXN, request: 12, flags: 7, numbers: [8, us(1_600_000)] },
      { event: 6, what: ROW.LEASE, node: 0, range: 0, flags: 1, numbers: [3_000_000] },
      { event: 7, what: ROW.WITHHELD, node: 2, range: 0, flags: 3, numbers: [2] },
    ];
    const about = contextOf(rows);
    const plain = (row: number) => eventSentence(about, row).replace(/\s/g, " ");
    expect(rows.map((_, row) => plain(row)).slice(1)).toEqual([
      "r12 has the timestamp 1.500 000 s, and with it the read index 42.",
      "r12 goes to s2: its result is expected to be large (50 kB and the threshold is 4.1 kB).",
      "r12 prewrote and locked k8 (start 1.500 000 s).",
      "r12 is committed (commit 1.600 000 s).",
      "Its lease is valid, at first until 3.000 000 s.",
      "Grants no vote to s2 yet: its vote is withheld.",
    ]);
    expect(about.index.node(1)).toBe(3);
  });

  it("is held against what the same replica was before", () => {
    expect(change(context, 0)).toBe("role follower, term 1, leader nobody, vote nobody");
    expect(change(context, 2)).toBe("role follower → candidate, term 1 → 2, vote nobody → s1");
    expect(change(context, 5)).toBe("last 5");
    expect(change(context, 6)).toBe("last 5 → 6");
    expect(change(context, 11)).toBe("last 6 → 5");
    expect(change(context, 3)).toBe("");
  });
});

describe("an index of the tape", () => {
  it("goes on where it stopped, and is the same as one made at once", () => {
    const reel = new Reel();
    let index: TapeIndex | null = null;
    for (let event = 1; event <= 9; event += 1) {
      index = TapeIndex.of(
        tapeOf(
          RUN.filter((row) => row.event <= event),
          reel,
        ),
        index,
      );
    }
    const whole = contextOf(RUN).index;
    expect(RUN.map((_, row) => index?.origin(row))).toEqual(RUN.map((_, row) => whole.origin(row)));
  });

  it("is another one when rows are so no longer", () => {
    const reel = new Reel();
    const before = new TapeIndex(tapeOf(RUN, reel));
    reel.cut(3);
    const tape = reel.tape();
    expect(tape && TapeIndex.of(tape, before)).not.toBe(before);
  });
});

describe("a filter", () => {
  const context = contextOf(RUN);
  const events = (changes: Partial<Filter>) => {
    const matches = new Matches({ ...NO_FILTER, ...changes }, context.index).extend(context);
    return Array.from({ length: matches.count }, (_, i) => context.index.event(matches.rowAt(i)));
  };

  it.each([
    ["messages", [2, 3, 9]],
    ["roles", [1, 2]],
    ["log", [3, 3, 7]],
    ["requests", [4, 4, 5, 6]],
    ["faults", [8]],
    ["actions", []],
  ] as const)("shows %s alone", (kind, expected) => {
    expect(events({ kind })).toEqual(expected);
  });

  it("leaves out what did not happen at a place, at either end of a message", () => {
    expect(events({ kind: "messages", node: 1 })).toEqual([2, 3]);
    expect(events({ kind: "requests", node: 3 })).toEqual([4, 4, 6]);
    expect(events({ node: 2 })).toEqual([8]);
  });

  it("finds a request, an event and words", () => {
    expect(events({ text: "r12" })).toEqual([4, 4, 5, 6]);
    expect(events({ text: " #3 " })).toEqual([3, 3, 3]);
    expect(events({ text: "Overwrites" })).toEqual([7]);
    expect(events({ range: 5 })).toEqual([]);
    expect(events({ interval: { from_us: 5_000, to_us: 7_000 } })).toEqual([5, 6, 7]);
  });

  it("takes what comes later without looking at the rest again", () => {
    const reel = new Reel();
    const early = tapeOf(RUN.slice(0, 4), reel);
    const index = new TapeIndex(early);
    const growing: Context = { ...context, index };
    const matches = new Matches({ ...NO_FILTER, kind: "log" }, index).extend(growing);
    expect(matches.count).toBe(0);
    TapeIndex.of(tapeOf(RUN, reel), index);
    expect(matches.extend(growing).count).toBe(3);
  });
});
