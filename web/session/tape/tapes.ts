/**
 * Asks the worker for the record while views want it, and hands what comes to the one that keeps
 * it. Must not know how a tape is made: that is loaded with the first view that wants one.
 */

import type { Command, Reply, Update } from "@/engine/messages";
import { wishOf } from "../reduce";
import type { SimState, SimStore } from "../simStore";
import type { TapeKeeper } from "./tapeTypes";

/** A tape of so many rows is long enough: it is not made longer into the past. */
const ROWS_ENOUGH = 150_000;

export interface TapesSurroundings {
  store: SimStore;
  ask(command: Command): Promise<Reply>;
}

export class Tapes {
  private readonly around: TapesSurroundings;
  private keeper: TapeKeeper | null = null;
  private users = 0;
  private isAsking = false;
  private wantedUs: number | undefined;
  /** The first event of a tape that reaches back as far as it can, and for which instant. */
  private floor = { event: -1, us: 0 };

  constructor(around: TapesSurroundings) {
    this.around = around;
  }

  /** A view wants the tape, until it calls what it gets. */
  use(keeper: TapeKeeper): () => void {
    this.keeper = keeper;
    this.users += 1;
    if (this.users === 1) {
      this.around.store.setState({ taping: true });
      this.look();
    }
    return () => {
      this.users -= 1;
      if (this.users === 0) this.around.store.setState({ taping: false });
    };
  }

  /** Another run begins. */
  opened(update: Update): Partial<SimState> {
    this.keeper?.clear();
    this.floor = { event: -1, us: 0 };
    return this.changes(update);
  }

  /** What an update from the worker changes. */
  changes({ tape, cut }: Update): Partial<SimState> {
    const { keeper } = this;
    if (keeper === null) return {};
    if (cut !== null) keeper.cut(cut);
    if (tape !== null) keeper.take(tape);
    return { tape: keeper.tape() };
  }

  /**
   * Makes the tape reach back to an instant, as far as that is quickly done. Asked while an answer
   * is awaited, it is looked at again afterwards: the answer may not reach as far.
   */
  async reach(fromUs: number): Promise<void> {
    this.wantedUs = fromUs;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      for (let us = this.takeWanted(); us !== undefined; us = this.takeWanted()) {
        if (!this.isShortOf(us)) continue;
        const wish = { ...wishOf(this.around.store.getState()), tape_after: -1 };
        await this.around.ask({ type: "retrace", fromUs: us, wish });
        this.floor = { event: this.around.store.getState().tape?.fromEvent ?? -1, us };
      }
    } finally {
      this.isAsking = false;
    }
  }

  private takeWanted(): number | undefined {
    const { wantedUs } = this;
    this.wantedUs = undefined;
    return wantedUs;
  }

  /** Whether the tape could and should begin earlier. */
  private isShortOf(fromUs: number): boolean {
    const { tape, frame, phase } = this.around.store.getState();
    if (phase !== "ready" || tape === null || frame === null) return false;
    if (tape.fromEvent === 0 || tape.fromUs <= fromUs) return false;
    const isBehind = frame.events + 1 < tape.fromEvent;
    if (isBehind) return true;
    if (tape.count >= ROWS_ENOUGH) return false;
    return tape.fromEvent !== this.floor.event || fromUs < this.floor.us;
  }

  private look(): void {
    const { store, ask } = this.around;
    const state = store.getState();
    if (state.phase === "ready") void ask({ type: "look", wish: wishOf(state) });
  }
}
