import { describe, expect, test } from "vitest";

import { firstBranch } from "./branches";
import type { Session } from "./session";
import { writeTest } from "./testFile";

const SESSION: Session = {
  source: { kind: "builtin", id: "first-look" },
  text: '{"title":"Mine"}',
  variant: "",
  seed: 7,
  branches: [
    firstBranch([
      { at_us: 2_000_001, action: { do: "crash", store: "s2" }, text: "Crashes s2." },
      { at_us: 9_000_001, action: { do: "heal" }, text: "Heals all." },
    ]),
  ],
  current: 0,
  bookmarks: [],
};
const SHOWN = { title: "First “look”", us: 4_500_000, digest: "00000000000000ff" };

describe("a session as a test", () => {
  test("opens the run, does what was done up to the instant shown, and holds its digest", () => {
    expect(writeTest(SESSION, SHOWN)).toBe(`\
// 1 action by hand; run it with the package @raft-atlas/replay.

import { expect, test } from "@raft-atlas/replay";

test("First “look”", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look", seed: 7 });
  // Crashes s2.
  await atlas.at("2s");
  await atlas.act({"do":"crash","store":"s2"});
  await atlas.at("4500ms");
  await expect(atlas).toHaveDigest("00000000000000ff");
});
`);
  });

  test("has a file's scenario in it, and names its variant", () => {
    const source = { kind: "file", name: "mine.json", text: SESSION.text } as const;
    const text = writeTest({ ...SESSION, source, variant: "on", branches: [] }, SHOWN);
    expect(text).toContain('const SCENARIO = {\n  "title": "Mine"\n};');
    expect(text).toContain('{ text: JSON.stringify(SCENARIO), variant: "on", seed: 7 }');
  });
});
