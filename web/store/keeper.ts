/**
 * Keeps the session as it changes: a while after each change, and at once when the page is left.
 * Must not know the worker, nor where sessions are kept.
 */

import { SESSION_FORMAT, sessionKey } from "./session";
import type { SimState } from "./simStore";
import type { SessionStorage } from "./storage";

const SAVE_DELAY_MS = 400;

export interface KeeperSurroundings {
  storage: SessionStorage;
  state(): SimState;
  later(callback: () => void, ms: number): void;
  /** Called once, when storage turns out not to work. */
  onFailure(): void;
}

export class Keeper {
  private readonly around: KeeperSurroundings;
  private wanted = false;
  private failed = false;

  constructor(around: KeeperSurroundings) {
    this.around = around;
  }

  /** Soon: many changes in a row are kept once. */
  save(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.around.later(() => {
      this.wanted = false;
      void this.saveNow();
    }, SAVE_DELAY_MS);
  }

  /** The page is being left: the instant at once, the rest if there is time. */
  leave(): void {
    const { session, frame } = this.around.state();
    if (session === null || frame === null) return;
    this.around.storage.saveInstant(sessionKey(session), frame.now_us);
    void this.saveNow();
  }

  private async saveNow(): Promise<void> {
    const { session, frame, speed, range } = this.around.state();
    if (session === null || frame === null) return;
    const kept = await this.around.storage.save({
      ...session,
      format: SESSION_FORMAT,
      now_us: frame.now_us,
      speed,
      range,
    });
    if (kept || this.failed) return;
    this.failed = true;
    this.around.onFailure();
  }
}
