/**
 * The page for who watches: the map, one sentence with one thing to do, one lane, and time. Must not
 * know what any of them shows.
 */

import type { ReactNode } from "react";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Boundary } from "@/ui/Boundary";
import { BrokenNote, Later, WatchedLane } from "../later";
import { TimeBar } from "../TimeBar";
import { Caption } from "./Caption";
import { useInstrumentsWhenAsked } from "./useInstrumentsWhenAsked";
import css from "./watch.module.css";

interface WatchProps {
  /** What a slide says, if one is shown. */
  note: ReactNode;
  /** The map. */
  children: ReactNode;
}

export function Watch({ note, children }: WatchProps) {
  useInstrumentsWhenAsked();
  const hushed = usePage((page) => page.hushed);
  const isBroken = useSim(({ broken }) => broken !== null) && !hushed;
  return (
    <div className={css.watch}>
      <div className={css.stage}>
        <section className={css.caption} aria-label={t("What is happening")}>
          {isBroken && (
            <Later name={t("The broken promise")}>
              <BrokenNote />
            </Later>
          )}
          <Boundary name={t("The caption")}>
            <Caption />
          </Boundary>
        </section>
        <div className={css.map}>{children}</div>
      </div>
      {note}
      <section className={css.lane} aria-label={t("Over time")}>
        <Boundary name={t("Over time")}>
          <WatchedLane />
        </Boundary>
      </section>
      <TimeBar brief />
    </div>
  );
}
