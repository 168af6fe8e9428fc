/**
 * How a range stands at an instant, in a sentence for those who cannot see the picture. Pure.
 */

import type { Frame, World } from "@/engine/types";
import { plural } from "@/model/units";

/** As the engine numbers roles. */
const LEADER = 3;

export function standingText(
  world: Pick<World, "nodes" | "zones">,
  { replicas, faults, stores }: Pick<Frame, "replicas" | "faults" | "stores">,
): string {
  const leaders: string[] = [];
  for (let at = 0; at < replicas.count; at++) {
    if (replicas.role[at] !== LEADER) continue;
    const node = world.nodes[replicas.node[at] ?? -1];
    const zone = world.zones[node?.zone ?? -1]?.id ?? "";
    leaders.push(`${node?.id ?? ""} in ${zone} leads in term ${replicas.term[at] ?? 0}`);
  }
  const who = leaders.length === 0 ? "no leader" : leaders.join(", ");
  const down = stores.filter(({ status }) => status === "crashed").length;
  return [
    who,
    ...(down === 0 ? [] : [`${plural(down, "store")} down`]),
    ...(faults.length === 0 ? [] : [plural(faults.length, "active fault")]),
  ]
    .join("; ")
    .concat(".");
}
