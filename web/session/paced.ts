/**
 * The store at reading speed: while the run plays, what is read here changes at most ten times a
 * second of wall time; while it stands still, at once. For tables and figures, not for the map.
 * Must not know which figures are shown.
 */

import { useRef, useSyncExternalStore } from "react";
import type { SimState } from "./simState";
import { useSimStore } from "./simStore";
import type { Readable } from "./store";
import { sameShallow } from "./useRead";

const PUBLISH_EVERY_MS = 100;

/** One pace for each store, so that all that reads it changes together. */
const paces = new WeakMap<Readable<SimState>, Pace>();

/** Like `useSim`, at reading speed. */
export function usePaced<T>(select: (state: SimState) => T): T {
  const pace = paceOf(useSimStore());
  const last = useRef<{ value: T } | null>(null);
  return useSyncExternalStore(pace.subscribe, () => {
    const value = select(pace.shown);
    if (last.current !== null && sameShallow(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  });
}

/** Whether a change may wait for the next tenth of a second: only another frame of the same run. */
export function mayWait(before: SimState, after: SimState, sinceMs: number): boolean {
  if (!after.playing || !before.playing || sinceMs >= PUBLISH_EVERY_MS) return false;
  return (
    before.world === after.world &&
    before.phase === after.phase &&
    before.range === after.range &&
    (before.frame === null) === (after.frame === null)
  );
}

function paceOf(store: Readable<SimState>): Pace {
  const known = paces.get(store);
  if (known !== undefined) return known;
  const made = new Pace(store);
  paces.set(store, made);
  return made;
}

class Pace {
  shown: SimState;
  private readonly store: Readable<SimState>;
  private shownAtMs = 0;
  private readonly listeners = new Set<() => void>();
  private unsubscribe: (() => void) | undefined;

  constructor(store: Readable<SimState>) {
    this.store = store;
    this.shown = store.getState();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (this.unsubscribe === undefined) {
      this.publish(this.store.getState());
      this.unsubscribe = this.store.subscribe((state) => this.onChange(state));
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.unsubscribe?.();
      this.unsubscribe = undefined;
    };
  };

  private onChange(state: SimState): void {
    if (mayWait(this.shown, state, performance.now() - this.shownAtMs)) return;
    this.publish(state);
    for (const listener of this.listeners) listener();
  }

  private publish(state: SimState): void {
    this.shownAtMs = performance.now();
    this.shown = state;
  }
}
