/** What is kept of lessons between visits; a storage that fails is a sentence, no exception. */

import * as v from "valibot";
import { t } from "@/language/words";

import { metRun } from "@/model/report/report";
import type { KeptStep } from "./machine";

const KEY = "raft-atlas/lessons";
const FORMAT = "raft-atlas-lessons/1";

export interface KeptLesson {
  /** The step at which it was left. */
  step: string;
  /** All its steps were done. */
  done: boolean;
  steps: Record<string, KeptStep>;
}

export type Progress = Readonly<Record<string, KeptLesson>>;

/** The part of the browser's storage that is used here. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const kept = v.object({
  format: v.literal(FORMAT),
  lessons: v.record(
    v.string(),
    v.object({
      step: v.string(),
      done: v.boolean(),
      steps: v.record(
        v.string(),
        v.object({
          answer: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
          done: v.boolean(),
          // Earlier pages kept none; one that is not understood costs nothing else.
          run: v.fallback(v.optional(metRun), undefined),
        }),
      ),
    }),
  ),
});

/** What was kept; a trouble is a sentence for the person, and then the lessons start afresh. */
export function loadProgress(storage: () => TextStorage): { progress: Progress; trouble: string } {
  let text: string | null;
  try {
    text = storage().getItem(KEY);
  } catch {
    return { progress: {}, trouble: t("This browser does not let the page store your progress.") };
  }
  if (text === null) return { progress: {}, trouble: "" };
  const read = v.safeParse(kept, parsed(text));
  if (read.success) return { progress: read.output.lessons, trouble: "" };
  const trouble = t("The kept progress of your lessons could not be read: they start afresh.");
  return { progress: {}, trouble };
}

/** Beside what other tabs keep of other lessons meanwhile. False when it could not be kept. */
export function saveProgress(storage: () => TextStorage, played: Progress): boolean {
  try {
    const lessons = { ...loadProgress(storage).progress, ...played };
    storage().setItem(KEY, JSON.stringify({ format: FORMAT, lessons }));
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
