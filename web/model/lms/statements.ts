/** What happened between two reports, as xAPI statements (1.0.3). */

import type { LmsStep } from "./record";
import { answerId, isoSpan, isRight, type LmsReport } from "./report";

/** What a launch says of who learns, and where it belongs. */
export interface XapiLaunch {
  actor: Readonly<Record<string, unknown>>;
  /** Null where the platform counts no registrations. */
  registration: string | null;
  /** The activity's id: an IRI. */
  activity: string;
}

export interface Statement {
  id: string;
  timestamp: string;
  actor: Readonly<Record<string, unknown>>;
  verb: { id: string; display: { "en-US": string } };
  object: Readonly<Record<string, unknown>>;
  result?: Readonly<Record<string, unknown>>;
  context: Readonly<Record<string, unknown>>;
}

type Verb =
  | "initialized"
  | "answered"
  | "progressed"
  | "completed"
  | "passed"
  | "failed"
  | "terminated";

type Result = Record<string, unknown>;

const VERBS = "http://adlnet.gov/expapi/verbs/";
const TYPES = "http://adlnet.gov/expapi/activities/";
/** As cmi5 names it: a whole number of hundredths. */
const PROGRESS = "https://w3id.org/xapi/cmi5/result/extensions/progress";

export interface Telling {
  launch: XapiLaunch;
  nowMs: number;
  makeId(): string;
}

/** `before` null: the visit begins, and what an earlier one left is nothing new. */
export function statementsOf(
  before: LmsReport | null,
  after: LmsReport,
  telling: Telling,
): Statement[] {
  if (before === null) return [statement("initialized", after, telling)];
  const was = before.standing;
  const { completed, passed, progress } = after.standing;
  const statements = after.content.steps
    .filter(({ id }) => answerOf(before, id) === null && answerOf(after, id) !== null)
    .map((step) => answeredOf(step, after, telling));
  if (progress !== was.progress) {
    const extensions = { [PROGRESS]: Math.round(progress * 100) };
    statements.push(statement("progressed", after, telling, { extensions }));
  }
  const whole = { score: { ...after.standing.score, min: 0 } };
  if (completed && !was.completed)
    statements.push(statement("completed", after, telling, { completion: true, ...whole }));
  if (passed !== null && passed !== was.passed)
    statements.push(
      statement(passed ? "passed" : "failed", after, telling, { success: passed, ...whole }),
    );
  return statements;
}

/** The visit ends. */
export function lastStatement(last: LmsReport, telling: Telling): Statement {
  const { completed, score } = last.standing;
  return statement("terminated", last, telling, {
    completion: completed,
    score: { ...score, min: 0 },
  });
}

function answerOf({ record }: LmsReport, step: string): number | null {
  return record.steps[step]?.answer ?? null;
}

function answeredOf(step: LmsStep, report: LmsReport, telling: Telling): Statement {
  const { activity } = telling.launch;
  const answers = step.question?.answers ?? [];
  const definition = {
    type: `${TYPES}cmi.interaction`,
    name: { "en-US": step.title },
    description: { "en-US": step.question?.text ?? "" },
    interactionType: "choice",
    choices: answers.map(({ text }, place) => ({
      id: answerId(place),
      description: { "en-US": text },
    })),
    correctResponsesPattern: answers.flatMap(({ right }, place) =>
      right ? [answerId(place)] : [],
    ),
  };
  const { answer, answered } = report.record.steps[step.id] ?? { answer: null };
  const answeredStatement = statement("answered", report, telling, {
    response: answerId(answer ?? 0),
    success: isRight(step, report.record),
    ...(answered === undefined ? {} : { duration: isoSpan(answered.latencyMs) }),
  });
  const parent = [{ objectType: "Activity", id: activity }];
  return {
    ...answeredStatement,
    object: { objectType: "Activity", id: `${activity}/questions/${step.id}`, definition },
    context: { ...answeredStatement.context, contextActivities: { parent } },
  };
}

function statement(verb: Verb, report: LmsReport, telling: Telling, result?: Result): Statement {
  const { content, sessionMs } = report;
  const { actor, registration, activity } = telling.launch;
  const kind = content.kind === "lesson" ? "lesson" : "simulation";
  return {
    id: telling.makeId(),
    timestamp: new Date(telling.nowMs).toISOString(),
    actor,
    verb: { id: VERBS + verb, display: { "en-US": verb } },
    object: {
      objectType: "Activity",
      id: activity,
      definition: { type: TYPES + kind, name: { "en-US": content.title } },
    },
    ...(result === undefined ? {} : { result: { duration: isoSpan(sessionMs), ...result } }),
    context: { platform: "Raft Atlas", ...(registration === null ? {} : { registration }) },
  };
}
