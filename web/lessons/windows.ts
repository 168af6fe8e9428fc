/**
 * The windows of a step's own run: up to the first switch, size or load that was changed in it,
 * and from the last one on. The run is played once more beside the one that is shown, to measure
 * there.
 */

import type { Action, LessonExplain, LoggedAction } from "@/engine/types";
import { does } from "@/model/acts/acts";
import type { RunReport } from "@/model/reportFigures";
import type { LoggedRun } from "@/session/session";
import type { Others, VariantRuns } from "@/session/variantRuns";

const NAMES = ["before/", "since/"];

type Shadow = Pick<VariantRuns, "at">;

interface Windows {
  beforeUs: number;
  sinceUs: number;
}

/** Whether figures or the text speak of a window. */
function namesWindows({ text, figures }: LessonExplain): boolean {
  const metrics = figures.flatMap(({ metric, over }) => [metric, over ?? ""]);
  const isIn = (name: string) =>
    text.includes(`{{${name}`) || metrics.some((metric) => metric.startsWith(name));
  return NAMES.some(isIn);
}

/** Undefined while nothing was changed since the step began. */
export function windowsOf(
  explain: Pick<LessonExplain, "since">,
  actions: readonly LoggedAction[],
  report: RunReport,
  beganUs: number,
  nowUs: number,
): Windows | undefined {
  const isSet = ({ at_us, action }: LoggedAction) =>
    does(action as Action, "tunes") && at_us > beganUs && at_us <= nowUs;
  const instants = actions.filter(isSet).map(({ at_us }) => at_us);
  if (instants.length === 0) return undefined;
  const momentUs = lastOf(report, explain.since);
  return {
    beforeUs: Math.min(...instants) - 1,
    sinceUs: Math.max(momentUs, ...instants),
  };
}

/** A step's own run, and since when the step is under way. */
export interface StepRun {
  run: LoggedRun;
  own: RunReport;
  beganUs: number;
  nowUs: number;
}

/** Reports of the windows that an explanation speaks of, by their names; none where it does not. */
export async function ownWindows(
  shadow: Shadow,
  explain: LessonExplain | null,
  { run, own, beganUs, nowUs }: StepRun,
  isWanted: () => boolean,
): Promise<Others | undefined> {
  const isNamed = explain !== null && namesWindows(explain);
  const windows = isNamed ? windowsOf(explain, run.actions, own, beganUs, nowUs) : undefined;
  if (windows === undefined) return { ok: true, reports: {} };
  const text = measuredBefore(run.text, own, windows.beforeUs);
  return windowReports(shadow, run, { ...windows, text }, nowUs, isWanted);
}

/**
 * The scenario as the time before is measured: a change may come in the warm-up, or right after it,
 * and then there would be next to nothing to measure. So the last quarter of that time always counts.
 */
function measuredBefore(text: string, own: RunReport, beforeUs: number): string {
  const { from_us: warmUs = 0 } = (own.window ?? {}) as { from_us?: number };
  const latestUs = Math.floor((beforeUs * 3) / 4);
  return warmUs > latestUs ? measuredFrom(text, latestUs) : text;
}

/** Reports of both, by their names; `text` is the scenario as the first is measured. */
async function windowReports(
  shadow: Shadow,
  run: LoggedRun,
  { beforeUs, sinceUs, text: beforeText }: Windows & { text: string },
  nowUs: number,
  isWanted: () => boolean,
): Promise<Others | undefined> {
  const { variant } = run;
  const at = (text: string, us: number, since?: RunReport) =>
    shadow.at([variant], { ...run, text }, us, isWanted, since);
  const before = await at(beforeText, beforeUs);
  if (before === undefined || !before.ok) return before;
  const text = measuredFrom(run.text, sinceUs);
  const then = await at(text, sinceUs);
  if (then === undefined || !then.ok) return then;
  const since = await at(text, nowUs, then.reports[variant]);
  if (since === undefined || !since.ok) return since;
  const reports = {
    before: before.reports[variant] ?? {},
    since: since.reports[variant] ?? {},
  };
  return { ok: true, reports };
}

/** The same scenario, measured from another instant on. */
function measuredFrom(text: string, us: number): string {
  const scenario = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...scenario, measure_from: `${us}us` });
}

/** When a kind of moment came last, 0 when it never did. */
function lastOf(report: RunReport, kind: string | null): number {
  const moments = report.moments as Record<string, { last_us?: number }> | undefined;
  return kind === null ? 0 : (moments?.[kind]?.last_us ?? 0);
}
