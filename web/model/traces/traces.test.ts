/** Traces: which files are one, folded axes, going from mark to mark, and why a part has no order. */

import fs from "node:fs";
import { describe, expect, test } from "vitest";
import type { HistoryAnswer, HistoryOperation, RoleLog } from "@/engine/lens";
import { foldedAxis, plainAxis } from "./axis";
import { didWhat, historyTrace, whyNoOrder } from "./historyTrace";
import { traceKindOf } from "./kindOf";
import { roleTrace, utc } from "./roleTrace";
import { heldTogether, leadersOf, withRun } from "./runBeside";
import { beside, found, marksByLane, TONES } from "./trace";

const example = (name: string) =>
  fs.readFileSync(new URL(`../../../docs/examples/${name}`, import.meta.url), "utf8");

describe("what a file is", () => {
  test.each([
    ["lock.edn", "history"],
    ["stale-read.edn", "history"],
    ["etcd-client-1.jsonl", "history"],
    ["vector-clocks.log", "clocks"],
    ["etcd-server.log", "roles"],
    ["tikv-server.log", "roles"],
    ["element.html", null],
  ])("%s: %s", (name, kind) => {
    expect(traceKindOf(example(name))).toBe(kind);
  });

  test.each([
    ['{"format":"raft-atlas-facts/1"}', "history"],
    ['{"format": "raft-atlas/1", "title": "x"}', null],
    ["INFO  jepsen.util - 0\t:invoke\t:read\tnil", "history"],
    ["2018-05-10 12:00:01.000000 I | raft: 8e became leader at term 2", "roles"],
    ["(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)", "clocks"],
    ["tikv_servers:\n  - host: a", null],
    ["", null],
  ])("%s: %s", (text, kind) => {
    expect(traceKindOf(text)).toBe(kind);
  });
});

describe("an axis", () => {
  test("without a quiet stretch is as wide as its positions", () => {
    const axis = foldedAxis(0, 4, Float64Array.of(0, 1, 2, 3, 4));
    expect(axis.width).toBe(plainAxis(0, 4).width);
  });

  test("draws a quiet stretch narrow, and leads back", () => {
    const axis = foldedAxis(0, 104, Float64Array.of(0, 1, 2, 102, 103, 104));
    expect(axis.folds).toEqual([{ from: 2, to: 102 }]);
    expect(axis.width).toBe(8);
    for (const position of [0, 1, 2, 27, 102, 103, 104])
      expect(axis.at(axis.of(position))).toBeCloseTo(position);
    expect(axis.of(52)).toBe(4);
  });
});

const operation = (given: Partial<HistoryOperation>): HistoryOperation => ({
  process: 0,
  key: 0,
  call: 1,
  ret: 2,
  act: "read",
  end: "ok",
  value: "1",
  old: "",
  file: 0,
  line: 1,
  ...given,
});

/** An answer whose smallest part is all of it, and known by its last operation. */
const answerOf = (operations: HistoryOperation[]): HistoryAnswer => ({
  format: "jepsen",
  complaint: null,
  keys: [""],
  operations,
  events: 9,
  verdict: "not_linearizable",
  given_up: 0,
  offence: {
    key: 0,
    at: operations.length - 1,
    part: operations.map((_, place) => place),
    is_smallest: true,
    of: operations.length,
  },
  passed_over: 0,
  notes: [],
});

const write = (value: string, call: number, ret: number) =>
  operation({ act: "write", value, call, ret });

describe("why a part has no order", () => {
  test.each([
    [
      "a value that was replaced",
      [write("1", 1, 2), write("2", 3, 4), operation({ process: 2, call: 5, ret: 6 })],
      /read 1, but 1 had been replaced by 2/,
    ],
    [
      "the first value",
      [write("2", 1, 2), operation({ process: 2, value: "nil", call: 3, ret: 4 })],
      /read nil, but the write of 2 had ended/,
    ],
    ["a value from nowhere", [operation({})], /read 1, which nobody had written/],
    [
      "a value from the future",
      [write("1", 3, 4), operation({ call: 1, ret: 2 })],
      /read 1 before anybody began to write it/,
    ],
    [
      "two who hold a lock",
      [
        operation({ act: "acquire", process: 4 }),
        operation({ act: "acquire", process: 5, call: 3, ret: 4 }),
      ],
      /Process 4 had acquired the lock and not released it when process 5/,
    ],
    [
      "a lock that nobody held",
      [operation({ act: "release" })],
      /released a lock that nobody held/,
    ],
    [
      "what is not seen at once",
      [write("1", 1, 4), write("2", 2, 3), operation({ act: "cas", old: "3" })],
      /takes effect at one instant/,
    ],
  ])("%s", (_, operations, told) => {
    expect(whyNoOrder(answerOf(operations))).toMatch(told);
  });

  test("is said of no history that has one", () => {
    expect(whyNoOrder({ ...answerOf([operation({})]), offence: null })).toBe("");
  });
});

