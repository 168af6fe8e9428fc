/** Two maps of one instant, each under a title that says in what its run differs. */

import { type ReactNode, useId } from "react";
import { t } from "@/language/words";

import { formatInstant } from "@/model/units";
import { besideTitles } from "@/session/beside/besideTitles";
import type { BesideState } from "@/session/pageState";
import { besidePage, PageContext, pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { SimStoreContext, simStore, useSim } from "@/session/simStore";
import { Boundary } from "@/ui/Boundary";
import { Button } from "@/ui/Button";
import { MapView } from "@/views/map/MapView";
import css from "./TwinMaps.module.css";

export function TwinMaps({ beside }: { beside: BesideState }) {
  const world = useSim((state) => state.world);
  const frame = useSim((state) => state.frame);
  return (
    <SimStoreContext value={beside.store}>
      <PageContext value={besidePage}>
        <Pair first={{ world, frame }} names={beside.names} />
      </PageContext>
    </SimStoreContext>
  );
}

interface PairProps {
  first: Parameters<typeof besideTitles>[0];
  names: BesideState["names"];
}

/** Stands under the second run's store, and puts the first map back under its own. */
function Pair({ first, names }: PairProps) {
  const world = useSim((state) => state.world);
  const frame = useSim((state) => state.frame);
  const [one, other] = besideTitles(first, { world, frame }, names);
  return (
    <div className={css.pair}>
      <SimStoreContext value={simStore}>
        <PageContext value={pageStore}>
          <Side title={one} nowUs={first.frame?.now_us ?? 0}>
            <MapView />
          </Side>
        </PageContext>
      </SimStoreContext>
      <Side title={other} nowUs={frame?.now_us ?? 0} close>
        <MapView />
      </Side>
    </div>
  );
}

interface SideProps {
  title: string;
  nowUs: number;
  close?: boolean;
  children: ReactNode;
}

function Side({ title, nowUs, close = false, children }: SideProps) {
  const id = useId();
  return (
    <section className={css.side} aria-labelledby={id} data-run={close ? "second" : "first"}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        <span className={css.now} data-now={nowUs}>
          {formatInstant(nowUs)}
        </span>
        {close && (
          <Button small onClick={() => sim.endBeside()} aria-keyshortcuts="b">
            {t("Close")}
          </Button>
        )}
      </div>
      <div className="clips grid-0">
        <Boundary name={t("The map of {title}", { title })}>{children}</Boundary>
      </div>
    </section>
  );
}
