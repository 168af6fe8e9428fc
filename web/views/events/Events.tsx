/**
 * What happened: the sentences that are worth telling, or everything on the tape, to be searched.
 * Must not know how a tape is made.
 */

import { useState } from "react";
import { intervalText } from "@/model/interval";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Stretch } from "@/ui/Stretch";
import { EventTable } from "./EventTable";
import css from "./events.module.css";
import { Filters, type Shown } from "./Filters";
import { NO_FILTER } from "./filter";
import { Highlights } from "./Highlights";

export function Events() {
  const [shown, setShown] = useState<Shown>({ ...NO_FILTER, kind: "told" });
  const interval = usePage((state) => state.interval);
  return (
    <div className={css.events}>
      <Filters shown={shown} onChange={setShown} />
      {interval !== null && (
        <div className={css.stretch}>
          <Stretch text={intervalText(interval)} onEnd={() => sim.lookAt(null)} />
        </div>
      )}
      {shown.kind === "told" ? (
        <Highlights />
      ) : (
        <EventTable
          filter={{ ...shown, kind: shown.kind, interval }}
          onShowAll={() => {
            setShown(NO_FILTER);
            sim.lookAt(null);
          }}
        />
      )}
    </div>
  );
}
