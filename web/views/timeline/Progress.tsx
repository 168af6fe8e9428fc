/**
 * How far the scenario is, with marks where something happened: a diamond for an election, a bar for
 * a fault, a triangle for what went wrong.
 */

import { memo } from "react";

import { formatDuration, formatInstant } from "@/lib/units";
import type { Notable } from "@/protocol/engine";
import { useSim } from "@/store/simStore";
import { lineEndUs, type MarkKind, timeMarks } from "./marks";
import css from "./timeline.module.css";

export function Progress() {
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const durationUs = useSim((state) => state.world?.duration_us ?? 0);
  const narration = useSim((state) => state.narration);
  const endUs = lineEndUs(nowUs, durationUs);
  return (
    <div className={css.progress}>
      <div
        className={css.line}
        role="progressbar"
        aria-label="Progress of the scenario"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.floor((nowUs / endUs) * 100))}
        aria-valuetext={`${formatInstant(nowUs)} of ${formatDuration(durationUs)}`}
      >
        <div className={css.done} style={{ width: `${(nowUs / endUs) * 100}%` }} />
        <Marks narration={narration} endUs={endUs} />
        {nowUs > durationUs && (
          <div className={css.end} style={{ left: `${(durationUs / endUs) * 100}%` }} />
        )}
        <div className={css.head} style={{ left: `${(nowUs / endUs) * 100}%` }} />
      </div>
      <span className={css.duration}>{formatDuration(durationUs)}</span>
    </div>
  );
}

const SHAPES: Record<MarkKind, string> = {
  vote: "M0-5 5 0 0 5-5 0z",
  fault: "M-1-8h2v16h-2z",
  bad: "M0-6 5.5 4h-11z",
};

/** Drawn again only when something was told or the line got longer, not with each picture. */
const Marks = memo(function Marks({ narration, endUs }: { narration: Notable[]; endUs: number }) {
  const marks = timeMarks(narration, endUs);
  return (
    <div className={css.marks} aria-hidden="true">
      {marks.map(({ id, at, kind, text }) => (
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
