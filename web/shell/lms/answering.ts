/** What a lesson has come to, and how long each question stood before it was answered. */

import { type LessonState, stageOf, stepOf } from "@/lessons/machine";
import { type LmsRecord, type StepRecord, withSteps } from "@/model/lms/record";

/** `nowMs` counts evenly; `atMs` is the calendar's. */
type Clock = () => { nowMs: number; atMs: number };

export class Answering {
  private readonly clock: Clock;
  private readonly askedMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** The record, with what is answered and done by now. */
  seen(play: LessonState, before: LmsRecord): LmsRecord {
    const { nowMs, atMs } = this.clock();
    const present = stepOf(play).id;
    if (stageOf(play) === "predict" && !this.askedMs.has(present)) this.askedMs.set(present, nowMs);
    const steps: Record<string, StepRecord> = {};
    for (const [place, { answer, done }] of play.steps.entries()) {
      const id = play.lesson.steps[place]?.id;
      if (id === undefined || (answer === null && !done)) continue;
      const asked = this.askedMs.get(id);
      const answered = asked === undefined ? {} : { answered: { atMs, latencyMs: nowMs - asked } };
      steps[id] = { answer, done, ...(answer === null ? {} : answered) };
    }
    return withSteps(before, present, steps);
  }
}
