/**
 * How fast simulated time passes, to be chosen. Fetched when it is first opened.
 */

import { formatDuration, formatSpeed } from "@/model/units";
import { sim } from "@/session/simClient";
import { SPEED_MAX, SPEED_MIN, useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Slider } from "@/ui/Slider";
import { PRESETS, positionOf, speedAt } from "./speeds";
import css from "./timeline.module.css";

export function SpeedPanel() {
  const speed = useSim((state) => state.speed);
  const reached = useSim((state) => state.reachedSpeed);
  const text = formatSpeed(speed);
  return (
    <div className={css.speeds}>
      <p>
        <b>{text}</b>{" "}
        {speed === 1
          ? "simulated time runs at real time"
          : speed < 1
            ? `one simulated millisecond takes ${wallOfMillisecond(speed)}`
            : `${formatSpeed(speed).replace("×", "")} simulated seconds each second`}
      </p>
      {reached !== null && (
        <p>
          It runs at <b>{formatSpeed(reached)}</b> now: this device cannot simulate this run any
          faster.
        </p>
      )}
      <Slider
        label="Speed"
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
      <p className={css.hint}>Keys: + and −. The speed changes what you see, never what happens.</p>
    </div>
  );
}

function wallOfMillisecond(speed: number): string {
  return formatDuration(1_000 / speed);
}
