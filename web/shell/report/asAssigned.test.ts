/** A report against its assignment: what was asked of a lesson, and whose link counts. */

import { describe, expect, it } from "vitest";

import { type Assignment, writeToken } from "@/model/assignment/assignment";
import type { LabReport } from "@/model/report/report";
import { assignmentFor, notAsAssigned } from "./reviewed";

const GIVEN: Assignment = {
  format: "raft-atlas-assignment/1",
  of: { kind: "lesson", id: "leader" },
  ...{ due_ms: null, least: 2, words: false, hints: true, salt: "01234567", seeds: [] },
};
const TOKEN = writeToken(GIVEN);

function report(changes: Partial<LabReport>): LabReport {
  const lesson = { id: "leader", title: "", steps: [] };
  return { lesson, words: "", assignment: TOKEN, ...changes } as LabReport;
}

describe("a report of a lesson", () => {
  it("is as assigned where its replay reaches the goals", () => {
    expect(notAsAssigned(report({}), TOKEN, { stars: 0, goals: 2 })).toEqual([]);
    expect(notAsAssigned(report({}), TOKEN, { stars: 3, goals: 1 })).toEqual([
      "The assignment asks for 2 goals; the runs reach 1.",
    ]);
  });

  it("of another lesson, or of none, is not of it", () => {
    const none = ["The assignment is “leader”; the report is not of it."];
    expect(notAsAssigned(report({ lesson: null }), TOKEN, { stars: 0, goals: 2 })).toEqual(none);
  });

  it("is held against the teacher's link, and without one against its own", () => {
    const strict = writeToken({ ...GIVEN, least: 3 });
    expect(assignmentFor(report({}), strict)?.least).toBe(3);
    expect(assignmentFor(report({}), "")?.least).toBe(2);
    expect(assignmentFor({ ...report({}), assignment: undefined }, "")).toBeNull();
    expect(notAsAssigned(report({ assignment: "x" }), "", { stars: 0, goals: 0 })).toEqual([]);
  });
});
