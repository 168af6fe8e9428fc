/** What a class answered, kept in the teacher's browser until the next class, and as files. */

import * as v from "valibot";
import { csvText } from "@/model/csv";
import { type Answers, NO_ANSWERS } from "./answers";

const KEY = "raft-atlas/class-answers";
const FORMAT = "raft-atlas-class/1";

const kept = v.object({
  format: v.literal(FORMAT),
  code: v.string(),
  names: v.array(v.tuple([v.string(), v.string()])),
  steps: v.array(
    v.object({
      lesson: v.string(),
      step: v.string(),
      answers: v.array(v.tuple([v.string(), v.number()])),
      goals: v.array(v.string()),
    }),
  ),
});

export interface KeptAnswers {
  code: string;
  answers: Answers;
}

type AnswerStorage = () => Pick<Storage, "getItem" | "setItem">;

/** False: nothing can be kept here. */
export function keepAnswers({ code, answers }: KeptAnswers, storage: AnswerStorage): boolean {
  const steps = answers.steps.map((one) => ({
    ...one,
    answers: [...one.answers],
    goals: [...one.goals],
  }));
  try {
    const text = JSON.stringify({ format: FORMAT, code, names: [...answers.names], steps });
    storage().setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}

/** Of the last class in this browser that somebody answered in. */
export function keptAnswers(storage: AnswerStorage): KeptAnswers | null {
  try {
    const { code, names, steps } = v.parse(kept, JSON.parse(storage().getItem(KEY) ?? ""));
    const answers = {
      ...NO_ANSWERS,
      names: new Map(names),
      steps: steps.map((one) => ({
        ...one,
        answers: new Map(one.answers),
        goals: new Set(one.goals),
      })),
    };
    return { code, answers };
  } catch {
    return null;
  }
}

/** What a question asks, and what its answers say; where it is not known, "". */
export interface QuestionText {
  question: string;
  choices: readonly string[];
}

export type QuestionTextOf = (lesson: string, step: string) => QuestionText;

interface Row {
  lesson: string;
  step: string;
  question: string;
  student: number;
  name: string;
  /** From 1; null where only the goal was reached. */
  answer: number | null;
  says: string;
  goal: boolean;
}

function rowsOf({ steps, names }: Answers, questionOf: QuestionTextOf): Row[] {
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return numbers.get(id) ?? 0;
  };
  return steps.flatMap(({ lesson, step, answers, goals }) => {
    const { question, choices } = questionOf(lesson, step);
    return [...new Set([...answers.keys(), ...goals])].map((id) => {
      const place = answers.get(id);
      return {
        lesson,
        step,
        question,
        student: numberOf(id),
        name: names.get(id) ?? "",
        answer: place === undefined ? null : place + 1,
        says: place === undefined ? "" : (choices[place] ?? ""),
        goal: goals.has(id),
      };
    });
  });
}

const HEAD = ["lesson", "step", "question", "student", "name", "answer", "text", "goal_reached"];

/** A row for each student and question. */
export function answersCsv(answers: Answers, questionOf: QuestionTextOf): string {
  const rows = rowsOf(answers, questionOf).map(
    ({ lesson, step, question, student, name, answer, says, goal }) => [
      ...[lesson, step, question, student, name],
      ...[answer ?? "", says, goal ? "yes" : "no"],
    ],
  );
  return csvText([HEAD, ...rows]);
}

export function answersJson({ code, answers }: KeptAnswers, questionOf: QuestionTextOf): string {
  const rows = rowsOf(answers, questionOf).map(({ says, goal, ...row }) => ({
    ...row,
    text: says,
    goal_reached: goal,
  }));
  return `${JSON.stringify({ format: FORMAT, code, answers: rows }, null, 2)}\n`;
}
