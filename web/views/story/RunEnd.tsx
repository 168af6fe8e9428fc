/**
 * What came of the run, as soon as there is something to tell. It stands below the controls, where
 * it moves none of them. Must not know what it says.
 */

import { Suspense } from "react";
import { useSim } from "@/session/simStore";
import { lazily } from "@/ui/lazily";
import css from "./story.module.css";

/** At the run's end, when something could not be done, and while a person expects something. */
const EndOfRun = lazily(async () => ({ default: (await import("./EndOfRun")).EndOfRun }));

export function RunEnd() {
  const isShown = useSim(
    ({ frame, world, session }) =>
      frame !== null &&
      (frame.refused > 0 ||
        (session?.expects?.length ?? 0) > 0 ||
        (frame.now_us > 0 && frame.now_us === world?.duration_us)),
  );
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <div className={css.story}>
        <EndOfRun />
      </div>
    </Suspense>
  );
}
