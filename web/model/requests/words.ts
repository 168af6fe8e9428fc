/** A request and its hops in words. Pure; must not know the screen. */

import type { RequestView, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { OP_INFO } from "../ops";
import { formatBytes, formatDuration } from "../units";

export type NamedThings = Pick<World, "nodes" | "workloads" | "message_types">;

/** "get k3", "put k3", "scan 100 rows from k3". */
export function whatText(request: RequestView): string {
  return OP_INFO[request.op].brief(request);
}

export function nodeId(world: Pick<World, "nodes">, index: number): string {
  return world.nodes[index]?.id ?? t("node {index}", { index });
}

/** One hop in words: "Append, s1 to s2 across zones, 2.1 kB, 1.5 ms". */
export function hopText(hop: RequestView["hops"][number], world: NamedThings): string {
  const label = world.message_types[hop.type]?.label;
  const values = {
    type: label === undefined ? t("type {type}", { type: hop.type }) : translate(label),
    from: nodeId(world, hop.from),
    to: nodeId(world, hop.to),
    bytes: formatBytes(hop.bytes),
    took: formatDuration(hop.arrive_us - hop.sent_us),
  };
  return hop.crosses
    ? t("{type}, {from} to {to} across zones, {bytes}, {took}", values)
    : t("{type}, {from} to {to}, {bytes}, {took}", values);
}
