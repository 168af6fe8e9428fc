/**
 * When a goal that is met was met. The engine tells of what lasts when it began; a goal of "for two
 * seconds" is met two seconds later. Pure. Must not know how goals are judged.
 */

import type { Judged, LessonTask } from "@/engine/types";
import { durationUs } from "@/model/durations";

/** As files write it; a goal of several is judged in as many parts. */
type Goal = LessonTask["goal"];

/** In µs. Null where only looking tells: `openUs` is where it was looked at last and not met. */
export function metAtUs(goal: Goal, judged: Judged, openUs: number): number | null {
  const { at_us: toldUs, parts } = judged;
  if (toldUs === null) return null;
  const lastedUs = lastedIn(goal);
  if (lastedUs > 0) return knownUs(toldUs + lastedUs, openUs);
  const metUs = innerOf(goal).flatMap((part, place) => {
    const one = parts[place];
    return one?.standing === "met" ? [metAtUs(part, one, openUs)] : [];
  });
  if (metUs.length === 0) return toldUs;
  const instants = metUs.filter((us) => us !== null);
  if (instants.length < metUs.length) return null;
  return Array.isArray(goal.all) ? Math.max(toldUs, ...instants) : Math.min(...instants);
}

function innerOf({ all, any }: Goal): readonly Goal[] {
  const inner = all ?? any;
  return Array.isArray(inner) ? inner : [];
}

/** For how long what is asked for, or what comes of it in the end, shall last. */
function lastedIn({ lasting, then }: Goal): number {
  if (typeof then === "object" && then !== null) return lastedIn({ ...then });
  return durationUs(lasting) ?? 0;
}

/** What ended too early was told of instead of what lasted, if it had not been met there yet. */
function knownUs(us: number, openUs: number): number | null {
  return us > openUs ? us : null;
}
