/**
 * Time: play, step on and back, restart, how fast, which instant, and the line of the whole run.
 */

import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button, IconButton } from "@/ui/Button";
import { PauseIcon, PlayIcon, RestartIcon, StepBackIcon, StepIcon } from "@/ui/icons";
import { Instant } from "./Instant";
import { Scrubber } from "./Scrubber";
import { Speed } from "./Speed";
import css from "./timeline.module.css";

export function Timeline() {
  const ready = useSim((state) => state.phase === "ready");
  const playing = useSim((state) => state.playing);
  const atStart = useSim((state) => (state.frame?.events ?? 0) === 0);
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
        <IconButton
          label="Previous event"
          shortcut="←"
          disabled={!ready || atStart}
          onClick={() => void sim.back()}
        >
          <StepBackIcon />
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
          label="Next event"
          shortcut="→"
          disabled={!ready}
          onClick={() => void sim.step()}
        >
          <StepIcon />
        </IconButton>
      </div>
      <Instant />
      <Speed />
      <Scrubber />
    </fieldset>
  );
}
