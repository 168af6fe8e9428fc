import { describe, expect, test } from "vitest";
import type { FaultView, LoggedAction } from "@/engine/types";
import {
  type Beat,
  beatAt,
  holdUs,
  isAstray,
  isBetweenBeats,
  isDone,
  isHealed,
  tempoAt,
} from "./beats";

const MS = 1_000;

function beat(from: number, until: number, speed: number, place?: string): Beat {
  const act =
    place === undefined ? null : { text: "Cut it off", action: { do: "isolate" as const, place } };
  return { from_us: from * MS, until_us: until * MS, speed, title: "", text: "", act };
}

const BEATS = [beat(200, 300, 0.05), beat(1_000, 1_100, 0.02, "Ohio"), beat(3_900, 4_000, 0.1)];
const CUT: LoggedAction[] = [
  { at_us: 1_050 * MS, action: { place: "Ohio", do: "isolate" }, text: "" },
];

describe("the beats of a scenario", () => {
  test("one is said from its beginning until the next begins", () => {
    expect([0, 200, 999, 1_000, 9_000].map((ms) => beatAt(BEATS, ms * MS, CUT))).toEqual([
      -1, 0, 0, 1, 2,
    ]);
  });

  test("that come after an act are not said of a run in which nobody did it", () => {
    expect([1_000, 4_000, 9_000].map((ms) => beatAt(BEATS, ms * MS, []))).toEqual([1, 1, 1]);
    expect(beatAt(BEATS, 4_000 * MS, CUT)).toBe(2);
  });

  test("are apart: what lies between is hurried through, what comes after the last is not", () => {
    const hurried = [0, 200, 299, 300, 2_000, 3_950, 9_000].map((ms) =>
      isBetweenBeats(BEATS, ms * MS),
    );
    expect(hurried).toEqual([true, false, false, true, true, false, false]);
  });

  test("play at their own speed; what lies between is over in 1.4 s", () => {
    expect(tempoAt(BEATS, 199 * MS), "no slower where the first is near").toBeCloseTo(0.2 / 1.4);
    expect(tempoAt(BEATS, 250 * MS)).toBe(0.05);
    expect(tempoAt(BEATS, 300 * MS)).toBeCloseTo(0.7 / 1.4);
    expect(tempoAt(BEATS, 2_000 * MS)).toBeCloseTo(2.8 / 1.4);
    expect(tempoAt(BEATS, 4_000 * MS)).toBeNull();
  });

  test("hold the run where something is to be done, until it is done", () => {
    expect(holdUs(BEATS, 250 * MS, [])).toBe(1_100 * MS);
    expect(holdUs(BEATS, 1_100 * MS, [])).toBe(1_100 * MS);
    expect(holdUs(BEATS, 1_100 * MS, CUT)).toBeNull();
    expect(holdUs(BEATS, 1_101 * MS, []), "who went past it is not held").toBeNull();
  });

  test("tell of another run once somebody did what none of them speaks of", () => {
    const own: LoggedAction[] = [
      { at_us: 500 * MS, action: { do: "crash", store: "s1" }, text: "" },
    ];
    expect(isAstray(BEATS, own, 400 * MS)).toBe(false);
    expect(isAstray(BEATS, own, 500 * MS)).toBe(true);
    expect(isAstray(BEATS, CUT, 2_000 * MS), "what one of them asks for").toBe(false);
    const healed: LoggedAction[] = [{ at_us: 0, action: { do: "heal" }, text: "" }];
    expect(isAstray(BEATS, healed, 1)).toBe(false);
  });

  test("what was done later is not done yet, and what was undone was done", () => {
    const [, asks] = BEATS;
    if (asks === undefined) throw new Error("no beat");
    const healed: LoggedAction[] = [
      ...CUT,
      { at_us: 1_060 * MS, action: { do: "heal" }, text: "" },
    ];
    expect(isDone(asks, CUT, 1_000 * MS)).toBe(false);
    expect(isDone(asks, healed, 1_070 * MS)).toBe(true);
    expect(isHealed(asks, []), "it can be done again").toBe(true);
    expect(isHealed(asks, [{ id: "isolate:Ohio" } as FaultView])).toBe(false);
  });
});
