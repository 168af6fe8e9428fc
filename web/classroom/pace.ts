/**
 * How far a run that follows another one has come by now: a little behind it, so that what is done in
 * the other one arrives before its instant does. Pure but for the clock that is handed in.
 */

import type { Beat } from "./protocol";

/**
 * Behind the teacher, in wall time: what a near network takes, with room. What arrives later than its
 * instant is done all the same: the run goes back that far.
 */
export const BEHIND_MS = 90;
/** So far away is not played but gone to. */
const FAR_MS = 1_500;

export class Pace {
  private readonly wallMs: () => number;
  private beat: Beat | null = null;
  private heardMs = 0;

  constructor(wallMs: () => number) {
    this.wallMs = wallMs;
  }

  hear(beat: Beat): void {
    this.beat = beat;
    this.heardMs = this.wallMs();
  }

  /** Stops at the instant of the beat, for there the digests can be compared. */
  untilUs(wallMs: number, nowUs: number): number {
    const { beat } = this;
    if (beat === null) return nowUs;
    if (!beat.playing) return beat.us;
    const us = Math.max(0, beat.us + (wallMs - this.heardMs - BEHIND_MS) * 1_000 * rateOf(beat));
    return nowUs < beat.us ? Math.min(us, beat.us) : us;
  }

  /** Whether it is too far ahead or behind to be played to. */
  isFar(nowUs: number): boolean {
    const { beat } = this;
    if (beat === null) return false;
    const awayUs = Math.abs(this.untilUs(this.wallMs(), nowUs) - nowUs);
    return awayUs > FAR_MS * 1_000 * rateOf(beat);
  }
}

function rateOf({ speed, rate }: Beat): number {
  return rate ?? speed;
}
