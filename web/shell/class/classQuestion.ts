/** What a question of a class asks and what its answers say, as far as this page knows the lesson. */

import type { StepAnswers } from "@/classroom/answers";
import { t, translate } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";

export interface ClassQuestion {
  question: string;
  /** In order; none where the lesson is not the one that is played. */
  choices: readonly string[];
}

export function classQuestion({
  lesson,
  step,
}: Pick<StepAnswers, "lesson" | "step">): ClassQuestion {
  const { play } = lessonStore.getState();
  const known = play?.id === lesson ? play.lesson.steps.find(({ id }) => id === step) : undefined;
  if (known === undefined)
    return { question: t("{lesson}, step {step}", { lesson, step }), choices: [] };
  const { predict, title } = known;
  return {
    question: translate(predict?.question ?? title),
    choices: (predict?.answers ?? []).map(({ text }) => translate(text)),
  };
}

export function answerText({ choices }: ClassQuestion, place: number): string {
  return choices[place] ?? t("Answer {number}", { number: place + 1 });
}
