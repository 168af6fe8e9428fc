/**
 * A request and its hops in words. Pure; must not know the screen.
 */

import type { RequestView, World } from "@/engine/types";
import { OP_INFO } from "../ops";
import { formatBytes, formatDuration } from "../units";

export type Named = Pick<World, "nodes" | "workloads" | "message_types">;

/** "get k3", "put k3", "scan 100 rows from k3". */
export function whatText(request: RequestView): string {
  return OP_INFO[request.op].brief(request);
}

export function nodeId(world: Pick<World, "nodes">, index: number): string {
  return world.nodes[index]?.id ?? `node ${index}`;
}

/** One hop in words: "Append, s1 to s2 across zones, 2.1 kB, 1.5 ms". */
export function hopText(hop: RequestView["hops"][number], world: Named): string {
  const type = world.message_types[hop.type]?.label ?? `type ${hop.type}`;
  const across = hop.crosses ? " across zones" : "";
  const took = formatDuration(hop.arrive_us - hop.sent_us);
  return `${type}, ${nodeId(world, hop.from)} to ${nodeId(world, hop.to)}${across}, ${formatBytes(hop.bytes)}, ${took}`;
}
