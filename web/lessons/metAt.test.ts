import { describe, expect, it } from "vitest";

import type { Judged } from "@/engine/types";
import { judgedOf } from "@/test/lessons/lessonFixtures";
import { metAtUs } from "./metAt";

const TWO = { happened: "two_leaders", lasting: "2s" };
const CRASHED = { happened: "crashed" };

/** A goal of several, as the engine judges it: at the last of its parts. */
const several = (...parts: Judged[]): Judged => ({
  ...judgedOf(true, Math.max(...parts.map(({ at_us }) => at_us ?? 0))),
  parts,
});

describe("the instant at which a goal is met", () => {
  it("of what happens is when it happened", () => {
    expect(metAtUs(CRASHED, judgedOf(true, 6_000_000), 0)).toBe(6_000_000);
  });

  it("of what lasts is when it has lasted, not when it began", () => {
    expect(metAtUs(TWO, judgedOf(true, 6_000_000), 0)).toBe(8_000_000);
  });

  it("of what lasts, after something else, counts from what came then", () => {
    const goal = JSON.parse(`{ "happened": "crashed", "then": ${JSON.stringify(TWO)} }`);
    expect(metAtUs(goal, judgedOf(true, 6_000_000), 0)).toBe(8_000_000);
  });

  it("of all is that of the last part, of any that of the first", () => {
    const judged = several(judgedOf(true, 6_000_000), judgedOf(true, 7_000_000));
    expect(metAtUs({ all: [TWO, CRASHED] }, judged, 0)).toBe(8_000_000);
    expect(metAtUs({ any: [TWO, CRASHED] }, judged, 0)).toBe(7_000_000);
  });

  it("is not known where the first one was seen to end too early", () => {
    expect(metAtUs(TWO, judgedOf(true, 6_000_000), 9_000_000)).toBeNull();
    const judged = several(judgedOf(true, 6_000_000), judgedOf(true, 7_000_000));
    expect(metAtUs({ all: [TWO, CRASHED] }, judged, 9_000_000)).toBeNull();
  });

  it("of a figure is not known", () => {
    expect(metAtUs({ metric: "elections", at_least: 1 }, judgedOf(true), 0)).toBeNull();
  });
});
