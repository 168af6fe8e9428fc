/** An assignment in a link: it comes back as it was, and gives each name its seed. */

import { describe, expect, it } from "vitest";

import {
  type Assignment,
  assignmentQuery,
  candidates,
  readToken,
  seedOf,
  tokenIn,
  writeToken,
} from "./assignment";

const GIVEN: Assignment = {
  format: "raft-atlas-assignment/1",
  of: { kind: "challenge", id: "lease-lie" },
  due_ms: 1_800_000_000_000,
  ...{ least: 2, words: true, hints: false, salt: "0123456789abcdef" },
  seeds: candidates("0123456789abcdef", 12),
};

describe("an assignment", () => {
  it("comes back out of its link as it was", () => {
    const link = `https://atlas.example.org/${assignmentQuery(GIVEN)}`;
    expect(link).toContain("?scenario=challenge.lease-lie&paused&assignment=");
    expect(new URL(link).searchParams.get("assignment")).toBe(writeToken(GIVEN));
    expect(readToken(tokenIn(link))).toEqual({ ok: true, value: GIVEN });
    expect(readToken(tokenIn(` ${writeToken(GIVEN)}\n`))).toEqual({ ok: true, value: GIVEN });
    const lesson: Assignment = { ...GIVEN, of: { kind: "lesson", id: "leader" }, seeds: [] };
    expect(assignmentQuery(lesson)).toContain("?lesson=leader&assignment=");
  });

  it.each([
    "",
    "nonsense",
    writeToken({ ...GIVEN, seeds: [-1] }),
    writeToken({ ...GIVEN, salt: "<script>" }),
    writeToken({ ...GIVEN, more: 1 } as Assignment),
  ])("is none where it is not one: %#", (token) => {
    const message = "The link has no assignment that this page can read.";
    expect(readToken(token)).toEqual({ ok: false, message });
  });

  it("gives a name always the same of its seeds, however it is typed", () => {
    const seed = seedOf(GIVEN, "Ada Lovelace");
    expect(GIVEN.seeds).toContain(seed);
    expect(seedOf(GIVEN, "  ada  lovelace ")).toBe(seed);
    expect(seedOf({ ...GIVEN, seeds: [] }, "Ada")).toBeNull();
  });

  it("spreads names over all its seeds, and another salt spreads them otherwise", () => {
    const names = Array.from({ length: 200 }, (_, n) => `student ${n}`);
    const seeds = names.map((name) => seedOf(GIVEN, name));
    expect(new Set(seeds).size).toBe(GIVEN.seeds.length);
    const other = { ...GIVEN, salt: "fedcba9876543210" };
    expect(names.map((name) => seedOf(other, name))).not.toEqual(seeds);
  });
});
