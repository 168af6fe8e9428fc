/** The rows of a request's picture: zones, or each node by itself. Pure. */

import type { World } from "@/engine/types";
import type { RequestPath } from "@/model/requests/requestPath";

export type Rows = "zones" | "nodes";

export interface Places {
  /** Zones, or nodes, by index, in the order of rows. */
  ids: number[];
  nameOf(id: number): string;
  rowOf(node: number): number;
  /** Whether the client's store stands in it. */
  isOf(id: number, node: number | null): boolean;
}

/** What any of these requests touched; by nodes, stores of one zone stand together. */
export function placesOf(world: World, paths: readonly RequestPath[], rows: Rows): Places {
  const zoneOf = (node: number) => world.nodes[node]?.zone ?? -1;
  if (rows === "zones") {
    const ids = [...new Set(paths.flatMap(({ zones }) => zones))].sort((a, b) => a - b);
    return {
      ids,
      nameOf: (zone) => world.zones[zone]?.id ?? "",
      rowOf: (node) => ids.indexOf(zoneOf(node)),
      isOf: (zone, node) => node !== null && zoneOf(node) === zone,
    };
  }
  const nodes = paths.flatMap(({ hops }) => hops.flatMap(({ from, to }) => [from, to]));
  const isStore = (node: number) => world.nodes[node]?.kind === "store";
  const ids = [...new Set(nodes)].filter(isStore).sort((a, b) => zoneOf(a) - zoneOf(b) || a - b);
  return {
    ids,
    nameOf: (node) => `${world.zones[zoneOf(node)]?.id ?? ""} ${world.nodes[node]?.id ?? ""}`,
    rowOf: (node) => ids.indexOf(isStore(node) ? node : nearest(ids, zoneOf, node)),
    isOf: (id, node) => id === node,
  };
}

/** A gateway stands with the first store of its zone. */
function nearest(ids: readonly number[], zoneOf: (node: number) => number, node: number): number {
  return ids.find((id) => zoneOf(id) === zoneOf(node)) ?? ids[0] ?? -1;
}
