/** The store at reading speed: at most ten changes a second while the run plays. */

import type { SimState } from "./simState";
import { useSimStore } from "./simStore";
import type { Readable } from "./store";
import { useRead } from "./useRead";

const PUBLISH_EVERY_MS = 100;

/** One pace for each store, so that all that reads it changes together. */
const paces = new WeakMap<Readable<SimState>, Pace>();

/** Like `useSim`, at reading speed. */
export function usePaced<T>(select: (state: SimState) => T): T {
  return useRead(paceOf(useSimStore()), select);
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

class Pace implements Readable<SimState> {
  private shown: SimState;
  private readonly store: Readable<SimState>;
  private shownAtMs = 0;
  private readonly listeners = new Set<(state: SimState, before: SimState) => void>();
  private unsubscribe: (() => void) | undefined;

  constructor(store: Readable<SimState>) {
    this.store = store;
    this.shown = store.getState();
  }

  readonly getState = (): SimState => this.shown;

  readonly getInitialState = (): SimState => this.store.getInitialState();

  readonly subscribe: Readable<SimState>["subscribe"] = (listener) => {
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
    const before = this.shown;
    if (mayWait(before, state, performance.now() - this.shownAtMs)) return;
    this.publish(state);
    for (const listener of this.listeners) listener(state, before);
  }

  private publish(state: SimState): void {
    this.shownAtMs = performance.now();
    this.shown = state;
  }
}
