/**
 * The left panel: what runs, how it is set, what is broken, and everything that can be done to it
 * by named controls, so that nothing needs a pointer.
 * Must not know the map or the meters.
 */

import { lazy, Suspense } from "react";

import { cx } from "@/lib/cx";
import { useSim } from "@/store/simStore";
import { Below } from "@/ui/Below";
import { Fold } from "@/ui/Section";
import { About } from "./About";
import { Faults } from "./Faults";
import { ReadModes } from "./ReadModes";
import css from "./story.module.css";
import { Travel } from "./Travel";

async function loadMoreControls() {
  return (await import("./MoreControls")).MoreControls;
}

/** At the run's end, when something could not be done, and while a person expects something. */
const EndOfRun = lazy(async () => ({ default: (await import("./EndOfRun")).EndOfRun }));

function Told() {
  const isTold = useSim(
    ({ frame, world, session }) =>
      frame !== null &&
      (frame.refused > 0 ||
        (session?.expects?.length ?? 0) > 0 ||
        (frame.now_us > 0 && frame.now_us === world?.duration_us)),
  );
  if (!isTold) return null;
  return (
    <Suspense fallback={null}>
      <EndOfRun />
    </Suspense>
  );
}

export function Story() {
  const ready = useSim((state) => state.world !== null && state.frame !== null);
  const learning = useSim((state) => state.lesson !== null);
  const hushed = useSim((state) => state.hushed);
  if (!ready) return null;
  return (
    <div className={cx(css.story, "prose")}>
      {/* Its title and its text say what there is to be seen. */}
      {learning && hushed ? null : learning ? (
        <Fold title="The scenario of this step">
          <About />
        </Fold>
      ) : (
        <About />
      )}
      <Told />
      <ReadModes />
      <div className={css.travel}>
        <Travel />
      </div>
      <Faults />
      <Below name="The rest of the controls" load={loadMoreControls} />
    </div>
  );
}
