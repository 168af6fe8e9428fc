/** What a report says as data: who wrote it, the answers, and the runs that show them. */

import * as v from "valibot";

import { TOKEN } from "../assignment/assignment";
import { action, instant, scenario, whole } from "../share/read";

/** The report of a run by the command line has a format of its own, `raft-atlas-report/1`. */
export const REPORT_FORMAT = "raft-atlas-lab-report/1";

export const REPORT_NAME_MAX = 80;
export const REPORT_WORDS_MAX = 20_000;
const ACTIONS_MAX = 20_000;
const STEPS_MAX = 60;
const TITLE_MAX = 300;
const ANSWERS_MAX = 100;

const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const seed = v.pipe(whole, v.maxValue(2 ** 53 - 1));
/** Ids of variants are the scenario's own words. */
const variant = v.pipe(v.string(), v.maxLength(200));
const title = v.pipe(v.string(), v.maxLength(TITLE_MAX));

const parts = {
  /** Of the engine that played it; another one may play it otherwise. */
  build: v.pipe(v.string(), v.regex(/^[0-9a-f]{0,64}$/)),
  scenario,
  variant,
  seed,
  actions: v.pipe(v.array(action), v.maxLength(ACTIONS_MAX)),
  /** Where it stands; all that happens at this instant has happened. */
  us: instant,
  digest,
};

const recordedRun = v.strictObject(parts);

/** The run in which a step's goal was met, at an instant at which it is. */
export const metRun = v.strictObject({
  ...parts,
  /** Where the step began: what its goal counts from. */
  began_us: instant,
  /** Empty: it was not known; a report tells it by playing the run. */
  digest: v.union([digest, v.literal("")]),
});

const step = v.strictObject({
  id: title,
  title,
  /** The answer's place, from 0; null: nothing was answered, or nothing asked. */
  answer: v.nullable(v.pipe(whole, v.maxValue(ANSWERS_MAX))),
  /** What its writer says of the answer and of the goal. Null: there is none. */
  right: v.nullable(v.boolean()),
  reached: v.nullable(v.boolean()),
  run: v.nullable(metRun),
});

const lesson = v.strictObject({
  id: title,
  title,
  steps: v.pipe(v.array(step), v.maxLength(STEPS_MAX)),
});

const condition = v.strictObject({ text: title, holds: v.boolean() });

/** What its writer says of the run as a solution of a challenge. */
const challenge = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  /** Of the challenge's text: another text is another challenge. */
  stamp: v.pipe(v.string(), v.regex(/^[0-9a-f]{14}$/)),
  title,
  solved: v.boolean(),
  stars: v.pipe(whole, v.maxValue(3)),
  /** What it is measured by, and the value with its unit. */
  label: title,
  score: title,
  conditions: v.pipe(v.array(condition), v.maxLength(STEPS_MAX)),
});

/** In what the figures of the page are written beside the run itself. */
const shown = v.strictObject({
  prices: v.nullable(v.strictObject({ list: title, zones: v.number(), regions: v.number() })),
  hushed: v.boolean(),
});

export const report = v.strictObject({
  format: v.literal(REPORT_FORMAT),
  name: v.pipe(v.string(), v.maxLength(REPORT_NAME_MAX)),
  words: v.pipe(v.string(), v.maxLength(REPORT_WORDS_MAX)),
  title,
  lesson: v.nullable(lesson),
  /** Of a run of a challenge alone. */
  challenge: v.optional(challenge),
  /** The token of the assignment that it was written for. */
  assignment: v.optional(v.pipe(v.string(), v.regex(TOKEN))),
  /** Reports of pages before it have none: their figures are not compared. */
  shown: v.optional(shown),
  run: recordedRun,
});

export type RecordedRun = v.InferOutput<typeof recordedRun>;
export type MetRun = v.InferOutput<typeof metRun>;
export type ReportedStep = v.InferOutput<typeof step>;
export type ReportedLesson = v.InferOutput<typeof lesson>;
export type ReportedChallenge = v.InferOutput<typeof challenge>;
export type LabReport = v.InferOutput<typeof report>;

/** A title of any length, as a report holds it. */
export function cutTitle(text: string): string {
  return [...text].slice(0, TITLE_MAX / 2).join("");
}
