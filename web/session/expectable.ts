/**
 * The figures on screen that can be expected of a run, each with its metric in the report and
 * its value now, in the unit that the panel shows. Pure. Must not know how a goal is judged.
 */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
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

export function expectablesOf(world: World, frame: Frame): Expectable[] {
  const of = (path: string): string => metricOf(world.variant, path);
  const { crossed, usd } = runFigures(world, frame);
  const run: Expectable[] = [
    {
      metric: of("bytes.cross_zone.total"),
      label: t("Bytes between zones, payload"),
      unit: "kB",
      scale: KILOBYTE,
      now: crossed / KILOBYTE,
    },
    { metric: of("usd"), label: t("Cost"), unit: "$", scale: 1, now: usd },
    { metric: of("elections"), label: t("Elections"), scale: 1, now: frame.elections },
  ];
  const loads = world.workloads.flatMap(({ index, id }) => {
    const state = frame.workloads[index];
    if (state === undefined) return [];
    const times = (["p50", "p95", "p99"] as const).map((name) => ({
      metric: of(`workload.${id}.${name}_us`),
      label: `${id}: ${name}`,
      unit: "ms",
      scale: MILLISECOND_US,
      now: state[`${name}_us`] / MILLISECOND_US,
    }));
    const counts = (["ok", "failed", "unknown", "stale"] as const).map((name) => ({
      metric: of(`workload.${id}.${name}`),
      label: `${id}: ${name}`,
      scale: 1,
      now: state[name],
    }));
    return [...times, ...counts];
  });
  return [...run, ...loads];
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
