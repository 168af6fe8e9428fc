/** What of a world decides where the map puts things. Pure. */

import type { World } from "@/engine/types";
import type { Topology } from "./layout";

export function topologyOf({
  zones,
  nodes,
  links,
}: Pick<World, "zones" | "nodes" | "links">): Topology {
  return { zones: zones.length, nodes, delaysUs: delayTable(zones.length, links) };
}

interface Delayed {
  from: number;
  to: number;
  delay_us: number;
}

/** One-way delays, `[from][to]`; NaN where there is no link. */
export function delayTable(zones: number, links: readonly Delayed[]): number[][] {
  const table = Array.from({ length: zones }, () => new Array<number>(zones).fill(Number.NaN));
  for (const { from, to, delay_us } of links) {
    const row = table[from];
    if (row !== undefined) row[to] = delay_us;
  }
  return table;
}
