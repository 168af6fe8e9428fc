/** How a lesson goes on: which step, what was predicted, whether its goal is met. Pure. */

import type { Judged, Lesson, LessonStep } from "@/engine/types";
import type { MetRun } from "@/model/report/report";

/** Met and lost stay until the step is reset. */
export type Verdict = "open" | "met" | "lost";

/** Its time was over, the run was, it can no longer come true, or something happened first. */
export type Loss = "time" | "end" | "broken" | "happened";

export interface StepState {
  /** The locked prediction, by its place. */
  answer: number | null;
  verdict: Verdict;
  /** The instant at which it was met or lost. */
  atUs: number | null;
  /** A figure decided, which has no instant of its own: `atUs` is where it was first seen so. */
  isSeen: boolean;
  /** Where it was judged last while it was open. */
  lookUs: number | null;
  /** How the goal stood when it was last judged, or when it was decided. */
  judged: Judged | null;
  /** Why it was lost; null while it is not. */
  loss: Loss | null;
  /** What happened that loses it; null when it was lost otherwise. */
  lostBy: Judged | null;
  hints: number;
  /** The explanation was asked for without the goal. */
  revealed: boolean;
  /** Ever met, or looked at to the end where nothing is to be done. */
  done: boolean;
  /** The run in which it was met last; null where there is none, or it was too long to keep. */
  run: MetRun | null;
}

export interface LessonState {
  id: string;
  lesson: Lesson;
  at: number;
  steps: readonly StepState[];
}

export type LessonEvent =
  | { type: "went"; to: number }
  | { type: "answered"; answer: number }
  /** `run` is the one that is judged, for as long as its goal is met. */
  | {
      type: "judged";
      goal: Judged;
      lost: Judged | null;
      nowUs: number;
      endUs: number;
      run?: MetRun | null;
    }
  | { type: "hinted" }
  | { type: "revealed" }
  /** The step begins anew; its prediction stays. */
  | { type: "reset" };

/** What a person is at: the question, the task, or the explanation. */
export type Stage = "predict" | "do" | "explain";

export interface KeptStep {
  answer: number | null;
  done: boolean;
  run?: MetRun | undefined;
}

const FRESH: StepState = {
  answer: null,
  verdict: "open",
  atUs: null,
  isSeen: false,
  lookUs: null,
  judged: null,
  loss: null,
  lostBy: null,
  hints: 0,
  revealed: false,
  done: false,
  run: null,
};

/** A lesson at a step, or at its first one when there is no such step. */
export function openedLesson(
  id: string,
  lesson: Lesson,
  stepId: string | null,
  kept: Readonly<Record<string, KeptStep>> = {},
): LessonState {
  const at = lesson.steps.findIndex((step) => step.id === stepId);
  const steps = lesson.steps.map((step) => {
    const known = kept[step.id];
    if (known === undefined) return FRESH;
    const hasAnswer = step.predict?.answers[known.answer ?? -1] !== undefined;
    const { done, run = null } = known;
    return { ...FRESH, answer: hasAnswer ? known.answer : null, done, run };
  });
  return settled({ id, lesson, at: Math.max(0, at), steps });
}

export function changed(state: LessonState, event: LessonEvent): LessonState {
  const step = stepOf(state);
  const now = stateOf(state);
  switch (event.type) {
    case "went":
      if (state.lesson.steps[event.to] === undefined) return state;
      return settled({ ...state, at: event.to });
    case "answered": {
      const isLocked = now.answer !== null;
      const isKnown = step.predict?.answers[event.answer] !== undefined;
      if (isLocked || !isKnown) return state;
      return settled(withStep(state, { answer: event.answer }));
    }
    case "judged":
      return stageOf(state) === "do" ? judged(state, event) : state;
    case "hinted":
      return withStep(state, { hints: Math.min(now.hints + 1, step.do?.hints.length ?? 0) });
    case "revealed":
      return withStep(state, { revealed: true });
    case "reset":
      return settled(
        withStep(state, {
          ...FRESH,
          answer: now.answer,
          hints: now.hints,
          done: now.done,
          run: now.run,
        }),
      );
  }
}

export function stepOf({ lesson, at }: LessonState): LessonStep {
  const step = lesson.steps[at];
  if (step === undefined) throw new Error(`A lesson has no step ${at}.`);
  return step;
}

export function stateOf({ steps, at }: LessonState): StepState {
  return steps[at] ?? FRESH;
}

