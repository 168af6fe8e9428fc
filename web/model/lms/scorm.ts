/** A report as the elements of SCORM 2004's data model, in an order in which they may be set. */

import type { LmsStep } from "./record";
import { answerId, isoSpan, isRight, type LmsReport } from "./report";

export type Element = readonly [name: string, value: string];

/** The number of an entry in a collection of the platform's: where its id is already, or the next. */
export interface Numbered {
  objective(id: string): number;
  interaction(id: string): number;
}

/** The least that SCORM 2004 guarantees for a description. */
const DESCRIPTION_LENGTH = 250;

export function scormElements(report: LmsReport, numbered: Numbered): Element[] {
  const { content, record, standing, sessionMs } = report;
  const { completed, score, progress } = standing;
  const success = successOf(standing.passed);
  return [
    ["cmi.completion_status", completed ? "completed" : "incomplete"],
    ["cmi.success_status", success],
    ["cmi.score.min", "0"],
    ["cmi.score.max", String(score.max)],
    ["cmi.score.raw", String(score.raw)],
    ["cmi.score.scaled", String(score.scaled)],
    ["cmi.progress_measure", String(progress)],
    ...(record.place === "" ? [] : [["cmi.location", record.place] as const]),
    ...content.steps.flatMap((step) => objectiveOf(step, report, numbered)),
    ...content.steps.flatMap((step) => interactionOf(step, report, numbered)),
    ["cmi.session_time", isoSpan(sessionMs)],
  ];
}

/** By which the manifest and the data model name a step's goal. */
export function objectiveId(step: string): string {
  return `goal.${step}`;
}

function objectiveOf(step: LmsStep, { record }: LmsReport, numbered: Numbered): Element[] {
  if (!step.hasGoal) return [];
  const id = objectiveId(step.id);
  const at = `cmi.objectives.${numbered.objective(id)}`;
  const isMet = record.steps[step.id]?.done === true;
  return [
    [`${at}.id`, id],
    [`${at}.description`, described(step.title)],
    [`${at}.success_status`, successOf(isMet ? true : null)],
    [`${at}.completion_status`, isMet ? "completed" : "incomplete"],
  ];
}

function interactionOf(step: LmsStep, { content, record }: LmsReport, numbered: Numbered) {
  const { question, id: stepId } = step;
  const { answer = null, answered } = record.steps[stepId] ?? {};
  if (question === null || answer === null) return [];
  const id = `urn:raft-atlas:${content.id}:${stepId}`;
  const at = `cmi.interactions.${numbered.interaction(id)}`;
  const all: Element[] = [
    ...choiceOf(step, at, id, answerId),
    [`${at}.learner_response`, answerId(answer)],
    [`${at}.result`, isRight(step, record) ? "correct" : "incorrect"],
    [`${at}.description`, described(question.text)],
  ];
  if (answered === undefined) return all;
  all.push([`${at}.timestamp`, instantOf(answered.atMs)]);
  all.push([`${at}.latency`, isoSpan(answered.latencyMs)]);
  return all;
}

/** What both editions of SCORM say of a question by the same names: what it is, and what is right. */
export function choiceOf(
  { question, id: stepId, hasGoal }: LmsStep,
  at: string,
  id: string,
  nameOf: (place: number) => string,
): Element[] {
  const answers = question?.answers ?? [];
  const right = answers.flatMap((one, place) => (one.right ? [nameOf(place)] : []));
  return [
    [`${at}.id`, id],
    [`${at}.type`, "choice"],
    ...(hasGoal ? [[`${at}.objectives.0.id`, objectiveId(stepId)] as const] : []),
    ...right.map((one, place) => [`${at}.correct_responses.${place}.pattern`, one] as const),
  ];
}

function successOf(passed: boolean | null): string {
  if (passed === null) return "unknown";
  return passed ? "passed" : "failed";
}

/** A line that does not begin like the mark of a language. */
function described(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replace(/^\{/, "(").trim();
  return line.length <= DESCRIPTION_LENGTH ? line : `${line.slice(0, DESCRIPTION_LENGTH - 1)}…`;
}

/** With two digits after the point, as many as the type has. */
function instantOf(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.\d\d)\dZ$/, "$1Z");
}
