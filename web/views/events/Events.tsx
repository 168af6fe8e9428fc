/**
 * What happened: the sentences that are worth telling, or everything on the tape, to be searched.
 * Must not know how a tape is made.
 */

import { useState } from "react";
import { EventTable } from "./EventTable";
import css from "./events.module.css";
import { Filters, type Shown } from "./Filters";
import { NO_FILTER } from "./filter";
import { Told } from "./Told";

export function Events() {
  const [shown, setShown] = useState<Shown>({ kind: "told", node: -1, range: -1, text: "" });
  return (
    <div className={css.events}>
      <Filters shown={shown} onChange={setShown} />
      {shown.kind === "told" ? (
        <Told />
      ) : (
        <EventTable filter={{ ...shown, kind: shown.kind }} onShowAll={() => setShown(NO_FILTER)} />
      )}
    </div>
  );
}
