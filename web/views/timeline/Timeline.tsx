/** Time: play, step on and back, which instant, how fast, and the line of the whole run. */

import { type ReactNode, Suspense } from "react";
import { t } from "@/language/words";
import { formatInstant, formatSpeed, instantDigits } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Button, IconButton } from "@/ui/Button";
import { BranchIcon, MoreIcon, PauseIcon, PlayIcon } from "@/ui/icons";
import { lazily } from "@/ui/lazily";
import { Popover } from "@/ui/Popover";
import { Scrubber } from "./Scrubber";
import css from "./timeline.module.css";
import { type TimeVerb, useTimeVerbs } from "./verbs";

const TimePanel = lazily(async () => ({ default: (await import("./TimePanel")).TimePanel }));

/** `brief`: for who watches, only to play, to step, and to go along the line. */
export function Timeline({ brief = false }: { brief?: boolean }) {
  const watching = usePage(({ lock }) => lock === "all");
  if (watching) return <Watched />;
  return brief ? <BriefTimeline /> : <FullTimeline />;
}

function Frame({ brief = false, children }: { brief?: boolean; children: ReactNode }) {
  return (
    <fieldset className={css.timeline} data-brief={brief} aria-label={t("Time")}>
      {children}
    </fieldset>
  );
}

function Watched() {
  return (
    <Frame>
      <Play />
      <Instant />
      <div className={css.watched} inert>
        <Scrubber />
      </div>
    </Frame>
  );
}

function BriefTimeline() {
  const verbs = useTimeVerbs();
  return (
    <Frame brief>
      <div className={css.verbs}>
        <Play />
        <Verb {...verbs.back} />
        <Verb {...verbs.step} />
      </div>
      <Instant brief />
      <Speed />
      <Scrubber />
    </Frame>
  );
}

/** What is needed now and then is behind one button; branches stand once there are two. */
function FullTimeline() {
  const verbs = useTimeVerbs();
  const locked = usePage(isLocked);
  const playing = useSim((state) => state.playing);
  const hasMore = useSim(
    ({ session }) => (session?.branches.length ?? 1) > 1 || (session?.bookmarks.length ?? 0) > 0,
  );
  return (
    <Frame>
      <div className={css.verbs}>
        <Play />
        <Verb {...verbs.back} />
        <Verb {...verbs.step} />
        <Popover
          label={t("More of time")}
          side="top"
          trigger={
            <Button aria-label={t("More of time")} title={t("More of time")}>
              <MoreIcon />
            </Button>
          }
        >
          <Suspense fallback={null}>
            <TimePanel />
          </Suspense>
        </Popover>
      </div>
      <Instant brief={playing} />
      <Speed />
      <div className={css.row}>
        <Scrubber />
        {!locked && hasMore && <Branches />}
      </div>
    </Frame>
  );
}

function Verb({ label, shortcut, disabled, run, icon }: TimeVerb) {
  return (
    <IconButton label={label} shortcut={shortcut} disabled={disabled} onClick={run}>
      {icon}
    </IconButton>
  );
}

function Play() {
  const ready = useSim((state) => state.phase === "ready");
  const playing = useSim((state) => state.playing);
  // In one message: to play a challenge is another word in some languages.
  const word = t("{playing, plural, =0 {Play} other {Pause}}", { playing: playing ? 1 : 0 });
  return (
    <Button
      kind="primary"
      className={css.play}
      disabled={!ready}
      aria-label={word}
      aria-keyshortcuts="Space"
      onClick={() => (playing ? sim.pause() : sim.play())}
    >
      {playing ? <PauseIcon /> : <PlayIcon />}
      <span className={css.word}>{word}</span>
    </Button>
  );
}

function Instant({ brief = false }: { brief?: boolean }) {
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  return (
    <p className={css.instant} data-testid="instant" data-us={nowUs}>
      <span className="sr-only">{t("Instant {instant}", { instant: formatInstant(nowUs) })}</span>
      <span aria-hidden="true">
        {brief ? (nowUs / 1e6).toFixed(2) : instantDigits(nowUs)} <span className="quiet">s</span>
      </span>
    </p>
  );
}

const BranchesPanel = lazily(async () => ({
  default: (await import("./BranchesPanel")).BranchesPanel,
}));

function Branches() {
  const count = useSim((state) => state.session?.branches.length ?? 1);
  return (
    <Popover
      label={t("Branches and bookmarks")}
      side="top"
      align="end"
      trigger={
        <Button
          aria-label={t("Branches and bookmarks, {count}", { count })}
          title={t("Branches and bookmarks")}
        >
          <BranchIcon />
          {count}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <BranchesPanel />
      </Suspense>
    </Popover>
  );
}

const SpeedPanel = lazily(async () => ({ default: (await import("./SpeedPanel")).SpeedPanel }));

function Speed() {
  const speed = useSim((state) => state.speed);
  const reached = useSim((state) => state.reachedSpeed);
  const text = formatSpeed(speed);
  return (
    <Popover
      label={t("Speed")}
      side="top"
      trigger={
        <Button
          className={css.speed}
          aria-label={t("Speed {speed}", { speed: text })}
          aria-description={reached === null ? undefined : nowText(reached)}
        >
          {reached === null ? (
            text
          ) : (
            <span className={css.reached}>
              <span>{t("set to {speed}", { speed: text })}</span>
              <span>{nowText(reached)}</span>
            </span>
          )}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <SpeedPanel />
      </Suspense>
    </Popover>
  );
}

function nowText(reached: number): string {
  return t("{speed} now", { speed: formatSpeed(reached) });
}
