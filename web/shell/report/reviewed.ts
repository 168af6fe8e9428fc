/** All that is found of one report by one replay: lesson, challenge, and the figures shown. */

import { type ChallengeFound, checkedChallenge } from "@/challenges/report/checking";
import { t } from "@/language/words";
import { type CheckDeps, checkedReport, type Found } from "@/lessons/report/checking";
import { type Assignment, readToken, seedOf } from "@/model/assignment/assignment";
import type { Fetched } from "@/model/fetched";
import type { LabReport } from "@/model/report/report";
import { challengeTable } from "./challengeTable";
import { figureTables } from "./figures";
import { changedFigures } from "./visible";

export interface Reviewed extends Found {
  /** Null: it is of no challenge. */
  challenge: ChallengeFound | null;
}

export interface ReviewDeps extends Omit<CheckDeps, "seen"> {
  challenge(id: string): Promise<Fetched<string>>;
  /** The token of the assignment that reports are for; "": what each says of itself. */
  assignment: string;
}

/** `html`: the report's file, in which its reader sees figures. */
export async function reviewedReport(
  deps: ReviewDeps,
  report: LabReport,
  html: string,
): Promise<Reviewed> {
  let challenge: ChallengeFound | null = null;
  let changed: string[] = [];
  // What was written for another assignment has that one's seed; that it is another is said once.
  const asked = assignmentFor(report, "");
  const seed = asked === null ? null : seedOf(asked, report.name);
  const found = await checkedReport(
    {
      ...deps,
      seen: async (played) => {
        challenge = await checkedChallenge({ challenge: deps.challenge, seed }, report, played);
        const { world, frame } = played.state;
        const { shown } = report;
        // What another page wrote may have other rows.
        if (shown === undefined || report.run.build !== deps.build) return;
        if (world === null || frame === null) return;
        const { prices, hushed: hideVerdicts } = shown;
        const figures = figureTables({ world, frame, prices, hideVerdicts });
        const is = (challenge as ChallengeFound | null)?.is ?? null;
        const claims = report.challenge === undefined || is === null ? [] : [challengeTable(is)];
        changed = changedFigures(html, report, [...claims, ...figures]);
      },
    },
    report,
  );
  const { wrong: claims = [], is = null } = (challenge as ChallengeFound | null) ?? {};
  const goals = found.goals.filter((goal) => goal.reached).length;
  const missing = notAsAssigned(report, deps.assignment, { stars: is?.stars ?? 0, goals });
  return { ...found, challenge, wrong: [...found.wrong, ...claims, ...changed, ...missing] };
}

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