describe("a history as lanes", () => {
  const operations = [
    { ...write("1", 1, 0), end: "unknown" as const },
    operation({ process: 7, call: 2, ret: 3, end: "failed" }),
    operation({ process: 7, call: 4, ret: 5, act: "cas", old: "1", end: "refused" }),
  ];
  const trace = historyTrace(answerOf(operations), ["a"]);

  test("has a lane for each process, and bars that may never end", () => {
    expect(trace.lanes.map(({ name }) => name)).toEqual(["process 0", "process 7"]);
    expect([...trace.end]).toEqual([Number.POSITIVE_INFINITY, 3, 5]);
    expect([...trace.open]).toEqual([1, 0, 0]);
    expect(TONES[trace.tone[1] ?? 0]).toBe("failed");
    expect(marksByLane(trace).map((marks) => [...marks])).toEqual([[0], [1, 2]]);
  });

  test("says what each did", () => {
    expect(operations.map(didWhat)[2]).toBe("Process 7 expected 1 and found another value.");
    expect([...found(trace, "ANOTHER")]).toEqual([2]);
    expect([...found(trace, " ")]).toEqual([]);
  });
});

test("marks are gone through one by one", () => {
  const marks = Uint32Array.of(2, 5, 9);
  expect(beside(marks, -1, 1)).toBe(2);
  expect(beside(marks, 5, 1)).toBe(9);
  expect(beside(marks, 9, 1)).toBe(null);
  expect(beside(marks, 5, -1)).toBe(2);
  expect(beside(marks, -1, -1)).toBe(9);
  expect(beside(new Uint32Array(), 1, 1)).toBe(null);
});

describe("roles as lanes", () => {
  const event = (at_us: number, what: RoleLog["events"][number]["what"], member = 0) => ({
    at_us,
    member,
    what,
    term: 2,
    file: 0,
    line: 1,
    text: "",
  });
  const log: RoleLog = {
    system: "TiKV",
    members: [{ group: "4", id: "5" }],
    events: [event(0, "follower"), event(50, "campaign"), event(100, "leader")],
    others: 0,
    damaged: 0,
    listed: [],
    complaint: null,
  };

  test("last until the next role", () => {
    const trace = roleTrace(log, ["a"]);
    expect([...trace.end]).toEqual([100, 50, 103]);
    expect(trace.lanes).toEqual([{ name: "peer 5", group: "Region 4" }]);
    expect(trace.short(2)).toBe("leader, term 2");
  });

  test("stand above those of a run whose election is held to one of theirs", () => {
    const office = (node: number, term: number, fromUs: number, toUs: number) => ({
      ...{ node, term, fromUs, toUs },
    });
    const run = {
      stores: ["s1", "s2"],
      offices: [office(0, 1, 0, 40), office(1, 2, 60, 90)],
    };
    const leaders = leadersOf(log);
    expect(leaders).toEqual([{ atUs: 100, member: "5", term: 2 }]);
    expect(heldTogether(leaders, run), "the first of each").toBe(0);
    const both = withRun(roleTrace(log, ["a"]), run, { office: 1, atUs: 100 });
    expect(both.lanes.map(({ name }) => name)).toEqual(["peer 5", "s1", "s2"]);
    const marks = [...both.start].map((start, mark) => [both.lane[mark], start, both.end[mark]]);
    expect(marks).toEqual([
      [0, 0, 100],
      [1, 40, 80],
      [0, 50, 50],
      [0, 100, 103],
      [2, 100, 130],
    ]);
    expect(both.short(4)).toBe("leader, term 2");
    expect(both.details(1)[0]).toEqual(["Store", "s1"]);
    expect(both.details(3)[1]).toEqual(["Member", "5"]);
  });

  test("have instants in UTC", () => {
    expect(utc(1_715_342_401_322_000)).toBe("2024-05-10 12:00:01.322 UTC");
  });
});
