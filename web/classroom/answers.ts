/** What students said, as one state. Numbers come without names; a name is only what was typed. */

import type { Answered, Here, Sameness } from "./protocol";

/** Nobody is there who has said nothing for so long: on a busy machine, too, it is seen within 10 s. */
const SILENT_MS = 8_000;
/** More students than this are not counted: a flood must not fill the teacher's memory. */
const STUDENTS_MAX = 2_000;
/** Of one student and one kind, in one window; what is above is dropped. */
const WINDOW_MS = 10_000;
const IN_WINDOW_MAX = 20;

export interface Student {
  heardMs: number;
  follows: boolean;
  same: Sameness;
  name: string;
}

export interface StepAnswers {
  lesson: string;
  step: string;
  /** By student: the place of their answer. */
  answers: ReadonlyMap<string, number>;
  goals: ReadonlySet<string>;
}

export interface Answers {
  /** By student, of those who gave one: known also when they have gone. */
  names: ReadonlyMap<string, string>;
  students: ReadonlyMap<string, Student>;
  /** In the order in which the first answer came. */
  steps: readonly StepAnswers[];
}

export const NO_ANSWERS: Answers = { names: new Map(), students: new Map(), steps: [] };

export function withHere(state: Answers, id: string, here: Here, nowMs: number): Answers {
  const students = new Map(state.students);
  if (here.gone === true) students.delete(id);
  else if (students.has(id) || students.size < STUDENTS_MAX) {
    const { follows, same, name } = here;
    students.set(id, { heardMs: nowMs, follows, same, name });
  }
  return { ...state, students, names: withName(state.names, id, here.name) };
}

/** Who takes a name back has none. */
function withName(names: Answers["names"], id: string, name: string): Answers["names"] {
  if ((names.get(id) ?? "") === name) return names;
  if (!names.has(id) && names.size >= STUDENTS_MAX) return names;
  const next = new Map(names);
  if (name === "") next.delete(id);
  else next.set(id, name);
  return next;
}

/** Without those who have been silent. The same state when all are there. */
export function withoutSilent(state: Answers, nowMs: number): Answers {
  const there = [...state.students].filter(([, { heardMs }]) => nowMs - heardMs <= SILENT_MS);
  return there.length === state.students.size ? state : { ...state, students: new Map(there) };
}

/** As if all had been heard now: nothing could be heard of anybody. */
export function heldOver(state: Answers, nowMs: number): Answers {
  const students = [...state.students].map(
    ([id, student]) => [id, { ...student, heardMs: nowMs }] as const,
  );
  return { ...state, students: new Map(students) };
}

/** A student's first answer to a question counts: it was given before anything was seen. */
export function withAnswer(state: Answers, id: string, said: Answered): Answers {
  const { lesson, step } = said;
  const at = state.steps.findIndex((one) => one.lesson === lesson && one.step === step);
  const known = state.steps[at] ?? { lesson, step, answers: new Map(), goals: new Set() };
  if (known.answers.size + known.goals.size >= 2 * STUDENTS_MAX) return state;
  const next = said.t === "answer" ? answered(known, id, said.answer) : reached(known, id);
  if (next === known) return state;
  const steps = at < 0 ? [...state.steps, next] : state.steps.with(at, next);
  return { ...state, steps };
}

function answered(known: StepAnswers, id: string, answer: number): StepAnswers {
  if (known.answers.has(id)) return known;
  return { ...known, answers: new Map([...known.answers, [id, answer]]) };
}

function reached(known: StepAnswers, id: string): StepAnswers {
  return known.goals.has(id) ? known : { ...known, goals: new Set([...known.goals, id]) };
}

/** How many chose each of so many answers; an answer that the question does not have is nobody's. */
export function tally(answers: ReadonlyMap<string, number>, choices: number): number[] {
  const counts = Array.from({ length: choices }, () => 0);
  for (const place of answers.values()) {
    if (place < choices) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** How many messages of one sender are still taken. */
export class RateBound {
  private readonly heard = new Map<string, { beganMs: number; count: number }>();

  /** Whether one more is taken now. */
  take(id: string, nowMs: number): boolean {
    const known = this.heard.get(id);
    if (known === undefined || nowMs - known.beganMs > WINDOW_MS) {
      if (this.heard.size >= 2 * STUDENTS_MAX) this.heard.clear();
      this.heard.set(id, { beganMs: nowMs, count: 1 });
      return true;
    }
    known.count += 1;
    return known.count <= IN_WINDOW_MAX;
  }
}
