/** Other variants of the run that is shown, one worker for each, brought to an instant. */

import type { LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import { type RunReport, reportOf } from "@/model/reportFigures";
import type { Session } from "./session";
import { SideRun } from "./sideRun";

export interface Shared extends Pick<Session, "text" | "seed"> {
  /** Done in each of them. */
  actions: readonly LoggedAction[];
}

/** The runs' reports by variant, or why there are none. */
export type Others = { ok: true; reports: Record<string, RunReport> } | { ok: false; why: string };

/** Those that there are. */
export function reportsIn(others: Others): Record<string, RunReport> {
  return others.ok ? others.reports : {};
}

export class VariantRuns {
  private readonly makeLink: () => Link;
  private readonly runs = new Map<string, SideRun>();

  constructor(makeLink: () => Link) {
    this.makeLink = makeLink;
  }

  /** All of them at an instant, counted from an earlier one; undefined when no longer wanted. */
  async at(
    variants: readonly string[],
    shared: Shared,
    us: number,
    isWanted: () => boolean,
    since?: RunReport,
  ): Promise<Others | undefined> {
    const reports: Record<string, RunReport> = {};
    const { text: scenario, seed, actions } = shared;
    const from = since === undefined ? undefined : JSON.stringify(since);
    for (const variant of variants) {
      const spec = { scenario, variant, seed, actions, forward: true };
      const fetched = await this.runOf(variant).reportAt(spec, us, { isWanted }, from);
      if (fetched === undefined) return undefined;
      const report = fetched.ok ? reportOf(fetched.value) : undefined;
      if (report !== undefined) {
        reports[variant] = report;
        continue;
      }
      this.drop(variant);
      const why = fetched.ok ? t("It gave no report.") : fetched.message;
      return {
        ok: false,
        why: t("The run “{variant}” did not come along: {why}", { variant, why }),
      };
    }
    return { ok: true, reports };
  }

  close(): void {
    for (const variant of [...this.runs.keys()]) this.drop(variant);
  }

  private runOf(variant: string): SideRun {
    const run = this.runs.get(variant) ?? new SideRun(this.makeLink());
    this.runs.set(variant, run);
    return run;
  }

  private drop(variant: string): void {
    this.runs.get(variant)?.close(t("This variant is not run any more."));
    this.runs.delete(variant);
  }
}
