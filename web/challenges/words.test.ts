/** What is said of runs of challenges. */

import { describe, expect, it } from "vitest";

import type { ChallengeRun, Judged, RunScore } from "@/engine/types";
import type { Best } from "./bests";
import { readBests } from "./bests";
import {
  actsDone,
  isBetter,
  markOf,
  nextStar,
  resultWords,
  starSigns,
  starWords,
  timeLeft,
} from "./words";

const MET: Judged = {
  standing: "met",
  text: "No stale read",
  found: "None.",
  begun: true,
  at_us: null,
  parts: [],
};

function score(changes: Partial<RunScore> = {}): RunScore {
  return {
    solved: true,
    over: true,
    lost: false,
    conditions: [MET],
    points: [],
    label: "A month",
    value: 31.2,
    told: "$31.20",
    better: "less",
    stars: 2,
    asked: ["at most $35.00", "at most $20.00"],
    ...changes,
  };
}

function run(changes: Partial<RunScore> = {}): ChallengeRun {
  return {
    score: score(changes),
    end_us: 14_000_000,
    now_us: 14_000_000,
    acts: 2,
    refused: [],
    digest: "d1",
  };
}

const BEST: Best = {
  format: "raft-atlas-best/1",
  stamp: "s",
  value: 28.4,
  told: "$28.40",
  better: "less",
  stars: 2,
  digest: "d0",
  at_ms: 1,
  acts: [],
};

describe("a run that is over", () => {
  it("says what beat what", () => {
    expect(resultWords(run(), undefined, true)).toBe(
      "Solved: $31.20, 2 stars. Your first solution.",
    );
    expect(resultWords(run(), BEST, true)).toBe("Solved: $31.20, 2 stars. Your best: $28.40.");
    expect(resultWords(run({ value: 20, told: "$20.00", stars: 3 }), BEST, true)).toBe(
      "Solved: $20.00, 3 stars. Better than your $28.40.",
    );
    expect(resultWords(run(), { ...BEST, digest: "d1" }, true)).toContain("your best run");
    expect(resultWords(run(), BEST, false)).toContain("came by a link");
  });

  it("says why it is not solved", () => {
    const open = { ...MET, standing: "not_yet" } as const;
    const missed = run({ solved: false, conditions: [MET, open], stars: 0 });
    expect(resultWords(missed, BEST, true)).toBe("Not solved: 1 condition of 2 missed.");
    const refused = [{ index: 0, at_us: 1, text: "No." }];
    expect(resultWords({ ...missed, refused }, BEST, true)).toBe(
      "Not solved: something was done that is not allowed.",
    );
  });
});

describe("which run is better", () => {
  it("goes by the score's direction, and a tie is none", () => {
    expect(isBetter({ value: 28, better: "less" }, BEST)).toBe(true);
    expect(isBetter({ value: 28.4, better: "less" }, BEST)).toBe(false);
    expect(isBetter({ value: 28, better: "more" }, BEST)).toBe(false);
    expect(isBetter({ value: 29, better: "more" }, BEST)).toBe(true);
    expect(isBetter({ value: 1, better: "less" }, undefined)).toBe(true);
    expect(isBetter({ value: null, better: "less" }, undefined)).toBe(false);
  });
});

describe("how it stands", () => {
  it("is a shape and a word for each condition", () => {
    expect(markOf({ standing: "so_far" }, false)).toEqual({
      shape: "met",
      words: "Holds so far",
    });
    expect(markOf({ standing: "met" }, true)).toEqual({ shape: "met", words: "Holds" });
    expect(markOf({ standing: "not_yet" }, false)).toEqual({ shape: "open", words: "Not yet" });
    expect(markOf({ standing: "not_yet" }, true).shape).toBe("broken");
    expect(markOf({ standing: "broken" }, false).words).toBe("Can no longer hold");
    expect(markOf({ standing: "undecided" }, true).words).toBe("Does not hold");
  });

  it("tells time, acts and stars", () => {
    expect(timeLeft(4_700_000, 14_000_000)).toBe("9.3\u00a0s left of 14\u00a0s");
    expect(timeLeft(14_000_000, 14_000_000)).toBe("The time is over: 14\u00a0s");
    expect(actsDone(2, 8)).toBe("2 of 8 acts");
    expect(actsDone(1, null)).toBe("1 act");
    expect(starSigns(2)).toBe("★★☆");
    expect([0, 1, 3].map(starWords)).toEqual(["no star", "1 star", "3 stars"]);
  });

  it("says what the next star asks for", () => {
    expect(nextStar(score({ stars: 0 }))).toBe("1 star: the condition");
    expect(nextStar(score({ stars: 1 }))).toBe("2 stars: at most $35.00");
    expect(nextStar(score({ stars: 2 }))).toBe("3 stars: at most $20.00");
    expect(nextStar(score({ stars: 3 }))).toBe("");
  });
});

describe("what is kept", () => {
  it("is read where it is whole, and left out where it is not", () => {
    const acts = [{ at_us: 1, action: { do: "heal" }, text: "Healed." }];
    const stored: [string, unknown][] = [
      ["a", { ...BEST, acts }],
      ["b", { ...BEST, stars: 4 }],
      ["c", null],
    ];
    expect(readBests(stored)).toEqual({ a: { ...BEST, acts } });
  });
});
