/** The geometry of the chart of read modes: groups of modes, and scales that all rows share. */

import { type ScaleContinuousNumeric, scaleLinear, scaleLog } from "d3-scale";
import type { ReadMode, ReadModeInfo } from "@/engine/types";
import { msg } from "@/language/words";
import type { ModeFigures } from "@/session/modes/figures";

/** What a reader may count on, from the most to the least. */
export type Currency = "always" | "unless" | "past";

export const CURRENCIES: readonly { id: Currency; title: string }[] = [
  { id: "always", title: msg("Never stale") },
  { id: "unless", title: msg("Stale only after a failure") },
  { id: "past", title: msg("Deliberately old") },
];

const CURRENCY: Record<ReadMode, Currency> = {
  leader: "always",
  lease: "always",
  follower: "always",
  "closest-adaptive": "always",
  learner: "always",
  proxy: "always",
  "leader-unchecked": "unless",
  "lease-unsafe": "unless",
  stale: "past",
  version: "past",
  local: "past",
};

export interface ModeGroup {
  id: Currency;
  title: string;
  modes: readonly ReadModeInfo[];
}

/** The modes of a scenario, those that promise most first. */
export function groupsOf(modes: readonly ReadModeInfo[]): ModeGroup[] {
  const groups = CURRENCIES.map(({ id, title }) => ({
    id,
    title,
    modes: modes.filter((mode) => CURRENCY[mode.id] === id),
  }));
  return groups.filter((group) => group.modes.length > 0);
}

export interface ChartScales {
  /** How long reads took, logarithmic. */
  latency: ScaleContinuousNumeric<number, number>;
  bytes: ScaleContinuousNumeric<number, number>;
}

const LATENCY_US_MIN = 1;

/** One scale for all rows; null while there is nothing to draw. */
export function scalesOf(
  figures: readonly ModeFigures[],
  latencyPx: number,
  bytesPx: number,
): ChartScales | null {
  const answered = figures.filter(({ p50_us }) => p50_us !== undefined);
  if (answered.length === 0) return null;
  const from = Math.min(...answered.map(({ p50_us = 0 }) => Math.max(LATENCY_US_MIN, p50_us)));
  const to = Math.max(...answered.map(({ p99_us = 0 }) => Math.max(LATENCY_US_MIN, p99_us)));
  const most = Math.max(1, ...answered.map(({ bytes_per_read = 0 }) => bytes_per_read));
  const low = 10 ** Math.floor(Math.log10(from));
  const high = 10 ** Math.ceil(Math.log10(to));
  return {
    latency: scaleLog([low, Math.max(10 * low, high)], [0, latencyPx]).clamp(true),
    bytes: scaleLinear([0, most], [0, bytesPx]),
  };
}
