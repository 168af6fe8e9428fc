/** Everything that is known of the selected thing, in words. */

import type { Target } from "@/protocol/engine";
import { tellEvent, tellMessage } from "./messages";
import { tellLink, tellNode } from "./places";
import { tellEntry, tellRange, tellReplica } from "./replicas";
import { tellRequest } from "./requests";
import type { Known, Told } from "./types";

/** Null when nothing is known of it (any more). */
export function tell(target: Target, known: Known): Told | null {
  if ("node" in target) return tellNode(target.node, known);
  if ("replica" in target) return tellReplica(target.replica.range, target.replica.node, known);
  if ("range" in target) return tellRange(target.range, known);
  if ("entry" in target) return tellEntry(target.entry.range, target.entry.index, known);
  if ("message" in target) return tellMessage(target.message, known);
  if ("link" in target) return tellLink(target.link.from, target.link.to, known);
  if ("request" in target) return tellRequest(target.request, known);
  return tellEvent(target.event, known);
}
