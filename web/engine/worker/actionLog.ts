/** Logs of actions: whether the engine takes one, and what two have in common. */

import type { Admitted } from "../messages";
import type { LoggedAction } from "../types";
import type { Place } from "./checkpoints";
import type { PlaygroundLike } from "./engineLike";
import { isTrap } from "./trap";

/** A fresh playground; one whose actions the engine refuses is none. */
export function opened(fresh: () => PlaygroundLike, log: LoggedAction[]): PlaygroundLike {
  const probe = fresh();
  if (log.length === 0) return probe;
  try {
    for (const action of log) probe.replay(action);
  } catch (error) {
    probe.free();
    throw error;
  }
  probe.free();
  return fresh();
}

/** What a playground takes of a log, in the engine's words. */
export function admitted(fresh: () => PlaygroundLike, log: readonly LoggedAction[]): Admitted {
  const probe = fresh();
  const taken: Admitted = { actions: [], refused: [] };
  try {
    for (const [index, { at_us, action }] of log.entries()) {
      try {
        const text = probe.replay({ at_us, action, text: "" });
        taken.actions.push({ at_us, action, text });
      } catch (error) {
        if (isTrap(error)) throw error;
        const message = error instanceof Error ? error.message : String(error);
        taken.refused.push({ index, message });
      }
    }
  } finally {
    probe.free();
  }
  return taken;
}

/** Whether a place of a run with one log is one of a run with the other, too. */
export function sharedPart(one: LoggedAction[], other: LoggedAction[]): (place: Place) => boolean {
  const same = commonLength(one, other);
  const partUs = Math.min(atUs(one[same]), atUs(other[same]));
  return (place) => place.applied <= same && place.us < partUs;
}

function commonLength(a: LoggedAction[], b: LoggedAction[]): number {
  let same = 0;
  while (same < a.length && same < b.length && isSame(a[same], b[same])) same += 1;
  return same;
}

function isSame(a: LoggedAction | undefined, b: LoggedAction | undefined): boolean {
  return a?.at_us === b?.at_us && JSON.stringify(a?.action) === JSON.stringify(b?.action);
}

function atUs(action: LoggedAction | undefined): number {
  return action?.at_us ?? Number.POSITIVE_INFINITY;
}
