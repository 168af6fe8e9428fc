/** The left panel: what runs, who answers a read, and all else that can be set or done. */

import { type ReactNode, Suspense } from "react";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { cx } from "@/ui/cx";
import { lazily } from "@/ui/lazily";
import { Fold } from "@/ui/Section";
import { About } from "./About";
import { ReadModes } from "./ReadModes";
import { Rows } from "./Rows";
import css from "./story.module.css";

/** Of a scenario that has some. */
const Checkpoints = lazily(async () => ({ default: (await import("./Checkpoints")).Checkpoints }));

function CheckpointsBelow() {
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const isAsked = useSim(({ world }) => (world?.checkpoints ?? 0) > 0) && !hideVerdicts;
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <Checkpoints />
    </Suspense>
  );
}

/** `children`: what the scenario asks to try, under what it says of itself. */
export function Story({ children }: { children?: ReactNode }) {
  const ready = useSim((state) => state.world !== null && state.frame !== null);
  const learning = usePage((page) => page.lesson !== null);
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  if (!ready) return null;
  return (
    <div className={cx(css.story, "prose")}>
      {/* Its title and its text say what there is to be seen. */}
      {learning && hideVerdicts ? null : learning ? (
        <Fold title={t("The scenario of this step")}>
          <About />
        </Fold>
      ) : (
        <About />
      )}
      {children}
      <ReadModes />
      <Rows />
      {/* Asked for once the run stands: below all, where it moves nothing that somebody aims at. */}
      <CheckpointsBelow />
    </div>
  );
}
