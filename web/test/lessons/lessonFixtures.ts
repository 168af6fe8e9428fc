/**
 * Lessons and answers for unit tests.
 */

import type { Judged, Lesson, LessonStep, LessonTask } from "@/engine/types";

export const STEP: LessonStep = {
  id: "only",
  title: "Only",
  text: null,
  scenario: "first-look",
  variant: null,
  seed: null,
  start_us: 1_000_000,
  speed: null,
  play_us: null,
  show: null,
  open: null,
  predict: null,
  do: null,
  explain: null,
  solution: null,
  wrong: null,
  variants: [],
  others: "prescribed",
};

export const TASK: LessonTask = {
  text: "Do it.",
  goal: { happened: "elected" },
  lost: null,
  by_us: null,
  hints: [],
};

export function lessonOf(...steps: Partial<LessonStep>[]): Lesson {
  return {
    $schema: null,
    format: "raft-atlas-lesson/1",
    title: "A lesson",
    minutes: 5,
    text: "What it is about.",
    takeaway: null,
    sources: [],
    steps: steps.map((step, place) => ({ ...STEP, id: `step-${place}`, ...step })),
  };
}

export function judgedOf(met: boolean, at_us: number | null = null): Judged {
  const standing = met ? "met" : "not_yet";
  return { standing, text: "asked", found: "found", begun: met, at_us, parts: [] };
}
