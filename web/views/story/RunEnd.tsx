/** What came of the run; below the controls, so that it moves none of them. */

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
