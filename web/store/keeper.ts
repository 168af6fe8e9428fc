/**
 * Keeps the session as it changes: at once, then at most once in a while, and once more when the
 * page is left. Must not know the worker, nor where sessions are kept.
 */

import { settledBranches } from "./branches";
import { type SavedSession, SESSION_FORMAT } from "./session";
import type { SimState } from "./simStore";
import type { SessionStorage } from "./storage";

const PAUSE_MS = 400;

export interface KeeperSurroundings {
  storage: SessionStorage;
  state(): SimState;
  wallMs(): number;
  later(callback: () => void, ms: number): void;
  /** Called once, when storage turns out not to work. */
  onFailure(): void;
}

export class Keeper {
  private readonly around: KeeperSurroundings;
  private isPausing = false;
  private isWanted = false;
  private hasFailed = false;

  constructor(around: KeeperSurroundings) {
    this.around = around;
  }

  /** Now, or at the end of the pause when there was one just before. */
  save(): void {
    if (this.isPausing) {
      this.isWanted = true;
      return;
    }
    this.isPausing = true;
    void this.saveNow();
    this.around.later(() => {
      this.isPausing = false;
      if (!this.isWanted) return;
      this.isWanted = false;
      this.save();
    }, PAUSE_MS);
  }

  /** The page is being left: an asynchronous save may not come to its end. */
  leave(): void {
    const session = this.current();
    if (session === undefined) return;
    this.around.storage.saveAtOnce(session);
    void this.saveNow();
  }

  private async saveNow(): Promise<void> {
    const session = this.current();
    if (session === undefined) return;
    const kept = await this.around.storage.save(session);
    if (kept || this.hasFailed) return;
    this.hasFailed = true;
    this.around.onFailure();
  }

  private current(): SavedSession | undefined {
    const { session, frame, furthestUs, speed, range, lesson, aside } = this.around.state();
    if (session === null || frame === null || aside) return undefined;
    return {
      ...session,
      branches: settledBranches(session, furthestUs),
      format: SESSION_FORMAT,
      now_us: frame.now_us,
      furthest_us: furthestUs,
      saved_at_ms: this.around.wallMs(),
      speed,
      range,
      lesson,
    };
  }
}
