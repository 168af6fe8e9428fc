/** Runs every variant of a text to its end in a worker of its own, once, and judges goals there. */

import type { Expected } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { durationOf, inVariant, variantsOf } from "@/model/acts/names";
import { documentOf } from "@/model/builder/document";
import type { Fetched } from "@/model/fetched";
import type { RunReport } from "@/model/reportFigures";
import { Trial } from "./trial";

/** How far it has come: variants that are done, of how many, and the instant of the present one. */
export interface JudgeProgress {
  done: number;
  of: number;
  us: number;
}

export class TextJudge {
  private readonly trial: Trial;
  private reports: Record<string, RunReport> = {};

  constructor(link: Link) {
    this.trial = new Trial(link);
  }

  /** Undefined when it is not wanted any more. */
  async run(
    text: string,
    onProgress: (progress: JudgeProgress) => void,
    isWanted: () => boolean,
  ): Promise<Fetched<null> | undefined> {
    const read = documentOf(text);
    if (!read.ok) return { ok: false, message: read.message };
    const listed = variantsOf(read.value).map(({ id }) => id);
    const variants = listed.length === 0 ? [""] : listed;
    this.reports = {};
    for (const [done, variant] of variants.entries()) {
      const durationUs = durationOf(inVariant(read.value, variant));
      const came = await this.trial.run(text, variant, durationUs, {
        onProgress: (us) => onProgress({ done, of: variants.length, us }),
        isWanted,
      });
      if (came === undefined) return undefined;
      if (!came.ok) return came;
      this.reports[variant === "" ? "run" : variant] = came.value.report;
    }
    return { ok: true, value: null };
  }

  /** What is said of a goal, a line for each of its bounds. */
  async judge(goal: unknown): Promise<Fetched<Expected[]>> {
    const judged = await this.trial.judge([goal], this.reports);
    return judged.ok ? { ok: true, value: judged.value.verdicts } : judged;
  }

  close(): void {
    this.trial.close();
  }
}
