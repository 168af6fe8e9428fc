/** How the runs stood where a step began: what its goal counts from. */

import type { LoggedAction } from "@/engine/types";
import { type RunReport, reportIn } from "@/model/reportFigures";
import type { LoggedRun } from "@/session/session";
import type { Others } from "@/session/variantRuns";
import type { LessonDeps } from "./deps";

/** Of the other variants, which are brought on from there, and of the run itself once more. */
export type BaselineDeps = Pick<LessonDeps, "report"> &
  Record<"variants" | "shadow", Pick<LessonDeps["variants"], "at">>;

export interface Beside {
  variants: readonly string[];
  actions: readonly LoggedAction[];
}

export class Baseline {
  private readonly deps: BaselineDeps;
  /** Where the step began. */
  readonly us: number;
  private own: { key: string; report: Promise<RunReport | undefined> };
  private others: { key: string; reports: Record<string, RunReport> } | undefined;

  /** With `stands` the run that is shown stands there now. */
  constructor(deps: BaselineDeps, us: number, session: LoggedRun, stands: boolean) {
    this.deps = deps;
    this.us = us;
    const report = stands ? deps.report().then(reportIn) : Promise.resolve(undefined);
    this.own = { key: keyOf(session, us), report };
  }

  /** Reports by variant, the run's own under "", as JSON; a sentence when they cannot be had. */
  async reports(
    session: LoggedRun,
    beside: Beside,
    isWanted: () => boolean,
  ): Promise<{ ok: true; json: string } | { ok: false; why: string } | undefined> {
    const own = await this.ownReport(session, isWanted);
    if (own === undefined || !isWanted()) return undefined;
    if (!own.ok) return own;
    const others = await this.otherReports(session, beside, isWanted);
    if (others === undefined) return undefined;
    if (!others.ok) return others;
    return { ok: true, json: JSON.stringify({ ...others.reports, "": own.reports[""] }) };
  }

  private async ownReport(
    session: LoggedRun,
    isWanted: () => boolean,
  ): Promise<Others | undefined> {
    const key = keyOf(session, this.us);
    const known = key === this.own.key ? await this.own.report : undefined;
    if (known?.simulated_us === this.us) return { ok: true, reports: { "": known } };
    const actions = session.actions.filter(({ at_us }) => at_us <= this.us);
    const { variant } = session;
    const run = await this.deps.shadow.at([variant], { ...session, actions }, this.us, isWanted);
    if (run === undefined || !run.ok) return run;
    const report = run.reports[variant];
    this.own = { key, report: Promise.resolve(report) };
    return { ok: true, reports: { "": report ?? {} } };
  }

  private async otherReports(
    session: LoggedRun,
    { variants, actions }: Beside,
    isWanted: () => boolean,
  ): Promise<Others | undefined> {
    if (variants.length === 0) return { ok: true, reports: {} };
    const early = actions.filter(({ at_us }) => at_us <= this.us);
    const key = JSON.stringify([variants, early]);
    if (this.others?.key === key) return { ok: true, reports: this.others.reports };
    const shared = { ...session, actions: early };
    const others = await this.deps.variants.at(variants, shared, this.us, isWanted);
    if (others?.ok === true) this.others = { key, reports: others.reports };
    return others;
  }
}

/** What a run is up to an instant. */
function keyOf({ text, variant, seed, actions }: LoggedRun, us: number): string {
  return JSON.stringify([text, variant, seed, actions.filter(({ at_us }) => at_us <= us)]);
}
