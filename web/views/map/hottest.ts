/** The busiest resource of a kind in a zone, and how busy links are. Pure. */

import type { Frame, ResourceInfo, World } from "@/engine/types";

/** Less than this is not worth a mark, in millionths. */
export const LEAST_PPM = 10_000;

/** Place and whole percent of the busiest, as one word that changes when it is to be shown anew. */
export function hottestOf(
  world: World,
  frame: Frame,
  zone: number,
  kind: ResourceInfo["kind"],
): string | null {
  const { used_ppm, servers } = frame.resources;
  let found = -1;
  for (const { index, kind: own, zone: at, to_zone } of world.resources) {
    const isHere = own === kind && at === zone && (to_zone === null || to_zone === zone);
    if (!isHere || (servers[index] ?? 0) === 0) continue;
    if (found < 0 || (used_ppm[index] ?? 0) > (used_ppm[found] ?? 0)) found = index;
  }
  const ppm = used_ppm[found] ?? 0;
  return ppm < LEAST_PPM ? null : `${found} ${Math.round(ppm / 10_000)}`;
}

/** The share of its time that the busier direction of a link between two zones is busy. */
export function linkUsedPpm(world: World, frame: Frame, a: number, b: number): number {
  const { used_ppm, servers } = frame.resources;
  const of = ({ index, zone, to_zone }: ResourceInfo): number => {
    const isBetween = (zone === a && to_zone === b) || (zone === b && to_zone === a);
    return isBetween && (servers[index] ?? 0) > 0 ? (used_ppm[index] ?? 0) : 0;
  };
  const links = world.resources.filter(({ kind }) => kind === "link-bandwidth");
  return links.reduce((most, link) => Math.max(most, of(link)), 0);
}
