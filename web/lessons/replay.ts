/** What an earlier step comes to, by its recorded solution: the next one goes on from there. */

import type { Action, LessonStep } from "@/engine/types";
import type { LessonDeps } from "./deps";

export async function replay(
  { advanceTo, act }: Pick<LessonDeps, "advanceTo" | "act">,
  { solution }: LessonStep,
  isOn: () => boolean,
): Promise<void> {
  for (const { at_us, action } of solution?.actions ?? []) {
    if (!isOn()) return;
    // An action by hand happens one µs after the instant shown.
    await advanceTo(at_us - 1);
    if (!isOn()) return;
    await act(action as Action);
  }
  if (solution !== null && isOn()) await advanceTo(solution.until_us);
}
