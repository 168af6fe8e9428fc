/**
 * What a scenario file has that can be named in it: zones, machines, loads, ranges, variants, and how
 * long it runs. Read from the file's value alone, however incomplete it is. Pure.
 */

import { durationUs } from "../durations";

export interface Names {
  zones: readonly string[];
  stores: readonly string[];
  gateways: readonly string[];
  /** Balancers and hosts, whose sizes can be changed. */
  others: readonly string[];
  workloads: readonly string[];
  ranges: number;
  rows: number;
  durationUs: number;
}

/** As the schema says of a file that does not. */
const DURATION_US = 60_000_000;
const ROWS = 10_000;

export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The scenario as a variant has it: its patch merged over the file's other keys (RFC 7396). */
export function inVariant(file: unknown, variant: string): Json {
  const whole = isObject(file) ? file : {};
  const { variants, ...rest } = whole;
  const patch = isObject(variants) ? variants[variant] : undefined;
  return isObject(patch) ? (merged(rest, patch) as Json) : rest;
}

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/** In the order of the file. */
export function variantsOf(file: unknown): { id: string; title: string }[] {
  const variants = isObject(file) && isObject(file.variants) ? file.variants : {};
  return Object.entries(variants).map(([id, patch]) => ({
    id,
    title: isObject(patch) && typeof patch.title === "string" ? patch.title : id,
  }));
}

export function namesOf(scenario: Json): Names {
  const topology = isObject(scenario.topology) ? scenario.topology : {};
  const data = isObject(scenario.data) ? scenario.data : {};
  return {
    zones: idsIn(topology.zones),
    stores: idsIn(topology.stores),
    gateways: idsIn(topology.gateways),
    others: [...idsIn(topology.balancers), ...idsIn(topology.hosts)],
    workloads: idsIn(scenario.workload),
    ranges: typeof data.ranges === "number" ? data.ranges : 1,
    rows: typeof data.rows === "number" ? data.rows : ROWS,
    durationUs: durationUs(scenario.duration) ?? DURATION_US,
  };
}

function idsIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => (isObject(one) && typeof one.id === "string" ? [one.id] : []));
}
