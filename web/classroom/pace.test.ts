/** How far a follower's run goes, and whether it is the teacher's. */
import { describe, expect, it } from "vitest";

import { Comparing } from "./comparing";
import { BEHIND_MS, Pace } from "./pace";
import type { Beat } from "./protocol";

const DIGEST = "0123456789abcdef";
const beat = (changes: Partial<Beat> = {}): Beat => ({
  us: 10_000_000,
  events: 100,
  digest: DIGEST,
  playing: true,
  speed: 1,
  after: 0,
  ...changes,
});

describe("the pace of a follower", () => {
  it("is the teacher's, a little behind, and stops at each beat", () => {
    let nowMs = 0;
    const pace = new Pace(() => nowMs);
    pace.hear(beat());
    expect(pace.untilUs(0, 0)).toBe(10_000_000 - BEHIND_MS * 1_000);
    // Before the beat it does not go past it: there the digests are compared.
    expect(pace.untilUs(1_000, 9_900_000)).toBe(10_000_000);
    expect(pace.untilUs(1_000, 10_000_000)).toBe(11_000_000 - BEHIND_MS * 1_000);
    nowMs = 5_000;
    expect(pace.isFar(10_000_000)).toBe(true);
    expect(pace.isFar(14_500_000)).toBe(false);
  });

  it("waits for a run that has become slow, and follows one that went back", () => {
    const pace = new Pace(() => 0);
    pace.hear(beat());
    pace.hear(beat({ us: 10_100_000 }));
    expect(pace.isFar(13_000_000)).toBe(false);
    pace.hear(beat({ us: 5_000_000 }));
    pace.hear(beat({ us: 5_250_000 }));
    expect(pace.isFar(13_000_000)).toBe(true);
    pace.followed();
    expect(pace.isFar(13_000_000)).toBe(false);
  });

  it("goes by the speed, and stands where the teacher stands", () => {
    const pace = new Pace(() => 0);
    pace.hear(beat({ speed: 0.1 }));
    expect(pace.untilUs(1_000 + BEHIND_MS, 10_000_000)).toBe(10_100_000);
    pace.hear(beat({ playing: false }));
    expect(pace.untilUs(9_000, 0)).toBe(10_000_000);
  });

  it("goes at once to where the teacher does something, and on from there", () => {
    let nowMs = 0;
    const pace = new Pace(() => nowMs);
    pace.hear(beat());
    nowMs = 1_000;
    pace.hearDone(11_010_000);
    expect(pace.untilUs(1_000, 10_900_000)).toBe(11_010_000);
    expect(pace.untilUs(1_000 + BEHIND_MS, 11_010_000)).toBe(11_010_000);
    expect(pace.untilUs(1_100 + BEHIND_MS, 11_010_000)).toBe(11_110_000);
    // Who was ahead learns where the teacher really is.
    nowMs = 2_000;
    pace.hearDone(11_500_000);
    expect(pace.untilUs(2_000, 11_900_000)).toBe(11_500_000);
    // The next beat says where it is.
    pace.hear(beat({ us: 11_600_000 }));
    expect(pace.untilUs(2_000, 11_500_000)).toBe(11_510_000);
  });

  it("does not go to what another branch holds far away, nor of a run that stands", () => {
    const pace = new Pace(() => 0);
    pace.hear(beat());
    pace.hearDone(12_000_001);
    pace.hearDone(1);
    expect(pace.untilUs(0, 0)).toBe(10_000_000 - BEHIND_MS * 1_000);
    pace.hear(beat({ playing: false }));
    pace.hearDone(10_000_001);
    expect(pace.untilUs(0, 0)).toBe(10_000_000);
  });
});

describe("comparing digests", () => {
  const frame = { now_us: 10_000_000, events: 100, digest: DIGEST };
  const compared = (...steps: ((comparing: Comparing) => void)[]): string[] => {
    const told: string[] = [];
    const comparing = new Comparing((result) => told.push(result));
    for (const step of steps) step(comparing);
    return told;
  };
  const expectBeat =
    (changes: Partial<Beat> = {}) =>
    (comparing: Comparing) =>
      comparing.expect(beat(changes));
  const look =
    (changes: Partial<typeof frame> = {}, isSettled = false) =>
    (comparing: Comparing) =>
      comparing.look({ ...frame, ...changes }, isSettled);
  const other = { digest: "f".repeat(16) };

  it("tells each beat once, at its instant", () => {
    expect(compared(expectBeat(), look({ now_us: 1 }), look(), look())).toEqual(["same"]);
  });

  it("finds another run, by its digest or by its events", () => {
    expect(compared(expectBeat(), look(other))).toEqual(["other"]);
    expect(compared(expectBeat({ playing: false }), look({ events: 9 }))).toEqual([]);
    expect(compared(expectBeat({ playing: false }), look({ events: 9 }, true))).toEqual(["other"]);
  });

  it("is sure of a run that plays only after some beats", () => {
    const unsure = [expectBeat(), look({ events: 9 }), look({ events: 9 })];
    expect(compared(...unsure)).toEqual([]);
    expect(compared(...unsure, ...unsure, ...unsure)).toEqual(["other"]);
  });

  it("replays once, and says when that did not help", () => {
    const replayed = (comparing: Comparing) => comparing.replayed();
    const found = [expectBeat(), look(other), replayed];
    expect(compared(...found, expectBeat(), look())).toEqual(["other", "same"]);
    expect(compared(...found, expectBeat(), look(other))).toEqual(["other", "still-other"]);
  });

  it("forgets a beat of another past", () => {
    expect(compared(expectBeat(), (comparing) => comparing.forget(), look(other))).toEqual([]);
  });
});
