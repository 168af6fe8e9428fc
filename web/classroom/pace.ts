/** How far a run that follows another one has come by now: a little behind it. */

import type { Beat } from "./protocol";

/**
 * Behind the teacher, in wall time: longer than a beat is under way on a near network. It holds up no
 * action: see `hearDone`.
 */
export const BEHIND_MS = 90;
/** So far away is not played but gone to. */
const FAR_MS = 1_500;
/** An action that is further from where the other run must be is of another past or future. */
const NEAR_MS = 1_000;

export class Pace {
  private readonly wallMs: () => number;
  private beat: Beat | null = null;
  /** Where the other run was last known to be, and when that was heard. */
  private known = { us: 0, ms: 0 };
  /** It has done something here: there is no reason to be before that. */
  private doneUs = 0;
  /** The other run went back in time, and it is not known whether this one has followed. */
  private wentBack = false;

  constructor(wallMs: () => number) {
    this.wallMs = wallMs;
  }

  hear(beat: Beat): void {
    if (this.beat !== null && beat.us < this.beat.us) this.wentBack = true;
    this.beat = beat;
    this.known = { us: beat.us, ms: this.wallMs() };
    this.doneUs = 0;
  }

  /** The other run, which plays, does something at an instant: it is there now. */
  hearDone(us: number): void {
    const { beat } = this;
    if (beat === null || !beat.playing) return;
    const ms = this.wallMs();
    const awayUs = Math.abs(us - this.otherUs(ms, beat));
    if (awayUs > NEAR_MS * 1_000 * rateOf(beat)) return;
    this.known = { us, ms };
    this.doneUs = us;
  }

  /** Stops at the instant of the beat, for there the digests can be compared. */
  untilUs(wallMs: number, nowUs: number): number {
    const { beat } = this;
    if (beat === null) return nowUs;
    if (!beat.playing) return beat.us;
    const us = Math.max(0, this.otherUs(wallMs - BEHIND_MS, beat));
    return Math.max(this.doneUs, nowUs < beat.us ? Math.min(us, beat.us) : us);
  }

  /**
   * Whether it is too far away to be played to. Who is ahead of a run that has become slow waits for
   * it: only who went back is followed back.
   */
  isFar(nowUs: number): boolean {
    const { beat } = this;
    if (beat === null) return false;
    const behindUs = this.untilUs(this.wallMs(), nowUs) - nowUs;
    if (behindUs < 0 && !this.wentBack) return false;
    return Math.abs(behindUs) > FAR_MS * 1_000 * rateOf(beat);
  }

  /** It has been followed to where it was. */
  followed(): void {
    this.wentBack = false;
  }

  /** Where the other run is, as far as is known of it. */
  private otherUs(wallMs: number, beat: Beat): number {
    return this.known.us + (wallMs - this.known.ms) * 1_000 * rateOf(beat);
  }
}

function rateOf({ speed, rate }: Beat): number {
  return rate ?? speed;
}
