/** What a student says: that they are there, and each answer until the server has it. */

import type { ClassDeps } from "./deps";
import { type Answered, type Here, subjectsOf } from "./protocol";
import type { Wire } from "./wire";

/** With what the teacher's page calls silent (answers.ts): counts fall within 10 s. */
const HERE_MS = 3_000;
const AGAIN_MS = 2_000;
/** More than this in one page is nobody's: each question and goal is answered once. */
const ANSWERS_SENT_MAX = 200;

type SeatDeps = Pick<ClassDeps, "wallMs" | "later"> & {
  here(): Omit<Here, "gone">;
  /** So many answers are not with the server yet. */
  unsent(count: number): void;
  /** Tells each answer once; gives the way to call it off. */
  answersOf(tell: (said: Answered) => void): () => void;
};

export class Seat {
  private readonly wire: Pick<Wire, "tell" | "answer" | "code" | "seat">;
  private readonly deps: SeatDeps;
  private readonly unsubscribe: () => void;
  private isOver = false;
  private saidMs = Number.NEGATIVE_INFINITY;
  private sent = 0;
  private unsent = 0;

  constructor(wire: Pick<Wire, "tell" | "answer" | "code" | "seat">, deps: SeatDeps) {
    this.wire = wire;
    this.deps = deps;
    this.unsubscribe = deps.answersOf((said) => this.answer(said));
  }

  /** Says from now on that somebody is there. */
  begin(): void {
    if (this.isOver) return;
    this.hereIfDue();
    this.deps.later(() => this.begin(), HERE_MS);
  }

  end(): void {
    this.isOver = true;
    this.unsubscribe();
  }

  tellHere(gone = false): void {
    if (this.isOver) return;
    this.saidMs = this.deps.wallMs();
    const here = { ...this.deps.here(), ...(gone ? { gone } : {}) };
    const { code, seat } = this.wire;
    this.wire.tell(subjectsOf(code).here(seat), JSON.stringify(here));
  }

  /** A page whose timers the browser holds up says it when the class is heard. */
  hereIfDue(): void {
    if (this.deps.wallMs() - this.saidMs >= HERE_MS - 100) this.tellHere();
  }

  private answer(said: Answered): void {
    if (this.isOver || this.sent >= ANSWERS_SENT_MAX) return;
    this.sent += 1;
    this.count(1);
    void this.send(JSON.stringify(said));
  }

  /** Until the server has it: a question is answered once. */
  private async send(text: string): Promise<void> {
    try {
      await this.wire.answer(text);
      this.count(-1);
    } catch {
      this.deps.later(() => {
        if (!this.isOver) void this.send(text);
      }, AGAIN_MS);
    }
  }

  private count(change: 1 | -1): void {
    this.unsent += change;
    if (!this.isOver) this.deps.unsent(this.unsent);
  }
}
