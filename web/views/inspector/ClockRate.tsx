/** How fast the clock of a store or a gateway runs: a slider, set when it is let go. */

import { useState } from "react";

import { BOUNDS } from "@/engine/vocabulary";
import { t } from "@/language/words";
import { clockRateText } from "@/model/readTimes";
import { sim } from "@/session/simClient";
import { Slider } from "@/ui/Slider";
import css from "./inspector.module.css";

/** The slider counts in thousandths of the rate. */
const PPM = 1_000;
/** A tenth of its speed, or nearly twice it: far beyond any that is sold. */
const { min: LEAST, max: MOST } = BOUNDS.drift_ppm;
const STEP = 10;

export function ClockRate({ store, driftPpm }: { store: string; driftPpm: number }) {
  const [moved, setMoved] = useState<number | null>(null);
  const drift = moved ?? driftPpm / PPM;
  const set = async (next: number): Promise<void> => {
    if (next * PPM !== driftPpm) {
      await sim.act({ do: "set_clock", store, drift_ppm: Math.round(next * PPM) });
    }
    setMoved(null);
  };
  return (
    <div className={css.clock}>
      <p>
        {t("Clock")} <span className="block faint">{clockRateText(drift * PPM)}</span>
      </p>
      <Slider
        label={t("Clock rate of {store}", { store })}
        value={drift}
        min={LEAST / PPM}
        max={MOST / PPM}
        step={STEP}
        valueText={clockRateText(drift * PPM)}
        onChange={setMoved}
        onCommit={(next) => void set(next)}
      />
    </div>
  );
}
