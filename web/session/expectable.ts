/** The figures on screen that can be expected of a run, in the panel's units. */

import type { Frame, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { runFigures } from "@/model/earlier";
import { metricOf } from "./expecting";
import type { Expectation } from "./session";

export interface Expectable {
  metric: string;
  label: string;
  unit?: string | undefined;
  /** Of the report's figure to the one that is shown. */
  scale: number;
  /** Now, in the unit shown. */
  now: number;
}

export type Bound = "at_most" | "at_least";

const MILLISECOND_US = 1_000;
const KILOBYTE = 1_000;

/** The one that a lane ends in, by its path in the report of the run. */
export function expectableAt(world: World, frame: Frame, path: string): Expectable | undefined {
  const metric = metricOf(world.variant, path);
  return expectablesOf(world, frame).find((one) => one.metric === metric);
}

/** A limit to begin with: what it is now, in as many digits as are shown. */
export function limitNow({ now }: Expectable): number {
  return Number(now.toPrecision(3));
}

/** A figure of a report that bounds can be set on. */
export interface ReportFigure {
  path: string;
  label: string;
  unit?: string | undefined;
  scale: number;
}

const OF_RUN = {
  "bytes.cross_zone.total": {
    label: msg("Bytes between zones, payload"),
    unit: "kB",
    scale: KILOBYTE,
  },
  usd: { label: msg("Cost"), unit: "$", scale: 1 },
  elections: { label: msg("Elections"), scale: 1 },
} as const;

const TIMES = ["p50", "p95", "p99"] as const;
const COUNTS = [msg("ok"), msg("failed"), msg("unknown"), msg("stale")];

export function figuresOf(loads: readonly string[]): ReportFigure[] {
  const run = Object.entries(OF_RUN).map(([path, figure]) => ({
    path,
    ...figure,
    label: t(figure.label),
  }));
  return [...run, ...loads.flatMap(ofLoad)];
}

function ofLoad(id: string): ReportFigure[] {
  const times = TIMES.map((name) => ({
    path: `workload.${id}.${name}_us`,
    label: t("{id}: {text}", { id, text: name }),
    unit: "ms",
    scale: MILLISECOND_US,
  }));
  const counts = COUNTS.map((name) => ({
    path: `workload.${id}.${name}`,
    label: t("{id}: {text}", { id, text: t(name) }),
    scale: 1,
  }));
  return [...times, ...counts];
}

export function expectablesOf(world: World, frame: Frame): Expectable[] {
  const { crossed, usd } = runFigures(world, frame, false);
  const values = new Map<string, number>([
    ["bytes.cross_zone.total", crossed],
    ["usd", usd],
    ["elections", frame.elections],
  ]);
  const loads = world.workloads.filter(({ index }) => frame.workloads[index] !== undefined);
  for (const { index, id } of loads) {
    const state = frame.workloads[index];
    if (state === undefined) continue;
    for (const name of TIMES) values.set(`workload.${id}.${name}_us`, state[`${name}_us`]);
    for (const name of COUNTS) values.set(`workload.${id}.${name}`, state[name]);
  }
  return figuresOf(loads.map(({ id }) => id)).map(({ path, ...figure }) => ({
    ...figure,
    metric: metricOf(world.variant, path),
    now: (values.get(path) ?? 0) / figure.scale,
  }));
}

/** What is expected of a figure, from a limit in the unit shown. */
export function expectationOf(
  { metric, scale }: Expectable,
  bound: Bound,
  limit: number,
): Expectation {
  // Limits are figures of the report: whole but for money.
  const value = scale === 1 ? limit : Math.round(limit * scale);
  return bound === "at_most" ? { metric, at_most: value } : { metric, at_least: value };
}
