/**
 * Time: play, step, restart, how fast, which instant, and how far the scenario is.
 * Room is left for stepping back and for a scrubber, which belong to time travel.
 */

import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button, IconButton } from "@/ui/Button";
import { PauseIcon, PlayIcon, RestartIcon, StepIcon } from "@/ui/icons";
import { Instant } from "./Instant";
import { Progress } from "./Progress";
import { Speed } from "./Speed";
import css from "./timeline.module.css";

export function Timeline() {
  const ready = useSim((state) => state.phase === "ready");
  const playing = useSim((state) => state.playing);
  return (
    <fieldset className={css.timeline} aria-label="Time">
      <div className={css.verbs}>
        <IconButton
          label="Restart from 0 s"
          shortcut="R"
          disabled={!ready}
          onClick={() => void sim.restart()}
        >
          <RestartIcon />
        </IconButton>
        <Button
          kind="primary"
          className={css.play}
          disabled={!ready}
          aria-keyshortcuts="Space"
          onClick={() => (playing ? sim.pause() : sim.play())}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
          {playing ? "Pause" : "Play"}
        </Button>
        <IconButton
          label="Step one event"
          shortcut="."
          disabled={!ready}
          onClick={() => void sim.step()}
        >
          <StepIcon />
        </IconButton>
      </div>
      <Instant />
      <Speed />
      <Progress />
    </fieldset>
  );
}
