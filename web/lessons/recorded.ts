/** What lessons recorded, as actions of a run and of the runs beside it. */

import type { Action, Lesson, LessonStep, LoggedAction } from "@/engine/types";
import { runOf } from "./machine";

/** The solutions of these steps, one after the other. */
export function recordedActions(
  steps: readonly Pick<LessonStep, "solution">[],
): readonly LoggedAction[] {
  const actions = steps.flatMap(({ solution }) => solution?.actions ?? []);
  // The engine has read them as the lesson's; it reads them again as actions by hand.
  return actions.map(({ at_us, action }) => ({ at_us, action: action as Action, text: "" }));
}

/**
 * What is done in the other variants that a step speaks of: what leads to the step, or what is done
 * in its own run, where the step says so.
 */
export function actionsOfOthers(
  lesson: Pick<Lesson, "steps">,
  at: number,
  own: readonly LoggedAction[],
): readonly LoggedAction[] {
  return lesson.steps[at]?.others === "same_actions"
    ? own
    : recordedActions(runOf({ lesson }, at).before);
}
