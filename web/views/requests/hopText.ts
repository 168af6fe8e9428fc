/**
 * A hop in words. Pure; must not know the screen.
 */

import { formatBytes, formatDuration } from "@/lib/units";
import type { RequestView } from "@/protocol/engine";
import { type Named, nodeId } from "./story";

/** One hop in words: "Append, s1 to s2 across zones, 2.1 kB, 1.5 ms". */
export function hopText(hop: RequestView["hops"][number], world: Named): string {
  const type = world.message_types[hop.type]?.label ?? `type ${hop.type}`;
  const across = hop.crosses ? " across zones" : "";
  const took = formatDuration(hop.arrive_us - hop.sent_us);
  return `${type}, ${nodeId(world, hop.from)} to ${nodeId(world, hop.to)}${across}, ${formatBytes(hop.bytes)}, ${took}`;
}
