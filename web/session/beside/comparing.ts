/** Compares the reports of two runs at one instant, a few times a second while they play. */

import type { Link } from "@/engine/workerLink";
import type { PageStore } from "../pageStore";
import type { RunGroup } from "../runGroup";
import type { SimStore } from "../simStore";

/** People read a table of figures no faster. */
const EVERY_MS = 400;

export interface BesideRuns {
  /** The session's, and its first run's worker. */
  run: SimStore;
  page: PageStore;
  first: Link;
  group: RunGroup;
  /** The second run's worker. */
  second: Link;
  wallMs(): number;
}

export class Comparing {
  wanted = false;
  private readonly runs: BesideRuns;
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(runs: BesideRuns) {
    this.runs = runs;
  }

  /** On the way not with every picture; at its end always. */
  isDue(reached: boolean): boolean {
    if (!this.wanted) return false;
    const isThere = reached && !this.runs.run.getState().playing;
    return isThere || this.runs.wallMs() - this.lastMs >= EVERY_MS;
  }

  /** To be called while both runs stand at one instant. */
  async collect(): Promise<void> {
    if (!this.wanted) return;
    this.lastMs = this.runs.wallMs();
    const { first, second } = this.runs;
    const [a, b] = await Promise.all([
      first.send({ type: "report" }),
      second.send({ type: "report" }),
    ]);
    if (a.type === "reported" && b.type === "reported") void this.compare(a.report, b.report);
  }

  private async compare(a: string, b: string): Promise<void> {
    const reply = await this.runs.first.send({ type: "compare", a, b });
    if (reply.type === "compared") this.runs.page.compared(reply.comparison);
  }
}
