/**
 * The left panel: what runs, who answers a read, and, folded, everything else that can be set or
 * done by named controls, so that nothing needs a pointer.
 * Must not know the map or the metrics.
 */

import { type ComponentType, Suspense } from "react";
import { useStore } from "zustand";
import { msg, t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { verbStore } from "@/session/verbAsked";
import { Boundary } from "@/ui/Boundary";
import { cx } from "@/ui/cx";
import { lazily } from "@/ui/lazily";
import { Fold } from "@/ui/Section";
import { About } from "./About";
import { ReadModes } from "./ReadModes";
import css from "./story.module.css";
import { Travel } from "./Travel";

/** Fetched when they are first opened; the first one is that of actions. */
const FOLDS: readonly { title: string; Content: ComponentType }[] = [
  {
    title: msg("Inject a fault or action"),
    Content: lazily(async () => ({ default: (await import("./InjectAction")).InjectAction })),
  },
  {
    title: msg("Elections and commit"),
    Content: lazily(async () => ({ default: (await import("./Switches")).Switches })),
  },
  {
    title: msg("Client load"),
    Content: lazily(async () => ({ default: (await import("./Load")).Load })),
  },
  {
    title: msg("Send a request"),
    Content: lazily(async () => ({ default: (await import("./ByHand")).ByHand })),
  },
];

/** Of a scenario that has some. */
const Checkpoints = lazily(async () => ({ default: (await import("./Checkpoints")).Checkpoints }));

function Asked() {
  const hushed = usePage((page) => page.hushed);
  const isAsked = useSim(({ world }) => (world?.checkpoints ?? 0) > 0) && !hushed;
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <Checkpoints />
    </Suspense>
  );
}

export function Story() {
  const ready = useSim((state) => state.world !== null && state.frame !== null);
  const learning = usePage((state) => state.lesson !== null);
  const hushed = usePage((state) => state.hushed);
  // Somebody was sent to an action.
  const turn = useStore(verbStore, (asked) => asked.turn);
  if (!ready) return null;
  return (
    <div className={cx(css.story, "prose")}>
      {/* Its title and its text say what there is to be seen. */}
      {learning && hushed ? null : learning ? (
        <Fold title={t("The scenario of this step")}>
          <About />
        </Fold>
      ) : (
        <About />
      )}
      <ReadModes />
      <div className={css.folds}>
        <Travel />
        {FOLDS.map(({ title, Content }, place) => (
          <Fold key={title} title={t(title)} later turn={place === 0 ? turn : 0}>
            <Boundary name={t(title)}>
              <Suspense fallback={null}>
                <Content />
              </Suspense>
            </Boundary>
          </Fold>
        ))}
      </div>
      {/* Asked for once the run stands: below all, where it moves nothing that somebody aims at. */}
      <Asked />
    </div>
  );
}
