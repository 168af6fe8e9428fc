/** The page for who watches: the map, one sentence with one thing to do, one lane, and time. */

import type { ReactNode } from "react";
import { t } from "@/language/words";
import { Boundary } from "@/ui/Boundary";
import { Below } from "./Below";
import { Broken } from "./Broken";
import { Caption } from "./Caption";
import { useInstrumentsWhenAsked } from "./useInstrumentsWhenAsked";
import css from "./watch.module.css";

interface WatchProps {
  /** What a slide says, if one is shown. */
  note: ReactNode;
  children: ReactNode;
}

export function Watch({ note, children }: WatchProps) {
  useInstrumentsWhenAsked();
  return (
    <div className="column grows">
      <div className={css.stage}>
        <section className={css.caption} aria-label={t("What is happening")}>
          <Broken />
          <Boundary name={t("The caption")}>
            <Caption />
          </Boundary>
        </section>
        <div className={css.map}>{children}</div>
      </div>
      <Below note={note} />
    </div>
  );
}
