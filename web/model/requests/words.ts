/**
 * A request and its hops in words. Pure; must not know the screen.
 */

import type { RequestView, World } from "@/engine/types";
import { formatBytes, formatDuration, plural } from "../units";

export type Named = Pick<World, "nodes" | "workloads" | "message_types">;

/** "get k3", "put k3", "scan 100 rows from k3". */
export function whatText(request: RequestView): string {
  const { op, key, rows } = request;
  if (op === "scan" || op === "statement") return `${op} ${plural(rows, "row")} from k${key}`;
  if (op === "insert") return `insert transaction from k${key}`;
  if (op === "transaction" || op === "transfer") return `${op} from k${key}`;
  return `${op} k${key}`;
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
