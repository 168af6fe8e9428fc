/**
 * The store at reading speed: while the run plays, what is read here changes at most ten times a
 * second of wall time; while it stands still, at once. For tables and figures, not for the map.
 * Must not know which figures are shown.
 */

import { useRef, useSyncExternalStore } from "react";

import { type SimState, sameShallow, simStore } from "./simStore";

const PUBLISH_EVERY_MS = 100;

let shown = simStore.getState();
let shownAtMs = 0;
const listeners = new Set<() => void>();
let unsubscribe: (() => void) | undefined;

/** Like `useSim`, at reading speed. */
export function usePaced<T>(select: (state: SimState) => T): T {
  const last = useRef<{ value: T } | null>(null);
  return useSyncExternalStore(subscribe, () => {
    const value = select(shown);
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
    before.framing === after.framing &&
    before.selection === after.selection &&
    before.range === after.range &&
    (before.frame === null) === (after.frame === null)
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (unsubscribe === undefined) {
    publish(simStore.getState());
    unsubscribe = simStore.subscribe(onChange);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    unsubscribe?.();
    unsubscribe = undefined;
  };
}

function onChange(state: SimState): void {
  if (mayWait(shown, state, performance.now() - shownAtMs)) return;
  publish(state);
  for (const listener of listeners) listener();
}

function publish(state: SimState): void {
  shownAtMs = performance.now();
  shown = state;
}
