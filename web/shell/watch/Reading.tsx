/** The page for who reads a lesson: its text, and beside it the map, one picture, and time. */

import type { ReactNode } from "react";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { isLocked, lockReason } from "@/session/stage";
import { Boundary } from "@/ui/Boundary";
import { Lockable, LockNote } from "@/ui/Lockable";
import { Fold } from "@/ui/Section";
import { Story } from "@/views/story/Story";
import { Lazy, LessonPanel } from "../lazyParts";
import { Below } from "./Below";
import { Broken } from "./Broken";
import { useInstrumentsWhenAsked } from "./useInstrumentsWhenAsked";
import css from "./watch.module.css";

interface ReadingProps {
  /** What a slide says, if one is shown. */
  note: ReactNode;
  children: ReactNode;
}

export function Reading({ note, children }: ReadingProps) {
  useInstrumentsWhenAsked();
  const watching = usePage(({ lock }) => lock === "all");
  return (
    <div className={css.reading}>
      <aside className={css.read} aria-label={t("The lesson")} data-reading="">
        <Broken />
        <Lockable className={css.lesson} locked={watching} onRefused={sim.sayLocked}>
          <Lazy name={t("The lesson")}>
            <LessonPanel />
          </Lazy>
        </Lockable>
        <Controls />
      </aside>
      <div className={css.seen}>
        <div className={css.map}>{children}</div>
        <Below note={note} />
      </div>
    </div>
  );
}

/** What a step may ask to use, for who looks for it. */
function Controls() {
  const locked = usePage(isLocked);
  const reason = usePage(lockReason);
  return (
    <div className={css.controls}>
      <Fold title={t("Controls")}>
        <LockNote reason={reason} />
        <Lockable locked={locked} onRefused={sim.sayLocked}>
          <Boundary name={t("The controls")}>
            <Story />
          </Boundary>
        </Lockable>
      </Fold>
    </div>
  );
}
