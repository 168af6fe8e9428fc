/** Which directed pairs of zones the active faults keep apart. */
import type { FaultView, World } from "@/engine/types";
import { blocks, isOfLink, isOfNetwork, isOfPlace } from "@/model/faults";

export type PairState = "open" | "part" | "cut";

/**
 * For every directed pair of zones, row by row: "cut" when no node of the one reaches any node of the
 * other, "part" when some cannot. A pair inside one zone is cut when no two of its nodes reach each other.
 */
export function cutPairs(
  world: Pick<World, "zones" | "nodes">,
  faults: readonly FaultView[],
): PairState[] {
  const blocked = blockedNodes(world, faults);
  const zones = world.zones.length;
  const nodes = world.nodes.length;
  const paths = new Uint32Array(zones * zones);
  const closed = new Uint32Array(zones * zones);
  for (let from = 0; from < nodes; from++) {
    for (let to = 0; to < nodes; to++) {
      if (from === to) continue;
      const pair = zoneOf(world, from) * zones + zoneOf(world, to);
      paths[pair] = (paths[pair] ?? 0) + 1;
      if (blocked[from * nodes + to] === 1) closed[pair] = (closed[pair] ?? 0) + 1;
    }
  }
  return Array.from(paths, (count, pair) => stateOf(count, closed[pair] ?? 0));
}

function stateOf(paths: number, closed: number): PairState {
  if (closed === 0) return "open";
  return closed === paths ? "cut" : "part";
}

function blockedNodes(
  world: Pick<World, "zones" | "nodes">,
  faults: readonly FaultView[],
): Uint8Array {
  const nodes = world.nodes.length;
  const blocked = new Uint8Array(nodes * nodes);
  const close = (from: number, to: number): void => {
    if (from !== to) blocked[from * nodes + to] = 1;
  };
  for (const fault of faults) {
    if (!isOfNetwork(fault) || !blocks(fault)) continue;
    const inside = membersOf(world, fault.from);
    const outside = isOfLink(fault) ? membersOf(world, fault.to) : everyoneElse(world, inside);
    for (const a of inside) {
      for (const b of outside) {
        close(a, b);
        if (!fault.one_way || isOfPlace(fault)) close(b, a);
      }
    }
  }
  return blocked;
}

/** A place is a zone, or one store or gateway by its id. */
function membersOf(world: Pick<World, "zones" | "nodes">, place: string): number[] {
  const zone = world.zones.findIndex((z) => z.id === place);
  return world.nodes
    .map((_, index) => index)
    .filter((index) => world.nodes[index]?.zone === zone || world.nodes[index]?.id === place);
}

function everyoneElse(world: Pick<World, "nodes">, inside: readonly number[]): number[] {
  return world.nodes.map((_, index) => index).filter((index) => !inside.includes(index));
}

function zoneOf(world: Pick<World, "nodes">, node: number): number {
  return world.nodes[node]?.zone ?? 0;
}
