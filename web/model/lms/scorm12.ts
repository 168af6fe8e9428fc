/** A report as the elements of SCORM 1.2's data model, in an order in which they may be set. */

import type { LmsStep } from "./record";
import { isRight, type LmsReport } from "./report";
import { choiceOf, type Element, type Numbered, objectiveId } from "./scorm";

/** A score is of a hundred, whatever it is of. */
const POINTS = 100;
const HOUR_MS = 3_600_000;
/** Four digits of hours are all that there are. */
const SPAN_MS_MAX = 9_999 * HOUR_MS;

export function scorm12Elements(report: LmsReport, numbered: Numbered): Element[] {
  const { content, record, standing, sessionMs } = report;
  return [
    ["cmi.core.lesson_status", statusOf(report)],
    ["cmi.core.score.min", "0"],
    ["cmi.core.score.max", String(POINTS)],
    ["cmi.core.score.raw", pointsOf(standing.score.scaled)],
    ...(record.place === "" ? [] : [["cmi.core.lesson_location", record.place] as const]),
    ...content.steps.flatMap((step) => objectiveOf(step, report, numbered)),
    ...content.steps.flatMap((step) => interactionOf(step, report, numbered)),
    ["cmi.core.session_time", span12(sessionMs)],
  ];
}

/** One word for completion and success: who passed or failed has completed it. */
function statusOf({ standing: { completed, passed } }: LmsReport): string {
  if (passed !== null) return passed ? "passed" : "failed";
  return completed ? "completed" : "incomplete";
}

function pointsOf(scaled: number): string {
  return String(Math.round(scaled * POINTS * 100) / 100);
}

function objectiveOf(step: LmsStep, { record }: LmsReport, numbered: Numbered): Element[] {
  if (!step.hasGoal) return [];
  const id = objectiveId(step.id);
  const at = `cmi.objectives.${numbered.objective(id)}`;
  const isMet = record.steps[step.id]?.done === true;
  return [
    [`${at}.id`, id],
    [`${at}.status`, isMet ? "passed" : "incomplete"],
  ];
}

/** A question that was answered in this visit: what an earlier one told cannot be found again. */
function interactionOf(step: LmsStep, { content, record }: LmsReport, numbered: Numbered) {
  const { question, id: stepId } = step;
  const { answer = null, answered } = record.steps[stepId] ?? {};
  if (question === null || answer === null || answered === undefined) return [];
  const id = `${content.id}.${stepId}`;
  const at = `cmi.interactions.${numbered.interaction(id)}`;
  const all: Element[] = [
    ...choiceOf(step, at, id, letterOf),
    [`${at}.student_response`, letterOf(answer)],
    [`${at}.result`, isRight(step, record) ? "correct" : "wrong"],
    [`${at}.time`, timeOfDay(answered.atMs)],
    [`${at}.latency`, span12(answered.latencyMs)],
  ];
  return all;
}

/** By which an answer is known: one letter or digit is all that a choice may be. */
function letterOf(place: number): string {
  return String.fromCharCode("a".charCodeAt(0) + place);
}

/** HHHH:MM:SS.SS */
export function span12(ms: number): string {
  const hundredths = Math.round(Math.min(SPAN_MS_MAX, Math.max(0, ms)) / 10);
  const two = (value: number): string => String(value).padStart(2, "0");
  const [seconds, rest] = [Math.floor(hundredths / 100), hundredths % 100];
  const hours = String(Math.floor(seconds / 3_600)).padStart(4, "0");
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${hours}:${clock}.${two(rest)}`;
}

/** By the clock of Greenwich, as the page knows no other that a platform shares. */
function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice("1970-01-01T".length, "1970-01-01T00:00:00".length);
}
