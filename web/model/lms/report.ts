/** How a lesson or a challenge stands, in the terms that learning platforms share. */

import type { LmsContent, LmsRecord, LmsStep } from "./record";

export interface LmsReport {
  content: LmsContent;
  record: LmsRecord;
  standing: LmsStanding;
  /** Wall time of this visit so far. */
  sessionMs: number;
}

export interface LmsStanding {
  completed: boolean;
  /** Null: it is open. */
  passed: boolean | null;
  score: { raw: number; max: number; scaled: number };
  /** From 0 to 1. */
  progress: number;
}

const STARS = 3;

export function reportOf(content: LmsContent, record: LmsRecord, sessionMs: number): LmsReport {
  return { content, record, standing: standingOf(content, record), sessionMs };
}

/** A lesson is passed when all its goals are met, whatever was predicted. */
export function standingOf(content: LmsContent, record: LmsRecord): LmsStanding {
  if (content.kind === "challenge") return challengeStanding(record.stars);
  const { steps } = content;
  const isDone = ({ id }: LmsStep): boolean => record.steps[id]?.done === true;
  const goals = steps.filter(({ hasGoal }) => hasGoal);
  const asked = steps.filter(({ question }) => question !== null);
  const done = steps.filter(isDone).length;
  const right = asked.filter((step) => isRight(step, record)).length;
  const completed = steps.length > 0 && done === steps.length;
  const isMastered = goals.length > 0 ? goals.every(isDone) : completed;
  return {
    completed,
    passed: isMastered ? true : null,
    score: scoreOf(right + goals.filter(isDone).length, asked.length + goals.length),
    progress: shareOf(done, steps.length),
  };
}

/** Whether the first answer to a step's question is right. */
export function isRight({ id, question }: LmsStep, record: LmsRecord): boolean {
  return question?.answers[record.steps[id]?.answer ?? -1]?.right === true;
}

function challengeStanding(stars: number | null): LmsStanding {
  return {
    completed: stars !== null,
    passed: stars === null ? null : stars > 0,
    score: scoreOf(stars ?? 0, STARS),
    progress: stars === null ? 0 : 1,
  };
}

function scoreOf(raw: number, max: number): LmsStanding["score"] {
  return { raw, max, scaled: shareOf(raw, max) };
}

/** With four digits after the point. */
function shareOf(part: number, all: number): number {
  return all === 0 ? 0 : Math.round((part / all) * 10_000) / 10_000;
}

/** A span of time as ISO 8601 writes it, with hundredths of a second. */
export function isoSpan(ms: number): string {
  return `PT${(Math.max(0, ms) / 1000).toFixed(2)}S`;
}

/** By which an answer is known: its place from 1. */
export function answerId(place: number): string {
  return `a${place + 1}`;
}
