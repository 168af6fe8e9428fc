import { describe, expect, it } from "vitest";

import type { LoggedAction } from "@/engine/types";
import { parseSavedSession } from "./keep/savedSession";
import {
  type Bookmark,
  isRunOf,
  logOf,
  replayFileName,
  runKey,
  type SavedSession,
  SESSION_FORMAT,
} from "./session";

const ACTIONS: LoggedAction[] = [
  { at_us: 1_500_001, action: { do: "cut", from: "az1", to: "az2", one_way: true }, text: "Cut." },
  { at_us: 2_000_001, action: { do: "set", settings: { pre_vote: false } }, text: "Set." },
];

const FIRST = { id: 0, name: "", parent: -1, fork_us: 0, cause: "", furthest_us: 4_000_000 };

const SESSION: SavedSession = {
  format: SESSION_FORMAT,
  id: "one",
  source: { kind: "builtin", id: "first-look" },
  text: JSON.stringify({
    format: "raft-atlas/1",
    seed: 1,
    actions: [{ at: "1s", do: "heal" }],
    variants: { off: {}, on: { settings: { pre_vote: true } } },
    expect: [{ metric: "off/usd", at_most: 1 }],
  }),
  variant: "on",
  seed: 9,
  branches: [
    { ...FIRST, actions: ACTIONS },
    { ...FIRST, id: 3, parent: 0, fork_us: 1_000, cause: "Cut.", name: "mine", actions: [] },
  ],
  current: 0,
  bookmarks: [{ id: 1, name: "here", us: 5, branch: 3, note: "Who leads now?" }],
  furthest_us: 4_000_000,
  now_us: 3_000_000,
  saved_at_ms: 1,
  speed: 0.1,
  range: 1,
  lesson: { id: "leader", step: "crash" },
};

describe("a saved session", () => {
  it("survives storage", () => {
    expect(parseSavedSession(structuredClone(SESSION))).toEqual(SESSION);
    expect(parseSavedSession(JSON.parse(JSON.stringify(SESSION)))).toEqual(SESSION);
  });

  it("of before bookmarks had notes has bookmarks without", () => {
    const [{ note: _none, ...mark }] = SESSION.bookmarks as [Bookmark];
    const read = parseSavedSession({ ...SESSION, bookmarks: [mark] });
    expect(read?.bookmarks).toEqual([{ ...mark, note: "" }]);
  });

  it("of before each log stood in its branch alone is read, and keeps it once", () => {
    expect(parseSavedSession({ ...SESSION, actions: ACTIONS })).toEqual(SESSION);
  });

  it.each([
    ["nothing", undefined],
    ["noise", "noise"],
    ["another format", { ...SESSION, format: "raft-atlas-session/0" }],
    [
      "an action without a verb",
      { ...SESSION, branches: [{ ...FIRST, actions: [{ at_us: 1, action: {}, text: "" }] }] },
    ],
    ["an instant before the start", { ...SESSION, now_us: -1 }],
    ["a seed that is not whole", { ...SESSION, seed: 0.5 }],
    ["a speed out of bounds", { ...SESSION, speed: 1e9 }],
    ["in a branch that it does not have", { ...SESSION, current: 7 }],
    ["a bookmark in no branch", { ...SESSION, branches: SESSION.branches.slice(0, 1) }],
    ["a branch before its parent", { ...SESSION, branches: SESSION.branches.toReversed() }],
    ["two branches of one number", { ...SESSION, branches: Array(2).fill(SESSION.branches[0]) }],
  ])("is refused when it is %s", (_, stored) => {
    expect(parseSavedSession(stored)).toBeUndefined();
  });
});

describe("the log of a session", () => {
  it("is that of its present branch, and of none before there is one", () => {
    expect(logOf(SESSION)).toBe(SESSION.branches[0]?.actions);
    expect(logOf({ ...SESSION, current: 3 })).toEqual([]);
    expect(logOf(null)).toBe(logOf(null));
  });
});

describe("an address", () => {
  it("means the kept session when it names nothing else", () => {
    expect(isRunOf(SESSION, "first-look", {})).toBe(true);
    expect(isRunOf(SESSION, "first-look", { variant: "on", seed: 9 })).toBe(true);
  });

  it("means another run when scenario, variant or seed differ", () => {
    expect(isRunOf(SESSION, "two-cities", {})).toBe(false);
    expect(isRunOf(SESSION, "first-look", { variant: "off" })).toBe(false);
    expect(isRunOf(SESSION, "first-look", { seed: 8 })).toBe(false);
    const file: SavedSession = { ...SESSION, source: { kind: "file", name: "a.json", text: "{}" } };
    expect(isRunOf(file, "first-look", {})).toBe(false);
  });
});

describe("the replay file", () => {
  it("is named after the scenario", () => {
    expect(replayFileName(SESSION, "The old leader, cut off")).toBe(
      "the-old-leader-cut-off-seed-9-replay.json",
    );
  });

  it("gives exports the same name with an ending of their own", () => {
    expect(replayFileName(SESSION, "First look", "facts.jsonl")).toBe(
      "first-look-seed-9-facts.jsonl",
    );
  });
});

describe("what tells one run from another", () => {
  const key = runKey(SESSION);

  it.each([
    ["what the person expects", { expects: [{ metric: "usd", at_most: 1 }] }],
    ["a bookmark less", { bookmarks: [] }],
    ["how far it was played", { furthest_us: 1 }],
    ["another branch beside it", { branches: SESSION.branches.slice(0, 1) }],
  ])("is not %s", (_, changed) => {
    expect(runKey({ ...SESSION, ...changed })).toBe(key);
  });

  it.each([
    ["an action less", { branches: [{ ...FIRST, actions: ACTIONS.slice(1) }] }],
    ["another variant", { variant: "off" }],
    ["another seed", { seed: 10 }],
    ["another scenario", { source: { kind: "builtin", id: "stale-leader" } as const }],
  ])("is %s", (_, changed) => {
    expect(runKey({ ...SESSION, ...changed })).not.toBe(key);
  });
});
