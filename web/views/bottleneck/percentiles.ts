/** Percentiles by load, read mode and zone, out of the run's report, and over time. */

import type { World } from "@/engine/types";
import { CAME } from "@/engine/vocabulary";
import { msg, translate } from "@/language/words";
import { rowAfter } from "@/model/series/rows";
import type { Completions } from "@/model/series/series";

export const SHARES = [
  { key: "p50_us", name: "P50" },
  { key: "p90_us", name: "P90" },
  { key: "p95_us", name: "P95" },
  { key: "p99_us", name: "P99" },
  { key: "p999_us", name: "P99.9" },
  { key: "p9999_us", name: "P99.99" },
  { key: "max_us", name: msg("Longest") },
] as const;

export type Latency = Record<(typeof SHARES)[number]["key"], number>;

export interface LatencyRow {
  of: "load" | "mode" | "zone";
  id: string;
  name: string;
  count: number;
  latency: Latency;
}

type Counted = Partial<Latency> & { measured?: number; reads?: number };

interface Report {
  variants?: Record<
    string,
    {
      workload?: Record<string, Counted>;
      modes?: Record<string, Counted>;
      zones?: Record<string, Counted>;
    }
  >;
}

/** What a report tells: loads, then modes, then zones; nothing where it is none. */
export function rowsOfReport(text: string, world: World): LatencyRow[] {
  if (text === "") return [];
  const run = Object.values((JSON.parse(text) as Report).variants ?? {})[0];
  const modeName = (id: string): string =>
    translate(world.read_modes.find((mode) => mode.id === id)?.label ?? id);
  const rows = (
    of: LatencyRow["of"],
    all: Record<string, Counted> | undefined,
    name: (id: string) => string,
  ): LatencyRow[] =>
    Object.entries(all ?? {}).flatMap(([id, figures]) => {
      const count = figures.measured ?? figures.reads ?? 0;
      // Modes count what was answered during the warm-up too, and have no latency of it.
      if (count === 0 || (figures.max_us ?? 0) === 0) return [];
      const latency = Object.fromEntries(
        SHARES.map(({ key }) => [key, figures[key] ?? 0]),
      ) as unknown as Latency;
      return [{ of, id, name: name(id), count, latency }];
    });
  return [
    ...rows("load", run?.workload, (id) => id),
    ...rows("mode", run?.modes, modeName),
    ...rows("zone", run?.zones, (id) => id),
  ];
}

export interface Step {
  fromUs: number;
  toUs: number;
  p50Us: number;
  p99Us: number;
}

export interface Multiple {
  key: string;
  name: string;
  steps: Step[];
}

/** Fewer say nothing of a 99th percentile. */
const COUNT_MIN = 1;

/** One small chart for each load, mode and zone that has answers in the stretch. */
export function multiplesOf(
  all: Completions,
  world: World,
  setMode: string,
  [fromUs, toUs]: readonly [number, number],
  steps: number,
): Multiple[] {
  const { at_us, latency_us, workload, wrote, came } = all.columns;
  const stepUs = Math.max(1, (toUs - fromUs) / steps);
  const groups = new Map<string, { name: string; buckets: number[][] }>();
  const put = (key: string, name: string, place: number, us: number): void => {
    let group = groups.get(key);
    if (group === undefined) {
      group = { name, buckets: Array.from({ length: steps }, () => []) };
      groups.set(key, group);
    }
    group.buckets[place]?.push(us);
  };
  const modeName = (id: string): string =>
    translate(world.read_modes.find((mode) => mode.id === id)?.label ?? id);
  const last = rowAfter(at_us, toUs);
  for (let row = rowAfter(at_us, fromUs); row < last; row += 1) {
    const what = CAME[came[row] ?? 0];
    if (what === "failed" || what === "unknown") continue;
    const us = latency_us[row] ?? 0;
    const place = Math.min(steps - 1, Math.floor(((at_us[row] ?? 0) - fromUs) / stepUs));
    const load = world.workloads[(workload[row] ?? 0) - 1];
    if (load === undefined) continue;
    put(`load ${load.id}`, load.id, place, us);
    if (wrote[row] !== 1) {
      const mode = load.read_mode ?? setMode;
      put(`mode ${mode}`, modeName(mode), place, us);
    }
    const zone = world.zones[world.nodes[load.nodes[0] ?? 0]?.zone ?? 0];
    if (zone !== undefined) put(`zone ${zone.id}`, zone.id, place, us);
  }
  const order = ["load", "mode", "zone"];
  const place = (key: string): number => order.indexOf(key.split(" ")[0] ?? "");
  return [...groups]
    .map(([key, { name, buckets }]) => ({ key, name, steps: stepsOf(buckets, fromUs, stepUs) }))
    .sort((a, b) => place(a.key) - place(b.key));
}

function stepsOf(buckets: readonly number[][], fromUs: number, stepUs: number): Step[] {
  return buckets.flatMap((latencies, place) => {
    if (latencies.length < COUNT_MIN) return [];
    const sorted = [...latencies].sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
    const from = fromUs + place * stepUs;
    return [{ fromUs: from, toUs: from + stepUs, p50Us: at(0.5), p99Us: at(0.99) }];
  });
}
