/** Logs beside each other: the same indexes for all, near while blocks can be read, else whole. */
import { describe, expect, test } from "vitest";
import { frameOf, type ReplicaShape, worldOf } from "@/test/fixtures";
import { logWindow, stripKey, stripOf } from "./logStrips";

const WORLD = worldOf({ stores: [1, 1, 1] });
const SLOW = { blocks: 7, isLow: false, speed: 0.02 };

function frameWith(replicas: readonly ReplicaShape[], nowUs = 10_000_000) {
  return frameOf(WORLD, { nowUs, replicas });
}

/** Three logs that end at an index, all of one term, all of it committed. */
function logsTo(last: number): ReplicaShape[] {
  return [0, 1, 2].map((node) => ({ node, commit: last, last, log: [[1, last]] }));
}

describe("the indexes that all strips show", () => {
  test("are the last ones, with a free place for what comes next", () => {
    const window = logWindow(frameWith(logsTo(20)), SLOW);
    expect(window).toEqual({ near: true, from: 15, to: 21, blocks: 7 });
  });

  test("begin at the first where logs are short", () => {
    const window = logWindow(frameWith(logsTo(3)), SLOW);
    expect(window).toEqual({ near: true, from: 1, to: 7, blocks: 7 });
  });

  test("reach to the newest entry of any log", () => {
    const [first, ...others] = logsTo(18);
    const window = logWindow(frameWith([{ ...first, node: 0, last: 20 }, ...others]), SLOW);
    expect(window?.to).toBe(21);
  });

  test("are all that is held, from the first one that anybody still has, where a log is far behind", () => {
    const behind = { node: 2, first: 4, commit: 8, last: 8 };
    const [one, two] = logsTo(20).map((replica) => ({ ...replica, first: 9 }));
    const frame = frameWith([one as ReplicaShape, two as ReplicaShape, behind]);
    expect(logWindow(frame, SLOW)).toEqual({ near: false, from: 4, to: 20, blocks: 7 });
  });

  test("are all that is held where a commit index is far behind", () => {
    const frame = frameWith(logsTo(20).map((replica) => ({ ...replica, commit: 5 })));
    expect(logWindow(frame, SLOW)?.near).toBe(false);
  });

  test("are all that is held where entries come faster than a person reads", () => {
    const frame = frameWith(logsTo(20));
    // 2 entries a simulated second.
    expect(logWindow(frame, { ...SLOW, speed: 3 })?.near).toBe(true);
    expect(logWindow(frame, { ...SLOW, speed: 4 })?.near).toBe(false);
    expect(logWindow(frame, { ...SLOW, isLow: true })?.near, "for one of them").toBe(false);
  });

  test("do not wait for a replica that waits for its first snapshot", () => {
    const frame = frameWith([...logsTo(20).slice(0, 2), { node: 2, commit: 0, last: 0 }]);
    expect(logWindow(frame, SLOW)?.near).toBe(true);
  });

  test("are none while nobody holds anything", () => {
    expect(logWindow(frameWith(logsTo(0)), SLOW)).toBeNull();
    expect(logWindow(frameWith([]), SLOW)).toBeNull();
  });
});

describe("a strip", () => {
  const replicas: ReplicaShape[] = [
    {
      node: 0,
      first: 3,
      commit: 9,
      applied: 8,
      last: 12,
      log: [
        [1, 6],
        [2, 9],
        [4, 12],
      ],
    },
    { node: 1, commit: 6, last: 7, log: [[1, 7]] },
  ];
  const frame = frameWith(replicas);

  test("has a stretch for each term, cut off at the window", () => {
    const window = { near: true, from: 5, to: 10, blocks: 6 };
    expect(stripOf(frame, 0, window).stretches).toEqual([
      { term: 1, from: 5, to: 6 },
      { term: 2, from: 7, to: 9 },
      { term: 4, from: 10, to: 10 },
    ]);
  });

  test("begins where a log begins", () => {
    const window = { near: false, from: 1, to: 12, blocks: 6 };
    expect(stripOf(frame, 0, window).stretches[0]).toEqual({ term: 1, from: 3, to: 6 });
  });

  test("shows another log at the same indexes", () => {
    const window = { near: true, from: 5, to: 10, blocks: 6 };
    expect(stripOf(frame, 1, window).stretches).toEqual([{ term: 1, from: 5, to: 7 }]);
  });

  test("tells how far it is committed and applied", () => {
    const window = { near: true, from: 5, to: 10, blocks: 6 };
    expect(stripOf(frame, 0, window)).toMatchObject({ commit: 9, applied: 8 });
  });

  test("is told from another by terms, commit and applied index", () => {
    const window = { near: true, from: 5, to: 10, blocks: 6 };
    const strip = stripOf(frame, 0, window);
    expect(stripKey(strip)).toBe(stripKey(stripOf(frame, 0, window)));
    const [first, ...rest] = strip.stretches;
    const others = [
      { ...strip, commit: 10 },
      { ...strip, applied: 9 },
      { ...strip, stretches: [{ term: 3, from: 5, to: first?.to ?? 6 }, ...rest] },
    ];
    expect(new Set([strip, ...others].map(stripKey)).size).toBe(4);
  });
});
