/**
 * The whole run as one line: drag along it to see any instant. What is known already is drawn
 * stronger than what is still to come. Above it the branches, once there are two.
 */

import { Slider } from "radix-ui";
import { type KeyboardEvent, lazy, Suspense, useMemo, useState } from "react";

import { formatDuration, formatInstant } from "@/lib/units";
import { bookmarksHere } from "@/store/branches";
import { lineEndUs } from "@/store/marks";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Marks } from "./Marks";
import css from "./timeline.module.css";

/** Keys that mean time on the whole page and are left to it. */
const TIME_KEYS = /^(Arrow(Left|Right)|Home|End|Page(Up|Down))$/;

const Lanes = lazy(async () => ({ default: (await import("./Lanes")).Lanes }));

export function Scrubber() {
  const ready = useSim((state) => state.phase === "ready");
  const nowUs = useSim((state) => state.frame?.now_us ?? 0);
  const durationUs = useSim((state) => state.world?.duration_us ?? 0);
  const furthestUs = useSim((state) => state.furthestUs);
  const told = useSim((state) => state.told);
  const session = useSim((state) => state.session);
  const bookmarks = useMemo(() => (session === null ? [] : bookmarksHere(session)), [session]);
  // Where the grip is held, while the map is on its way there.
  const [aimUs, setAimUs] = useState<number | null>(null);
  const branches = session?.branches ?? [];
  const longestUs = branches.reduce((most, b) => Math.max(most, b.furthest_us), furthestUs);
  const endUs = lineEndUs(longestUs, durationUs);
  const share = (us: number) => `${(Math.min(us, endUs) / endUs) * 100}%`;
  const goTo = (us: number): void => {
    setAimUs(us);
    void sim.seek(us).then(() => setAimUs((aim) => (aim === us ? null : aim)));
  };
  return (
    <div className={css.progress}>
      {branches.length > 1 && (
        <div className={css.tree}>
          <Suspense fallback={null}>
            <Lanes endUs={endUs} />
          </Suspense>
        </div>
      )}
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
          <Marks told={told} actions={session?.actions ?? []} bookmarks={bookmarks} endUs={endUs} />
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

/** The slider would move by its own step. */
function leaveTimeKeys(event: KeyboardEvent): void {
  if (TIME_KEYS.test(event.key)) event.preventDefault();
}
