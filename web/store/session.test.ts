import { describe, expect, it } from "vitest";

import type { LoggedAction } from "@/protocol/engine";
import {
  isRunOf,
  parseSavedSession,
  replayFile,
  replayFileName,
  type SavedSession,
  SESSION_FORMAT,
} from "./session";

const ACTIONS: LoggedAction[] = [
  { at_us: 1_500_001, action: { do: "cut", from: "az1", to: "az2", one_way: true }, text: "Cut." },
  { at_us: 2_000_001, action: { do: "set", settings: { pre_vote: false } }, text: "Set." },
];

const SESSION: SavedSession = {
  format: SESSION_FORMAT,
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
  actions: ACTIONS,
  futures: [],
  furthest_us: 4_000_000,
  now_us: 3_000_000,
  saved_at_ms: 1,
  speed: 0.1,
  range: 1,
};

describe("a saved session", () => {
  it("survives storage", () => {
    expect(parseSavedSession(structuredClone(SESSION))).toEqual(SESSION);
    expect(parseSavedSession(JSON.parse(JSON.stringify(SESSION)))).toEqual(SESSION);
  });

  it.each([
    ["nothing", undefined],
    ["noise", "noise"],
    ["another format", { ...SESSION, format: "raft-atlas-session/0" }],
    ["an action without a verb", { ...SESSION, actions: [{ at_us: 1, action: {}, text: "" }] }],
    ["an instant before the start", { ...SESSION, now_us: -1 }],
    ["a seed that is not whole", { ...SESSION, seed: 0.5 }],
    ["a speed out of bounds", { ...SESSION, speed: 1e9 }],
  ])("is refused when it is %s", (_, stored) => {
    expect(parseSavedSession(stored)).toBeUndefined();
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
  const file = JSON.parse(replayFile(SESSION));

  it("appends the actions to the scenario's own, at their instants", () => {
    expect(file.actions).toEqual([
      { at: "1s", do: "heal" },
      { at: "1500001us", do: "cut", from: "az1", to: "az2", one_way: true },
      { at: "2000001us", do: "set", settings: { pre_vote: false } },
    ]);
  });

  it("holds the seed and only the variant that ran", () => {
    expect(file.seed).toBe(9);
    expect(Object.keys(file.variants)).toEqual(["on"]);
    expect(file.expect).toBeUndefined();
  });

  it("is the text itself when that is not a scenario", () => {
    expect(replayFile({ ...SESSION, text: "noise" })).toBe("noise");
  });

  it("is named after the scenario", () => {
    expect(replayFileName(SESSION, "The old leader, cut off")).toBe(
      "the-old-leader-cut-off-seed-9-replay.json",
    );
  });
});
