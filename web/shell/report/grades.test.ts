/** Grades for learning platforms: of the replay, and never of a report that does not hold. */

import { describe, expect, it } from "vitest";

import type { CheckRow } from "./csv";
import { gradeOf, gradesCsv, ungraded } from "./grades";
import type { Reviewed } from "./reviewed";

const is = {
  ...{ id: "lease-lie", stamp: "0".repeat(14), title: "T", solved: true, stars: 2 },
  ...{ label: "Acts", score: "3 acts", conditions: [] },
};

const FOUND: Reviewed = {
  ...{ run: { same: "equal", why: "" }, answers: null, goals: [], wrong: [], trouble: "" },
  challenge: { is, wrong: [], trouble: "" },
};

function row(name: string, changes: Partial<CheckRow> = {}): CheckRow {
  return {
    id: 1,
    file: "a.html",
    name,
    title: "T",
    found: FOUND,
    alike: [],
    reason: "",
    ...changes,
  };
}

const withFound = (found: Partial<Reviewed>) => row("x", { found: { ...FOUND, ...found } });

describe("a grade", () => {
  it("is the share of the stars, or of the goals and right answers", () => {
    expect(gradeOf(row("ada"))?.points).toBe(66.7);
    const goal = {
      id: "a",
      title: "A",
      claimed: true,
      reached: true,
      same: "equal",
      why: "",
    } as const;
    const answers = { right: 1, of: 3 };
    const lesson = withFound({ challenge: null, answers, goals: [goal] });
    expect(gradeOf(lesson)).toMatchObject({ points: 50, words: "1 of 1 goals, 1 of 3 answers" });
  });

  it.each([
    ["what is not as reported", withFound({ wrong: ["No."] })],
    ["another digest", withFound({ run: { same: "other_build", why: "" } })],
    [
      "a challenge that was not scored",
      withFound({ challenge: { is: null, wrong: [], trouble: "No." } }),
    ],
    ["a run that somebody else has", row("x", { alike: [{ other: 2, byChance: false }] })],
    ["no name", row("")],
    ["no report", row("x", { found: null })],
  ])("is not given for %s", (_, one) => {
    expect(gradeOf(one)).toBeNull();
    expect(ungraded([one, row("ada")])).toBe(1);
  });
});

describe("the file", () => {
  const better = { ...FOUND, challenge: { is: { ...is, stars: 3 }, wrong: [], trouble: "" } };
  const rows = [row("ada"), row("ada", { found: better }), row("=bob", { title: "U" }), row("")];

  it("for Moodle has a name, and for each title a grade with its feedback", () => {
    expect(gradesCsv("moodle", rows).split("\r\n")).toEqual([
      "Username,T,T (feedback),U,U (feedback)",
      "ada,100,3 of 3 stars; 3 acts,,",
      "'=bob,,,66.7,2 of 3 stars; 3 acts",
      "",
    ]);
  });

  it("for Canvas has the columns of its gradebook, and the line of possible points", () => {
    expect(gradesCsv("canvas", rows).split("\r\n")).toEqual([
      "Student,ID,SIS User ID,SIS Login ID,Section,T,U",
      "    Points Possible,,,,,100,100",
      "ada,,,ada,,100,",
      "'=bob,,,'=bob,,,66.7",
      "",
    ]);
  });
});
