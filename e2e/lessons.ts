/**
 * The page's lessons as files, with instants as numbers.
 */

import fs from "node:fs";
import path from "node:path";

import type { Action } from "../web/engine/types";

const FOLDER = path.join(import.meta.dirname, "..", "public", "lessons");
const UNITS_US: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1_000,
  s: 1_000_000,
  min: 60_000_000,
};

export interface Recorded {
  actions: { atUs: number; action: Action }[];
  untilUs: number;
}

export interface LessonStep {
  id: string;
  title: string;
  startUs: number;
  /** Texts of the answers, and the place of the first right one; null without a question. */
  predict: { answers: string[]; right: number } | null;
  hasGoal: boolean;
  hasExplanation: boolean;
  solution: Recorded | null;
  wrong: Recorded | null;
}

export interface Lesson {
  id: string;
  title: string;
  takeaway: string;
  steps: LessonStep[];
}

interface File {
  title: string;
  takeaway: string;
  steps: {
    id: string;
    title: string;
    start?: string;
    predict?: { answers: { text: string; right?: boolean }[] };
    do?: unknown;
    explain?: unknown;
    solution?: FileOfRecorded;
    wrong?: FileOfRecorded;
  }[];
}

interface FileOfRecorded {
  actions: ({ at: string } & Action)[];
  until: string;
}

/** Every lesson of the page's list. */
export function listLessons(): Lesson[] {
  const list = JSON.parse(read("index.json")) as { id: string; file: string }[];
  return list.map(({ id, file }) => {
    const { title, takeaway, steps } = JSON.parse(read(file)) as File;
    return { id, title, takeaway, steps: steps.map(stepOf) };
  });
}

function stepOf(step: File["steps"][number]): LessonStep {
  const answers = step.predict?.answers;
  return {
    id: step.id,
    title: step.title,
    startUs: usOf(step.start ?? "0s"),
    predict: answers
      ? {
          answers: answers.map(({ text }) => text),
          right: answers.findIndex(({ right }) => right === true),
        }
      : null,
    hasGoal: step.do !== undefined,
    hasExplanation: step.explain !== undefined,
    solution: step.solution ? recordedOf(step.solution) : null,
    wrong: step.wrong ? recordedOf(step.wrong) : null,
  };
}

function recordedOf({ actions, until }: FileOfRecorded): Recorded {
  const timed = actions.map(({ at, ...action }) => ({ atUs: usOf(at), action: action as Action }));
  return { actions: timed, untilUs: usOf(until) };
}

function usOf(text: string): number {
  const [, amount, unit] = /^([\d.]+)(us|ms|s|min)$/.exec(text) ?? [];
  const factor = UNITS_US[unit ?? ""];
  if (factor === undefined) throw new Error(`${text} is no duration.`);
  return Math.round(Number(amount) * factor);
}

function read(file: string): string {
  return fs.readFileSync(path.join(FOLDER, file), "utf8");
}
