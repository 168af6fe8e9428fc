/**
 * Time: start and end, step on and back, of everything or of one thing, play, how fast, which
 * instant, bookmarks and branches, and the line of the whole run.
 */

import { targetName } from "@/protocol/targets";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { isLocked, useStage } from "@/store/stage";
import { Button, IconButton } from "@/ui/Button";
import {
  BookmarkIcon,
  EndIcon,
  FindIcon,
  PauseIcon,
  PlayIcon,
  RestartIcon,
  StartIcon,
  StepBackIcon,
  StepIcon,
} from "@/ui/icons";
import { Branches } from "./Branches";
import { Instant } from "./Instant";
import { Scrubber } from "./Scrubber";
import { Speed } from "./Speed";
import css from "./timeline.module.css";

export function Timeline() {
  const ready = useSim((state) => state.phase === "ready");
  const playing = useSim((state) => state.playing);
  const atStart = useSim((state) => (state.frame?.events ?? 0) === 0);
  const atEnd = useSim((state) => (state.frame?.now_us ?? 0) >= state.furthestUs);
  const thing = useSim(({ world, selection, range }) =>
    world === null ? "" : targetName(world, selection ?? { range }),
  );
  const canGoBack = ready && !atStart;
  const locked = useStage(isLocked);
  const watching = useStage(({ lock }) => lock === "all");
  const play = (
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
  );
  if (watching) {
    return (
      <fieldset className={css.timeline} aria-label="Time">
        {play}
        <Instant />
        <div className={css.watched} inert>
          <Scrubber />
        </div>
      </fieldset>
    );
  }
  return (
    <fieldset className={css.timeline} aria-label="Time">
      <div className={css.verbs}>
        {!locked && (
          <IconButton
            label="Restart from 0 s"
            shortcut="R"
            disabled={!ready}
            onClick={() => void sim.restart()}
          >
            <RestartIcon />
          </IconButton>
        )}
        <IconButton
          label="Start"
          shortcut="Home"
          disabled={!canGoBack}
          onClick={() => void sim.seek(0)}
        >
          <StartIcon />
        </IconButton>
        <IconButton
          label={`Previous event of ${lower(thing)}`}
          shortcut="Alt+←"
          disabled={!canGoBack}
          onClick={() => void sim.find(-1)}
        >
          <FindIcon back />
        </IconButton>
        <IconButton
          label="Previous event"
          shortcut="←"
          disabled={!canGoBack}
          onClick={() => void sim.back()}
        >
          <StepBackIcon />
        </IconButton>
        {play}
        <IconButton
          label="Next event"
          shortcut="→"
          disabled={!ready}
          onClick={() => void sim.step()}
        >
          <StepIcon />
        </IconButton>
        <IconButton
          label={`Next event of ${lower(thing)}`}
          shortcut="Alt+→"
          disabled={!ready}
          onClick={() => void sim.find(1)}
        >
          <FindIcon />
        </IconButton>
        <IconButton
          label="Furthest instant reached"
          shortcut="End"
          disabled={!ready || atEnd}
          onClick={() => void sim.end()}
        >
          <EndIcon />
        </IconButton>
      </div>
      <Instant />
      <Speed />
      <Scrubber />
      {!locked && (
        <div className={css.verbs}>
          <IconButton
            label="Bookmark this instant"
            shortcut="M"
            disabled={!ready}
            onClick={() => sim.addBookmark()}
          >
            <BookmarkIcon />
          </IconButton>
          <Branches />
        </div>
      )}
    </fieldset>
  );
}

/** Inside a sentence; names of things begin with a small letter already. */
function lower(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
