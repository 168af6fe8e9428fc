/**
 * Turns wall time into how far the simulation may go. It decides how far a frame gets, never what
 * happens. Must not know clocks: every instant is handed in.
 */

/** A tab that slept does not jump ahead when it wakes. */
const WALL_GAP_MAX_MS = 100;

export class Pacer {
  private playheadUs = 0;
  private lastWallMs: number | undefined;

  /** Starts again from an instant, with no time owed. */
  reset(nowUs: number): void {
    this.playheadUs = nowUs;
    this.lastWallMs = undefined;
  }

  /** Where the simulation should be at this wall instant; whole microseconds. */
  until(wallMs: number, speed: number): number {
    const gapMs =
      this.lastWallMs === undefined
        ? 0
        : Math.min(WALL_GAP_MAX_MS, Math.max(0, wallMs - this.lastWallMs));
    this.lastWallMs = wallMs;
    this.playheadUs += gapMs * 1_000 * speed;
    return Math.floor(this.playheadUs);
  }

  /** The engine got only this far within its budget: the rest is not owed. */
  reached(nowUs: number): void {
    if (nowUs < Math.floor(this.playheadUs)) this.playheadUs = nowUs;
  }
}

/** While playing towards the scenario's end, stop exactly there once. */
export function capAtEnd(untilUs: number, nowUs: number, durationUs: number): number {
  return nowUs < durationUs ? Math.min(untilUs, durationUs) : untilUs;
}
