/** A lesson as a report tells it: the answers, and the run with which each goal was reached. */

import type { LessonStep } from "@/engine/types";
import { cutTitle, type ReportedLesson } from "@/model/report/report";
import type { LessonState } from "../machine";

export function reportedLesson({ id, lesson, steps }: LessonState): ReportedLesson {
  return {
    id: cutTitle(id),
    title: cutTitle(lesson.title),
    steps: lesson.steps.map((step, at) => {
      const { answer = null, done = false, run = null } = steps[at] ?? {};
      return {
        id: cutTitle(step.id),
        title: cutTitle(step.title),
        answer,
        right: rightOf(step, answer),
        reached: step.do === null ? null : done,
        run: step.do === null ? null : run,
      };
    }),
  };
}

/** Null where nothing was asked, or nothing was answered. */
export function rightOf({ predict }: LessonStep, answer: number | null): boolean | null {
  return predict?.answers[answer ?? -1]?.right ?? null;
}
