/** What can be expected of a run: its figures as they came out, with a margin. */

import { type RunReport, valueAt } from "@/model/reportFigures";
import { metricOf } from "../expecting";
import type { Expectation } from "../session";

/** One bound on a figure, as scenario files write it. */
export interface FigureGoal extends Expectation {
  equals?: string | undefined;
  /** Another metric: the limit is so many times that. */
  times?: string | undefined;
}

interface Load {
  ok: number;
  failed: number;
  unknown: number;
  stale: number;
  measured: number;
  p99_us: number;
  /** How old what it read was; nothing where it only writes. */
  seen_age?: { count: number };
}

export function goalsOf(report: RunReport, variant: string, marginPercent: number): FigureGoal[] {
  const loads = Object.entries((report.workload ?? {}) as Record<string, Load>);
  return [
    ...loads.flatMap(([id, load]) => ofLoad(id, load, variant, 1 + marginPercent / 100)),
    ...ofRun(report, variant),
  ];
}

function ofLoad(id: string, load: Load, variant: string, more: number): FigureGoal[] {
  const metric = (path: string): string => metricOf(variant, `workload.${id}.${path}`);
  if (load.ok + load.failed + load.unknown === 0) return [];
  const times: FigureGoal[] =
    load.measured === 0 ? [] : [{ metric: metric("p99_us"), at_most: roundUp(load.p99_us * more) }];
  const stale = (load.seen_age?.count ?? 0) > 0 ? [ofStale(load, metric)] : [];
  return [...times, ...stale, failed(load, metric, more), answered(load, metric, more)];
}

/** A run that shows stale reads is kept for them. */
function ofStale(load: Load, metric: (path: string) => string): FigureGoal {
  const bound = load.stale === 0 ? { at_most: 0 } : { at_least: 1 };
  return { metric: metric("stale"), ...bound };
}

/** As a share of what was answered, so that it speaks of availability and not of a run's length. */
function failed(load: Load, metric: (path: string) => string, more: number): FigureGoal {
  if (load.failed === 0) return { metric: metric("failed"), at_most: 0 };
  if (load.ok === 0) return { metric: metric("failed"), at_most: Math.ceil(load.failed * more) };
  const share = Math.ceil((load.failed / load.ok) * more * 1_000) / 1_000;
  return { metric: metric("failed"), at_most: share, times: metric("ok") };
}

function answered(load: Load, metric: (path: string) => string, more: number): FigureGoal {
  return { metric: metric("ok"), at_least: Math.floor(load.ok / more) };
}

function ofRun(report: RunReport, variant: string): FigureGoal[] {
  const own = { own: report, others: {} };
  const elections = valueAt(own, "elections");
  const linearizable = valueAt(own, "checks.linearizable");
  return [
    ...(typeof elections === "number"
      ? [{ metric: metricOf(variant, "elections"), at_most: elections }]
      : []),
    ...(linearizable === "ok"
      ? [{ metric: metricOf(variant, "checks.linearizable"), equals: "ok" }]
      : []),
  ];
}

/** To two digits, so that a limit reads as one: 41 983 µs become 42 000 µs. */
function roundUp(figure: number): number {
  if (figure <= 0) return 0;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(figure)) - 1);
  return Math.ceil(figure / step) * step;
}
