/** The logs of the shown range as strips, all with the same indexes: blocks near, terms far. */

import type { Frame } from "@/engine/types";

/** Entries a second of wall time above which blocks would only flicker. */
const ENTRIES_PER_SECOND_MAX = 6;
const US_PER_S = 1e6;

/** Which indexes all strips of a picture show. */
export interface LogWindow {
  /** Blocks with numbers, or the whole log. */
  near: boolean;
  /** First index and last index. */
  from: number;
  to: number;
  blocks: number;
}

/** A stretch of one term. */
export interface TermStretch {
  term: number;
  /** Its first and last index, within the window. */
  from: number;
  to: number;
}

/** What one replica holds of the window. */
export interface Strip {
  stretches: readonly TermStretch[];
  commit: number;
  applied: number;
}

/** What decides between near and far besides the frame. */
export interface StripRoom {
  /** Blocks that stand beside each other. */
  blocks: number;
  /** Some strip of the picture has no height for them: then none is near. */
  isLow: boolean;
  /** Simulated seconds per second. */
  speed: number;
}

/** The window of a frame; null where nobody holds anything. */
export function logWindow(frame: Frame, { blocks, isLow, speed }: StripRoom): LogWindow | null {
  const { count, first, last, commit } = frame.replicas;
  if (count === 0) return null;
  let newest = 0;
  let oldest = Number.POSITIVE_INFINITY;
  let start = Number.POSITIVE_INFINITY;
  for (let row = 0; row < count; row++) {
    newest = Math.max(newest, last[row] as number);
    // A replica that waits for its first snapshot holds nothing.
    if ((last[row] as number) === 0) continue;
    oldest = Math.min(oldest, commit[row] as number, last[row] as number);
    start = Math.min(start, first[row] as number);
  }
  if (newest === 0) return null;
  const perSecond = (newest / Math.max(1, frame.now_us / US_PER_S)) * speed;
  const isReadable = !isLow && perSecond <= ENTRIES_PER_SECOND_MAX;
  const near = newest - oldest < blocks - 1 && isReadable;
  if (!near) return { near, from: start, to: newest, blocks };
  // One place stays free, for what comes next.
  const from = Math.max(1, newest + 2 - blocks);
  return { near, from, to: from + blocks - 1, blocks };
}

/** What the replica in a row of the frame holds of the window. */
export function stripOf(frame: Frame, row: number, window: LogWindow): Strip {
  const { replica, term, last } = frame.log_terms;
  const stretches: TermStretch[] = [];
  let next = frame.replicas.first[row] as number;
  for (let i = 0; i < replica.length; i++) {
    if (replica[i] !== row) continue;
    const from = Math.max(next, window.from);
    const to = Math.min(last[i] as number, window.to);
    if (from <= to) stretches.push({ term: term[i] as number, from, to });
    next = (last[i] as number) + 1;
  }
  return {
    stretches,
    commit: frame.replicas.commit[row] as number,
    applied: frame.replicas.applied[row] as number,
  };
}

/** The same text for the same strip, so that it is drawn again only when it has changed. */
export function stripKey({ stretches, commit, applied }: Strip): string {
  const terms = stretches.map(({ term, from, to }) => `${term}:${from}-${to}`).join();
  return `${commit}/${applied}/${terms}`;
}
