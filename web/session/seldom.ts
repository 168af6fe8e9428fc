/**
 * Asks about a run that goes on: one question at a time, four a second at most, and one at every
 * pause. Must not know what is asked; clocks are handed in.
 */

const PAUSE_MS = 250;

export interface SeldomSurroundings {
  /** Whether something has happened since the last answer. */
  isDue(): boolean;
  ask(): Promise<void>;
  wallMs(): number;
  later(callback: () => void, ms: number): void;
}

export class Seldom {
  private readonly around: SeldomSurroundings;
  private isAsking = false;
  private isWaiting = false;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(around: SeldomSurroundings) {
    this.around = around;
  }

  /** Something may have happened. */
  kick(): void {
    if (this.isAsking || this.isWaiting || !this.around.isDue()) return;
    const waitMs = this.lastMs + PAUSE_MS - this.around.wallMs();
    if (waitMs <= 0) {
      void this.ask();
      return;
    }
    this.isWaiting = true;
    this.around.later(() => {
      this.isWaiting = false;
      this.kick();
    }, waitMs);
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    this.lastMs = this.around.wallMs();
    try {
      await this.around.ask();
    } catch (error) {
      reportError(error);
    } finally {
      this.isAsking = false;
    }
    this.kick();
  }
}
