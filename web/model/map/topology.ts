/** What of a world decides where the map puts things. Pure. */

import type { World } from "@/engine/types";
import type { Topology } from "./places";

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

const ROWS = new WeakMap<World["nodes"], Int32Array>();

/** Which store a node is, -1 = none: frames list stores in the order of their nodes. */
export function storeRow({ nodes }: Pick<World, "nodes">, node: number): number {
  let rows = ROWS.get(nodes);
  if (rows === undefined) {
    let next = 0;
    rows = Int32Array.from(nodes, ({ kind }) => (kind === "store" ? next++ : -1));
    ROWS.set(nodes, rows);
  }
  return rows[node] ?? -1;
}
