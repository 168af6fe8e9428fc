/**
 * The whole run as one line: drag along it to see any instant. Marks say where something happened: a
 * diamond for an election, a bar for a fault, a triangle for what went wrong, a dot below for what
 * somebody did. What is known already is drawn stronger than what is still to come.
 */

import { Slider } from "radix-ui";
import { type KeyboardEvent, memo, useState } from "react";

import { formatDuration, formatInstant } from "@/lib/units";
import type { LoggedAction, Notable } from "@/protocol/engine";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { actionMarks, lineEndUs, type MarkKind, timeMarks } from "./marks";
import css from "./timeline.module.css";

/** Keys that mean time on the whole page and are left to it. */
const TIME_KEYS = /^(Arrow(Left|Right)|Home|End|Page(Up|Down))$/;

export function Scrubber() {
  const ready = useSim((state) => state.phase === "ready");
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const durationUs = useSim((state) => state.world?.duration_us ?? 0);
  const furthestUs = useSim((state) => state.furthestUs);
  const told = useSim((state) => state.told);
  const actions = useSim((state) => state.session?.actions ?? NO_ACTIONS);
  // Where the grip is held, while the map is on its way there.
  const [aimUs, setAimUs] = useState<number | null>(null);
  const endUs = lineEndUs(furthestUs, durationUs);
  const share = (us: number) => `${(Math.min(us, endUs) / endUs) * 100}%`;
  const goTo = (us: number): void => {
    setAimUs(us);
    void sim.seek(us).then(() => setAimUs((aim) => (aim === us ? null : aim)));
  };
  return (
    <div className={css.progress}>
      <Slider.Root
        className={css.line}
        data-time-keys
        disabled={!ready}
        value={[aimUs ?? nowUs]}
        min={0}
        max={endUs}
        step={1}
        onValueChange={([us]) => {
          if (us !== undefined) goTo(us);
        }}
        onKeyDown={leaveTimeKeys}
      >
        <Slider.Track className={css.track}>
          <div className={css.known} style={{ width: share(furthestUs) }} />
          <Slider.Range className={css.done} />
          <Marks told={told} actions={actions} endUs={endUs} />
          {endUs > durationUs && <div className={css.end} style={{ left: share(durationUs) }} />}
        </Slider.Track>
        <Slider.Thumb
          className={css.head}
          aria-label="Instant"
          aria-valuetext={`${formatInstant(aimUs ?? nowUs)} of ${formatDuration(endUs)}`}
        />
      </Slider.Root>
      <span className={css.duration}>{formatDuration(endUs)}</span>
    </div>
  );
}

const NO_ACTIONS: LoggedAction[] = [];

/** The slider would move by its own step. */
function leaveTimeKeys(event: KeyboardEvent): void {
  if (TIME_KEYS.test(event.key)) event.preventDefault();
}

const SHAPES: Record<MarkKind, string> = {
  vote: "M0-5 5 0 0 5-5 0z",
  fault: "M-1-8h2v16h-2z",
  bad: "M0-6 5.5 4h-11z",
};

interface MarksProps {
  told: Notable[];
  actions: LoggedAction[];
  endUs: number;
}

/** Drawn again only when something was told or the line got longer, not with each picture. */
const Marks = memo(function Marks({ told, actions, endUs }: MarksProps) {
  return (
    <div className={css.marks} aria-hidden="true">
      {actionMarks(actions, endUs).map(({ id, at }) => (
        <i key={`action ${id}`} className={css.act} style={{ left: `${at * 100}%` }} />
      ))}
      {timeMarks(told, endUs).map(({ id, at, kind, text }) => (
        <svg
          key={id}
          className={css[kind]}
          style={{ left: `${at * 100}%` }}
          width="12"
          height="16"
          viewBox="-6 -8 12 16"
          aria-hidden="true"
        >
          <title>{text}</title>
          <path d={SHAPES[kind]} />
        </svg>
      ))}
    </div>
  );
});
