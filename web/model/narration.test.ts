import { describe, expect, it } from "vitest";

import type { Notable } from "@/engine/types";
import { isSpoken, mergeNarration, mergeNotables, NARRATION_MAX, sayable } from "./narration";

function notable(id: number, kind: Notable["kind"] = "fault", alert = false): Notable {
  return { id, at_us: id, kind, text: `n${id}`, fact: null, node: null, alert };
}

describe("the narration", () => {
  it("takes each notable once, in order", () => {
    const kept = mergeNarration([notable(1), notable(2)], [notable(2), notable(3)]);
    expect(kept.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it("keeps its identity when there is nothing new", () => {
    const kept = [notable(1)];
    expect(mergeNarration(kept, [notable(1)])).toBe(kept);
  });

  it("forgets the oldest beyond its bound", () => {
    const many = Array.from({ length: NARRATION_MAX + 5 }, (_, i) => notable(i + 1));
    expect(mergeNarration([], many)[0]?.id).toBe(6);
  });

  it("marks what was told of any instant, once and in order", () => {
    const notables = mergeNotables([notable(1), notable(5)], [notable(2), notable(5), notable(6)]);
    expect(notables.map(({ id }) => id)).toEqual([1, 2, 5, 6]);
    expect(mergeNotables(notables, [notable(2)])).toBe(notables);
  });

  it("reads out elections and stale reads, not every read", () => {
    expect(isSpoken(notable(1, "election"))).toBe(true);
    expect(isSpoken(notable(1, "read"))).toBe(false);
    expect(isSpoken(notable(1, "read", true))).toBe(true);
  });

  it("holds back what a read was worth while a lesson waits for an answer", () => {
    const all = [notable(1), notable(2, "read", true), notable(3, "violation"), notable(4, "read")];
    expect(sayable(all, true).map(({ id }) => id)).toEqual([1, 4]);
    expect(sayable(all, false)).toBe(all);
  });
});
