/** Asks about a run that goes on: one question at a time, four a second, and one at a pause. */

import type { Platform } from "./deps";

const PAUSE_MS = 250;

interface Asking extends Pick<Platform, "wallMs" | "later"> {
  /** Whether something has happened since the last answer. */
  isDue(): boolean;
  ask(): Promise<void>;
}

export class Throttle {
  private readonly deps: Asking;
  private isAsking = false;
  private isWaiting = false;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(deps: Asking) {
    this.deps = deps;
  }

  /** Something may have happened. */
  kick(): void {
    if (this.isAsking || this.isWaiting || !this.deps.isDue()) return;
    const waitMs = this.lastMs + PAUSE_MS - this.deps.wallMs();
    if (waitMs <= 0) {
      void this.ask();
      return;
    }
    this.isWaiting = true;
    this.deps.later(() => {
      this.isWaiting = false;
      this.kick();
    }, waitMs);
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    this.lastMs = this.deps.wallMs();
    try {
      await this.deps.ask();
    } catch (error) {
      reportError(error);
    } finally {
      this.isAsking = false;
    }
    this.kick();
  }
}
