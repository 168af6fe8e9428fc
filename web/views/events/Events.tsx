/** What happened: the sentences that are worth telling, or everything on the tape. */

import { useState } from "react";
import { intervalText } from "@/model/interval";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { Stretch } from "@/ui/Stretch";
import { EventTable } from "./EventTable";
import css from "./events.module.css";
import { type EventFilter, Filters } from "./Filters";
import { NO_FILTER } from "./filter";
import { Highlights } from "./Highlights";

export function Events() {
  const [filter, setFilter] = useState<EventFilter>({ ...NO_FILTER, kind: "told" });
  const interval = usePage((state) => state.interval);
  return (
    <div className={css.events}>
      <Filters filter={filter} onChange={setFilter} />
      {interval !== null && (
        <div className={css.stretch}>
          <Stretch text={intervalText(interval)} onEnd={() => sim.lookAt(null)} />
        </div>
      )}
      {filter.kind === "told" ? (
        <Highlights />
      ) : (
        <EventTable
          filter={{ ...filter, kind: filter.kind, interval }}
          onShowAll={() => {
            setFilter(NO_FILTER);
            sim.lookAt(null);
          }}
        />
      )}
    </div>
  );
}
