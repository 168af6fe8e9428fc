/** A report against the assignment that it was written for. */

import { t } from "@/language/words";
import { type Assignment, readToken } from "@/model/assignment/assignment";
import type { LabReport } from "@/model/report/report";

/** The assignment that a report is checked against; null: none is known. */
export function assignmentFor(report: LabReport, expected: string): Assignment | null {
  const read = readToken(expected === "" ? (report.assignment ?? "") : expected);
  return read.ok ? read.value : null;
}

/** Stars of the replay, or goals that it reaches. */
export interface Reached {
  stars: number;
  goals: number;
}

/** Sentences: what was asked for and is not there. `expected`: a token, or "". */
export function notAsAssigned(report: LabReport, expected: string, reached: Reached): string[] {
  const asked = assignmentFor(report, expected);
  if (asked === null) return [];
  if (expected !== "" && report.assignment !== expected)
    return [
      report.assignment === undefined
        ? t("It was not written for this assignment.")
        : t("It was written for another assignment."),
    ];
  const { of, least, words } = asked;
  const id = of.kind === "lesson" ? report.lesson?.id : report.challenge?.id;
  if (id !== of.id)
    return [t("The assignment is “{expected}”; the report is not of it.", { expected: of.id })];
  const has = of.kind === "lesson" ? reached.goals : reached.stars;
  const wrong: string[] = [];
  if (has < least)
    wrong.push(
      of.kind === "lesson"
        ? t("The assignment asks for {least} goals; the runs reach {has}.", { least, has })
        : t("The assignment asks for {least} stars; the run earns {has}.", { least, has }),
    );
  if (words && report.words.trim() === "")
    wrong.push(t("The assignment asks for words of one’s own; there are none."));
  return wrong;
}
