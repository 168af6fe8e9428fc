/** A lesson or a challenge as a learning platform is told of it. */

import type { Played } from "@/challenges/challengeStore";
import type { LessonState } from "@/lessons/machine";
import type { LmsContent } from "@/model/lms/record";

export function contentOfLesson({ id, lesson }: LessonState): LmsContent {
  const steps = lesson.steps.map((step) => ({
    id: step.id,
    title: step.title,
    question:
      step.predict === null ? null : { text: step.predict.question, answers: step.predict.answers },
    hasGoal: step.do !== null,
  }));
  return { kind: "lesson", id, title: lesson.title, steps };
}

export function contentOfChallenge({ id, challenge }: Played): LmsContent {
  return { kind: "challenge", id, title: challenge.title, steps: [] };
}
