/** Asks the worker for the record while views want it. */

import type { Update } from "@/engine/messages";
import type { Deps } from "../deps";
import type { Tape, TapeKeeper } from "./tapeTypes";

/** A tape of so many rows is long enough: it is not made longer into the past. */
const ROWS_ENOUGH = 150_000;

type TapesDeps = Pick<Deps, "run" | "ask" | "updateRequest">;

export class Tapes {
  private readonly deps: TapesDeps;
  private keeper: TapeKeeper | null = null;
  private users = 0;
  private isAsking = false;
  private wantedUs: number | undefined;
  /** The first event of a tape that reaches back as far as it can, and for which instant. */
  private floor = { event: -1, us: 0 };

  constructor(deps: TapesDeps) {
    this.deps = deps;
  }

  /** A view wants the tape, until it calls what it gets. */
  use(keeper: TapeKeeper): () => void {
    this.keeper = keeper;
    this.users += 1;
    if (this.users === 1) {
      this.deps.run.setTaping(true);
      this.look();
    }
    return () => {
      this.users -= 1;
      if (this.users === 0) this.deps.run.setTaping(false);
    };
  }

  opened(update: Update): Tape | null {
    this.keeper?.clear();
    this.floor = { event: -1, us: 0 };
    return this.take(update);
  }

  /** The record with what an update holds of it. */
  take({ tape, cut }: Update): Tape | null {
    const { keeper } = this;
    if (keeper === null) return null;
    if (cut !== null) keeper.cut(cut);
    if (tape !== null) keeper.take(tape);
    return keeper.tape();
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
        const updateRequest = { ...this.deps.updateRequest(), tape_after: -1 };
        await this.deps.ask({ type: "retrace", fromUs: us, updateRequest });
        this.floor = { event: this.deps.run.getState().tape?.fromEvent ?? -1, us };
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
    const { tape, frame, phase } = this.deps.run.getState();
    if (phase !== "ready" || tape === null || frame === null) return false;
    if (tape.fromEvent === 0 || tape.fromUs <= fromUs) return false;
    const isBehind = frame.events + 1 < tape.fromEvent;
    if (isBehind) return true;
    if (tape.count >= ROWS_ENOUGH) return false;
    return tape.fromEvent !== this.floor.event || fromUs < this.floor.us;
  }

  private look(): void {
    const { run, ask, updateRequest } = this.deps;
    if (run.getState().phase === "ready")
      void ask({ type: "look", updateRequest: updateRequest() });
  }
}
