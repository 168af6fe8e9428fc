/** Whether a run is the teacher's, by digests at one instant; one that is not is replayed once. */

import type { Frame } from "@/engine/types";
import type { Beat } from "./protocol";

/** Of a run that plays a picture may be of a part of its instant; so often in a row it is none. */
const UNSURE_MAX = 3;

export class Comparing {
  private readonly onResult: (result: "same" | "other" | "still-other") => void;
  private beat: Beat | null = null;
  /** Beats in a row whose instant had other counts of events. */
  private unsure = 0;
  private isUnsure = false;
  private wasReplayed = false;
  /** It has been another run, and is the teacher's again. */
  healed = false;
  private isHealing = false;

  constructor(onResult: (result: "same" | "other" | "still-other") => void) {
    this.onResult = onResult;
  }

  expect(beat: Beat): void {
    this.beat = beat;
    this.isUnsure = false;
  }

  /** The past is about to be another one. */
  forget(): void {
    this.beat = null;
  }

  /** `isSettled`: the run stands where it shall stand. */
  look(
    { now_us, events, digest }: Pick<Frame, "now_us" | "events" | "digest">,
    isSettled: boolean,
  ): void {
    const { beat } = this;
    if (beat === null || now_us !== beat.us || this.isHealing) return;
    if (events !== beat.events) {
      if (isSettled) this.differs();
      else if (beat.playing) this.notSure();
      return;
    }
    this.beat = null;
    this.unsure = 0;
    if (digest !== beat.digest) {
      this.differs();
      return;
    }
    if (this.wasReplayed) this.healed = true;
    this.wasReplayed = false;
    this.onResult("same");
  }

  /** The run was played again from its beginning. */
  replayed(): void {
    this.isHealing = false;
    this.wasReplayed = true;
    this.unsure = 0;
  }

  private notSure(): void {
    if (this.isUnsure) return;
    this.isUnsure = true;
    this.unsure += 1;
    if (this.unsure >= UNSURE_MAX) this.differs();
  }

  private differs(): void {
    this.beat = null;
    this.unsure = 0;
    if (!this.wasReplayed) this.isHealing = true;
    this.onResult(this.wasReplayed ? "still-other" : "other");
  }
}
