/**
 * Keeps the comparison of two runs: reports of both at one instant, compared by the engine's own
 * code, a few times a second while they play. Must not know what is compared.
 */

import type { Reply } from "@/engine/messages";
import type { Link } from "@/engine/workerLink";
import type { SimStore } from "../simStore";

/** People read a table of figures no faster. */
const EVERY_MS = 400;

export interface ComparingSurroundings {
  store: SimStore;
  wallMs(): number;
  compare(a: string, b: string): Promise<Reply>;
}

export class Comparing {
  /** Whether somebody looks. */
  wanted = false;
  private readonly around: ComparingSurroundings;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(around: ComparingSurroundings) {
    this.around = around;
  }

  /** On the way not with every picture; at its end always. */
  isDue(reached: boolean): boolean {
    if (!this.wanted) return false;
    const isThere = reached && !this.around.store.getState().playing;
    return isThere || this.around.wallMs() - this.lastMs >= EVERY_MS;
  }

  /** To be called while both runs stand at one instant. */
  async collect(first: Link, second: Link): Promise<void> {
    if (!this.wanted) return;
    this.lastMs = this.around.wallMs();
    const [a, b] = await Promise.all([
      first.send({ type: "report" }),
      second.send({ type: "report" }),
    ]);
    if (a.type === "reported" && b.type === "reported") void this.compare(a.report, b.report);
  }

  private async compare(a: string, b: string): Promise<void> {
    const reply = await this.around.compare(a, b);
    const { beside } = this.around.store.getState();
    if (reply.type !== "compared" || beside === null) return;
    this.around.store.setState({ beside: { ...beside, comparison: reply.comparison } });
  }
}
