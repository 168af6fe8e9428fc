/** The largest type with which a map says what it has to say, for a room that reads from afar. */
import type { Density } from "@/model/map/cells";
import { layOut } from "@/model/map/layout";
import type { Topology } from "@/model/map/places";
import { SMALL_PX } from "@/model/typeSizes";

/** What a back row reads, of 1,080 lines; twice that is large enough. */
const LEAST_OF_LINES = 32 / 1080;
const MOST = 2;
const STEP = 0.95;
const SAID: Readonly<Record<Density, number>> = { full: 3, medium: 2, compact: 1, tiny: 0 };

/**
 * The largest at which each store says its role and term in words; where the least that a back row
 * reads is too large for that, the least at which it shows its name and role.
 */
export function largestScale(
  topology: Topology,
  width: number,
  height: number,
  lines: number,
): number {
  const least = Math.max(1, (lines * LEAST_OF_LINES) / SMALL_PX);
  for (let scale = least * MOST; scale > least; scale *= STEP)
    if (saysAt(topology, width, height, scale) >= SAID.medium) return scale;
  let scale = least;
  while (scale > 1 && saysAt(topology, width, height, scale) < SAID.compact) scale *= STEP;
  return Math.max(1, scale);
}

/** Room that a gateway's name needs at a size of type. */
export function nameRoom(scale: number): number {
  return Math.ceil(NAME_PX * scale);
}

const NAME_PX = 24;

/** How much the cell with the least room says; less, when a link has none for its rate. */
function saysAt(topology: Topology, width: number, height: number, scale: number): number {
  const targetPx = nameRoom(scale);
  const { nodes, zones, labels } = layOut(topology, width, height, { scale, targetPx });
  const isNamed = nodes.every(({ rect }) => Math.min(rect.w, rect.h) >= targetPx);
  if (!isNamed) return SAID.tiny;
  const isLabelled = topology.zones > 4 || topology.zones < 2 || labels !== "brief";
  const said = zones
    .filter(({ index }) => nodes.some((node) => node.zone === index))
    .map(({ density }) => SAID[density]);
  const least = Math.min(SAID.full, ...said);
  return isLabelled ? least : Math.min(least, SAID.compact);
}
