/** Highlights of the run, newest first: the engine's sentences with their instants. */

import { useState } from "react";
import type { Notable } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { overlaps } from "@/model/interval";
import { NARRATION_MAX, sayable } from "@/model/narration";
import { formatInstant } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { cx } from "@/ui/cx";
import { CheckField } from "@/ui/Fields";
import css from "./events.module.css";

const KIND_NAMES: Record<Notable["kind"], string> = {
  election: msg("election"),
  fault: msg("fault"),
  store: msg("store"),
  read: msg("read"),
  setting: msg("setting"),
  snapshot: msg("snapshot"),
  violation: msg("violation"),
  workload: msg("load"),
  decision: msg("decision"),
};

export function Highlights() {
  const narration = useSim((state) => state.narration);
  const playing = useSim((state) => state.playing);
  const [alertsOnly, setAlertsOnly] = useState(false);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  const said = sayable(narration, hideVerdicts);
  const interval = usePage((state) => state.interval);
  const shown = said
    .filter(({ alert, at_us }) => (!alertsOnly || alert) && overlaps(interval, at_us, at_us))
    .toReversed();
  return (
    <div className={css.told}>
      <div className={css.filter}>
        <CheckField
          label={t("Only what went wrong")}
          checked={alertsOnly}
          onChange={setAlertsOnly}
        />
        {narration.length >= NARRATION_MAX && (
          <p>{t("The last {most} events are kept.", { most: NARRATION_MAX })}</p>
        )}
      </div>
      {shown.length === 0 && (
        <p className={css.none}>{playing ? t("Nothing yet.") : t("Nothing yet. Press Play.")}</p>
      )}
      <ol reversed aria-label={t("Events, newest first")}>
        {shown.map((notable) => (
          <Row key={notable.id} notable={notable} />
        ))}
      </ol>
    </div>
  );
}

function Row({ notable }: { notable: Notable }) {
  const { node } = notable;
  const place = useSim((state) => state.world?.nodes[node ?? -1]?.id);
  return (
    <li className={cx(css.row, notable.alert && css.alert)}>
      <button type="button" className={css.goes} onClick={() => goTo(notable)}>
        <span className="quiet no-break">{formatInstant(notable.at_us)}</span>
        <span className={css.kind}>{t(KIND_NAMES[notable.kind])}</span>
        <span className={css.text}>{translate(notable.text)}</span>
      </button>
      {node !== null && place !== undefined && (
        <button type="button" className={css.place} onClick={() => sim.select({ node })}>
          {t("Show {place}", { place })}
        </button>
      )}
    </li>
  );
}

/** To its instant, where the run stands still. */
function goTo({ at_us }: Notable): void {
  sim.pause();
  void sim.seek(at_us);
}
