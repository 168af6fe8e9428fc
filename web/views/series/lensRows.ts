/** One request as a small picture: a row a node, its messages between them, the waits on them. */

import type { RequestView } from "@/engine/types";
import type { Segment } from "@/model/requests/attempt";
import type { Chosen } from "@/session/useChosen";

type Hop = RequestView["hops"][number];

export interface Wait {
  segment: Segment;
  row: number;
}

export interface LensRows {
  nodes: number[];
  fromUs: number;
  toUs: number;
  hops: Hop[];
  /** What it waited for in a node; what it spent on a link is the message's own. */
  waits: Wait[];
}

export function lensRows({ view, segments }: Chosen, nowUs: number): LensRows {
  const nodes = [view.node];
  for (const { from, to } of view.hops)
    for (const node of [from, to]) if (!nodes.includes(node)) nodes.push(node);
  const fromUs = view.invoked_us;
  const toUs = Math.max(fromUs + 1, view.completed_us ?? nowUs);
  const waits = segments
    .filter(({ sender }) => sender === undefined)
    .map((segment) => ({ segment, row: nodes.indexOf(segment.node) }))
    .filter(({ row }) => row >= 0);
  return { nodes, fromUs, toUs, hops: view.hops.filter(({ sent_us }) => sent_us <= toUs), waits };
}

/** The longest of its waits, if it waited. */
export function longestWait({ waits }: LensRows): Segment | undefined {
  let longest: Segment | undefined;
  for (const { segment } of waits)
    if (longest === undefined || lengthOf(segment) > lengthOf(longest)) longest = segment;
  return longest;
}

export function lengthOf({ from_us, to_us }: Segment): number {
  return to_us - from_us;
}