export function stageOf(state: LessonState): Stage {
  const step = stepOf(state);
  const { answer, verdict, revealed } = stateOf(state);
  if (step.predict !== null && answer === null) return "predict";
  if (step.do === null || verdict === "met" || revealed) return "explain";
  return "do";
}

/** Whether these answers, of the goal and of what loses it, would end the step's task. */
export function isDecided(
  state: LessonState,
  [goal, lost]: readonly Judged[],
  nowUs: number,
  endUs: number,
): boolean {
  if (goal === undefined) return false;
  const event: LessonEvent = { type: "judged", goal, lost: lost ?? null, nowUs, endUs };
  return stateOf(changed(state, event)).verdict !== "open";
}

/** The step whose run this step's is, and the steps from there on before this one. */
export function runOf({ lesson }: { lesson: Pick<Lesson, "steps"> }, at: number) {
  let base = at;
  while (base > 0 && lesson.steps[base]?.scenario === null) base -= 1;
  return { base: lesson.steps[base], before: lesson.steps.slice(base, at) };
}

export function keptOf({ lesson, steps }: LessonState): Record<string, KeptStep> {
  const kept: Record<string, KeptStep> = {};
  for (const [place, { answer, done, run }] of steps.entries()) {
    const step = lesson.steps[place];
    if (step === undefined || (!done && answer === null)) continue;
    kept[step.id] = { answer, done, ...(run === null ? {} : { run }) };
  }
  return kept;
}

/** What was done, without what was predicted. */
export function unanswered(
  kept: Readonly<Record<string, KeptStep>>,
): Readonly<Record<string, KeptStep>> {
  const pairs = Object.entries(kept).map(([id, step]) => [id, { ...step, answer: null }] as const);
  return Object.fromEntries(pairs);
}

function judged(
  state: LessonState,
  { goal, lost, nowUs, endUs, run = null }: Extract<LessonEvent, { type: "judged" }>,
): LessonState {
  const { verdict, lookUs } = stateOf(state);
  if (verdict !== "open") return state;
  const task = stepOf(state).do;
  const never = Number.POSITIVE_INFINITY;
  const byUs = task?.by_us ?? never;
  // Where it was looked at and still open, it was not met: an earlier instant is of something else.
  const isEarlier = goal.at_us !== null && lookUs !== null && goal.at_us <= lookUs;
  const toldUs = isEarlier ? null : goal.at_us;
  const metUs = goal.standing === "met" ? (toldUs ?? nowUs) : never;
  const loss = lossOf(goal, lost, nowUs);
  if (metUs !== never && metUs <= byUs && metUs <= (loss?.us ?? never))
    return withStep(state, {
      verdict: "met",
      atUs: metUs,
      isSeen: toldUs === null,
      judged: goal,
      done: true,
      run,
    });
  if (loss !== null && loss.us <= byUs) {
    const { us, isSeen, lostBy } = loss;
    const why: Loss = lostBy === null ? "broken" : "happened";
    return withStep(state, { verdict: "lost", atUs: us, isSeen, judged: goal, loss: why, lostBy });
  }
  if (nowUs > byUs)
    return withStep(state, { verdict: "lost", atUs: byUs, judged: goal, loss: "time" });
  if (nowUs >= endUs)
    return withStep(state, { verdict: "lost", atUs: endUs, judged: goal, loss: "end" });
  return withStep(state, { judged: goal, lookUs: nowUs });
}

/** What makes the goal impossible: what must not come first, or what cannot be mended. */
function lossOf(goal: Judged, lost: Judged | null, nowUs: number) {
  const isHappened = lost?.standing === "met";
  if (!isHappened && goal.standing !== "broken") return null;
  const by = isHappened ? lost : goal;
  const us = by.at_us ?? nowUs;
  return { us, isSeen: by.at_us === null, lostBy: isHappened ? lost : null };
}

/** A step with nothing to do is done when its explanation stands. */
function settled(state: LessonState): LessonState {
  const isLooked = stepOf(state).do === null && stageOf(state) === "explain";
  return isLooked && !stateOf(state).done ? withStep(state, { done: true }) : state;
}

function withStep(state: LessonState, changes: Partial<StepState>): LessonState {
  const steps = state.steps.map((step, place) =>
    place === state.at ? { ...step, ...changes } : step,
  );
  return { ...state, steps };
}
