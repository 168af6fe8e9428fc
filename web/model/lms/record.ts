/** What a learning platform keeps of a lesson or a challenge between two visits. */

import * as v from "valibot";

/** A part of the page that is one package: a lesson, or a challenge, which has no steps. */
export interface LmsContent {
  kind: "lesson" | "challenge";
  id: string;
  title: string;
  steps: readonly LmsStep[];
}

export interface LmsStep {
  id: string;
  title: string;
  /** Null where nothing is asked. */
  question: { text: string; answers: readonly { text: string; right: boolean }[] } | null;
  hasGoal: boolean;
}

export interface StepRecord {
  answer: number | null;
  /** Its goal was met, or it was looked at where there is none. */
  done: boolean;
  /** When it was answered, and how long that took; only of answers of this visit. */
  answered?: { atMs: number; latencyMs: number };
}

export interface LmsRecord {
  /** Id of the step where it was left; "" of a challenge. */
  place: string;
  steps: Readonly<Record<string, StepRecord>>;
  /** Of the best run of a challenge that came to its end; null: none did. */
  stars: number | null;
}

export const NOTHING_DONE: LmsRecord = { place: "", steps: {}, stars: null };

const FORMAT = "raft-atlas-lms/1";
/** As many characters as SCORM 2004 lets `cmi.suspend_data` have. */
export const KEPT_LENGTH_MAX = 64_000;

const kept = v.object({
  format: v.literal(FORMAT),
  place: v.string(),
  /** By ids: the answer's place, and whether it is done. */
  steps: v.record(
    v.string(),
    v.tuple([v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), v.boolean()]),
  ),
  stars: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3))),
});

/** The steps as they stand now, beside what was known: a first answer stays, and so does a goal. */
export function withSteps(
  record: LmsRecord,
  place: string,
  steps: Readonly<Record<string, StepRecord>>,
): LmsRecord {
  const all = { ...record.steps };
  for (const [id, now] of Object.entries(steps)) {
    const before = all[id];
    const isNew = before === undefined || before.answer === null;
    const { answer, answered } = isNew ? now : before;
    const done = before?.done === true || now.done;
    all[id] = { answer, done, ...(answered === undefined ? {} : { answered }) };
  }
  return { ...record, place, steps: all };
}

/** A run of the challenge came to its end with these stars; 0: it was not solved. */
export function withStars(record: LmsRecord, stars: number): LmsRecord {
  return { ...record, stars: Math.max(record.stars ?? 0, stars) };
}

/** For the platform to keep: JSON, never longer than SCORM 2004 allows. */
export function writeRecord({ place, steps, stars }: LmsRecord): string {
  const pairs = Object.entries(steps).map(
    ([id, { answer, done }]) => [id, [answer, done]] as const,
  );
  const text = JSON.stringify({ format: FORMAT, place, steps: Object.fromEntries(pairs), stars });
  return text.length <= KEPT_LENGTH_MAX ? text : "";
}

/** What an earlier visit left; nothing where it is not understood. */
export function readRecord(text: string): LmsRecord {
  const read = v.safeParse(kept, parsed(text));
  if (!read.success) return NOTHING_DONE;
  const { place, steps, stars } = read.output;
  const pairs = Object.entries(steps).map(
    ([id, [answer, done]]) => [id, { answer, done }] as const,
  );
  return { place, steps: Object.fromEntries(pairs), stars };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
