/** What happened: the sentences that are worth telling, or everything on the tape. */

import { useState } from "react";
import { intervalText } from "@/model/interval";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Stretch } from "@/ui/Stretch";
import { EventTable } from "./EventTable";
import css from "./events.module.css";
import { Filters, type Shown } from "./Filters";
import { NO_FILTER } from "./filter";
import { Told } from "./Told";

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
        <Told />
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
