/**
 * How often the page draws in tests. A run that plays is drawn sixty times a second, which costs half
 * of the time of all tests and shows them nothing.
 */

/** Most tests look at few frames of what plays; those of movement and of a first visit look at all. */
export type Frames = "few" | "all";

/** In the page, before its own scripts: a frame at most every 50 ms, as on a slow machine. */
export function showFewFrames(): void {
  const leastMs = 50;
  const next = window.requestAnimationFrame.bind(window);
  let waiting = new Map<number, FrameRequestCallback>();
  let last = 0;
  let count = 0;
  const draw = (nowMs: number): void => {
    const due = waiting;
    waiting = new Map();
    last = nowMs;
    for (const callback of due.values()) callback(nowMs);
  };
  window.requestAnimationFrame = (callback) => {
    if (waiting.size === 0) {
      const leftMs = Math.max(0, leastMs - (performance.now() - last));
      setTimeout(() => next(draw), leftMs);
    }
    count += 1;
    waiting.set(count, callback);
    return count;
  };
  window.cancelAnimationFrame = (handle) => {
    waiting.delete(handle);
  };
}
