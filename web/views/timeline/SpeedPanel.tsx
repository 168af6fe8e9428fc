/** How fast simulated time passes, to be chosen. Fetched when it is first opened. */

import { Rich } from "@/language/Rich";
import { t } from "@/language/words";
import { formatDuration, formatSpeed } from "@/model/units";
import { sim } from "@/session/simClient";
import { SPEED_MAX, SPEED_MIN } from "@/session/simState";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Slider } from "@/ui/Slider";
import { PRESETS, positionOf, speedAt } from "./speeds";
import css from "./timeline.module.css";

export function SpeedPanel() {
  const speed = useSim((state) => state.speed);
  const reached = useSim((state) => state.reachedSpeed);
  const text = formatSpeed(speed);
  return (
    <div className="grid-3">
      <p>
        <b>{text}</b>{" "}
        {speed === 1
          ? t("simulated time runs at real time")
          : speed < 1
            ? t("one simulated millisecond takes {time}", { time: wallOfMillisecond(speed) })
            : t("{n} simulated seconds each second", { n: text.replace("×", "") })}
      </p>
      {reached !== null && (
        <p>
          <Rich
            text={t(
              "It runs at <0>{speed}</0> now: this device cannot simulate this run any faster.",
              { speed: formatSpeed(reached) },
            )}
            parts={[(what) => <b>{what}</b>]}
          />
        </p>
      )}
      <Slider
        label={t("Speed")}
        value={positionOf(speed)}
        min={positionOf(SPEED_MIN)}
        max={positionOf(SPEED_MAX)}
        step={1}
        valueText={text}
        onChange={(position) => sim.setSpeed(speedAt(position))}
      />
      <div className={css.presets}>
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            small
            kind={preset === speed ? "primary" : "plain"}
            aria-pressed={preset === speed}
            onClick={() => sim.setSpeed(preset)}
          >
            {formatSpeed(preset)}
          </Button>
        ))}
      </div>
      <p className="hint">
        {t("Keys: + and −. The speed changes what you see, never what happens.")}
      </p>
    </div>
  );
}

function wallOfMillisecond(speed: number): string {
  return formatDuration(1_000 / speed);
}
