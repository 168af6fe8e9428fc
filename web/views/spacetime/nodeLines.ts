/** The lanes of the diagram: a line for each node, grouped by zone. */
import type { World } from "@/engine/types";

export interface Lane {
  node: number;
  label: string;
  kind: World["nodes"][number]["kind"];
  zone: number;
  y: number;
}

export interface Band {
  zone: number;
  label: string;
  top: number;
  bottom: number;
}

export interface Lanes {
  lanes: Lane[];
  bands: Band[];
  /** Place of each node's lane from the top, by node index. */
  yOfNode: Float64Array;
  zoneOfNode: Uint16Array;
  /** Room from the first band to the last. */
  top: number;
  bottom: number;
  pitchPx: number;
}

/** Between two zones there is a river to cross. */
const RIVER_PX = 6;
const PITCH_MAX_PX = 56;
const ORDER = ["store", "gateway", "pd"];

/** The least height at which the lanes can be told apart. */
export function leastHeight(world: World, leastPitchPx: number): number {
  return world.nodes.length * leastPitchPx + (world.zones.length - 1) * RIVER_PX;
}

export function layOutLanes(world: World, top: number, height: number): Lanes {
  const zones = world.zones.filter((zone) => world.nodes.some((node) => node.zone === zone.index));
  const rivers = Math.max(0, zones.length - 1) * RIVER_PX;
  const count = Math.max(1, world.nodes.length);
  const pitchPx = Math.min(PITCH_MAX_PX, (height - rivers) / count);
  const yOfNode = new Float64Array(world.nodes.length);
  const zoneOfNode = Uint16Array.from(world.nodes, (node) => node.zone);
  const lanes: Lane[] = [];
  const bands: Band[] = [];
  let y = top + Math.max(0, (height - rivers - pitchPx * count) / 2);
  const first = y;
  for (const zone of zones) {
    const nodes = world.nodes
      .filter((node) => node.zone === zone.index)
      .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.index - b.index);
    const from = y;
    for (const node of nodes) {
      const at = Math.round(y + pitchPx / 2);
      yOfNode[node.index] = at;
      lanes.push({ node: node.index, label: node.id, kind: node.kind, zone: zone.index, y: at });
      y += pitchPx;
    }
    bands.push({ zone: zone.index, label: zone.id, top: Math.round(from), bottom: Math.round(y) });
    y += RIVER_PX;
  }
  return { lanes, bands, yOfNode, zoneOfNode, top: first, bottom: y - RIVER_PX, pitchPx };
}
