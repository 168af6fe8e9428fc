/** Under the map, for who watches or reads: what a slide says, the one picture, and time. */

import type { ReactNode } from "react";
import { t } from "@/language/words";
import { Boundary } from "@/ui/Boundary";
import { WatchedLane } from "../lazyParts";
import { TimeBar } from "../TimeBar";
import css from "./watch.module.css";

export function Below({ note }: { note: ReactNode }) {
  return (
    <>
      {note}
      <section className={css.lane} aria-label={t("Over time")}>
        <Boundary name={t("Over time")}>
          <WatchedLane />
        </Boundary>
      </section>
      <TimeBar brief />
    </>
  );
}
