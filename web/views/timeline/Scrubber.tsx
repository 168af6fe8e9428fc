/** The whole run as one line, to drag along. No range input: its marks are pressed and named. */

import { memo, type PointerEvent, Suspense, useMemo, useRef, useState } from "react";
import type { LoggedAction, Notable } from "@/engine/types";
import { t } from "@/language/words";
import { sayable } from "@/model/narration";
import { formatDuration, formatInstant } from "@/model/units";
import { bookmarksHere } from "@/session/branches";
import { lineEndUs, type MarkKind, marksOf } from "@/session/marks";
import { usePage } from "@/session/pageStore";
import { type Bookmark, logOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { lazily } from "@/ui/lazily";
import css from "./timeline.module.css";

const BranchTree = lazily(async () => ({ default: (await import("./BranchTree")).BranchTree }));

export function Scrubber() {
  const ready = useSim((state) => state.phase === "ready");
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const durationUs = useSim((state) => state.world?.duration_us ?? 0);
  const furthestUs = useSim((state) => state.furthestUs);
  const known = useSim((state) => state.notables);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  const notables = useMemo(() => sayable(known, hideVerdicts), [known, hideVerdicts]);
  const session = useSim((state) => state.session);
  const bookmarks = useMemo(() => (session === null ? [] : bookmarksHere(session)), [session]);
  // Where the grip is held, while the map is on its way there.
  const [aimUs, setAimUs] = useState<number | null>(null);
  const branches = session?.branches ?? [];
  const longestUs = branches.reduce((most, b) => Math.max(most, b.furthest_us), furthestUs);
  const endUs = lineEndUs(longestUs, durationUs);
  const share = (us: number) => `${(Math.min(us, endUs) / endUs) * 100}%`;
  const shownUs = aimUs ?? nowUs;
  const goTo = (us: number): void => {
    setAimUs(us);
    void sim.seek(us).then(() => setAimUs((aim) => (aim === us ? null : aim)));
  };
  return (
    <div className={css.progress}>
      {branches.length > 1 && (
        <div className={css.tree}>
          <Suspense fallback={null}>
            <BranchTree endUs={endUs} />
          </Suspense>
        </div>
      )}
      <div className={css.line} data-time-keys {...useDrag(ready, endUs, shownUs, goTo)}>
        <div className={css.track}>
          <div className={css.known} style={{ width: share(furthestUs) }} />
          <div className={css.done} style={{ left: 0, width: share(shownUs) }} />
          <Marks notables={notables} actions={logOf(session)} bookmarks={bookmarks} endUs={endUs} />
          {endUs > durationUs && <div className={css.end} style={{ left: share(durationUs) }} />}
        </div>
        {/* Keys are the page's: they mean time everywhere. */}
        <div
          role="slider"
          className={css.head}
          style={{ left: share(shownUs) }}
          aria-label={t("Instant")}
          aria-disabled={!ready}
          aria-valuemin={0}
          aria-valuemax={endUs}
          aria-valuenow={shownUs}
          aria-valuetext={t("{instant} of {end}", {
            instant: formatInstant(shownUs),
            end: formatDuration(endUs),
          })}
          tabIndex={ready ? 0 : -1}
        />
      </div>
      <span className={css.duration}>{formatDuration(endUs)}</span>
    </div>
  );
}

/** What lets the line be pressed and dragged along: where the pointer is, is the instant. */
function useDrag(ready: boolean, endUs: number, shownUs: number, goTo: (us: number) => void) {
  const line = useRef<DOMRect | null>(null);
  const follow = ({ clientX }: PointerEvent): void => {
    const box = line.current;
    if (box === null || box.width === 0) return;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    const us = Math.round(share * endUs);
    if (us !== shownUs) goTo(us);
  };
  const release = (): void => {
    line.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!ready || event.button !== 0) return;
      const pressed = event.target as HTMLElement;
      pressed.setPointerCapture(event.pointerId);
      event.preventDefault();
      line.current = event.currentTarget.getBoundingClientRect();
      event.currentTarget.querySelector<HTMLElement>("[role=slider]")?.focus();
      if (pressed.role !== "slider") follow(event);
    },
    onPointerMove: follow,
    onPointerUp: release,
    onPointerCancel: release,
  };
}

const SHAPES: Record<MarkKind, string> = {
  vote: "M0-5 5 0 0 5-5 0z",
  fault: "M-1-8h2v16h-2z",
  bad: "M0-6 5.5 4h-11z",
  act: "M-2.5 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
  book: "M-1-12h7.5l-2.5 3 2.5 3h-6v6h-1.5z",
};

interface MarksProps {
  notables: Notable[];
  actions: LoggedAction[];
  bookmarks: Bookmark[];
  endUs: number;
}

/** Drawn again only when something was told or the line got longer, not with each picture. */
const Marks = memo(function Marks({ notables, actions, bookmarks, endUs }: MarksProps) {
  return (
    <div className={css.marks} aria-hidden="true">
      {marksOf(notables, actions, bookmarks).map(({ key, us, kind, text }) => (
        <svg
          key={key}
          className={css[kind]}
          data-mark={kind}
          style={{ left: `${(us / endUs) * 100}%` }}
          width="14"
          height="24"
          viewBox="-7 -12 14 24"
          aria-hidden="true"
          onClick={() => void sim.seek(us)}
        >
          <title>{t("{at}: {what}", { at: formatInstant(us), what: text })}</title>
          <path d={SHAPES[kind]} />
        </svg>
      ))}
    </div>
  );
});
