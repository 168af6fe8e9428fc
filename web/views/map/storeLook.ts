/** What of a frame a store's cell shows, flat, so that it is drawn again only when that has changed. */

import type { Frame, World } from "@/engine/types";
import { type Hue, hueOfLeader, termHue } from "@/model/map/hues";
import { storeRow } from "@/model/map/topology";
import { nodeTrouble } from "./linkState";
import { type ReplicaState, replicaOn } from "./words";

export interface StoreView extends ReplicaState {
  status: "up" | "crashed" | "paused";
  /** What the network does to it, in a word or two. */
  trouble: string;
  /** Ranges that it leads, and those that it holds. */
  leaders: number;
  held: number;
  replica: boolean;
}

const NO_REPLICA: ReplicaState = {
  role: "follower",
  term: 0,
  leaderNode: -1,
  votes: 0,
  voters: 0,
  leads: 0,
  commit: 0,
  applied: 0,
  elapsed: 0,
  timeout: 0,
  pendingReads: 0,
  lease: 0,
  leaseLeftUs: 0,
  safeLagUs: -1,
  delegate: false,
  asleep: false,
  joint: false,
};

export function storeLook(world: World, frame: Frame, node: number): StoreView {
  const store = frame.stores[storeRow(world, node)];
  const replica = replicaOn(frame, node);
  return {
    ...(replica ?? NO_REPLICA),
    replica: replica !== null,
    status: store?.status ?? "up",
    trouble: nodeTrouble(world, frame.faults, node),
    leaders: store?.leaders ?? 0,
    held: store?.replicas ?? 0,
  };
}

/** The hue of a store: of the term that it believes in, or its own where there are many ranges. */
export function hueOf(world: World, node: number, view: StoreView): Hue {
  return hueOfLeader(world, node, view.replica ? view.term : 0);
}

/** The hue of a zone's coast: that of the newest term that a store in it believes in. */
export function zoneHue(world: World, frame: Frame, zone: number): Hue {
  const { node, term, count } = frame.replicas;
  let newest = 0;
  for (let row = 0; row < count; row++)
    if (world.nodes[node[row] as number]?.zone === zone)
      newest = Math.max(newest, term[row] as number);
  return termHue(newest);
}

export function isSelected(selection: unknown, node: number): boolean {
  if (typeof selection !== "object" || selection === null) return false;
  if ("node" in selection) return selection.node === node;
  return "replica" in selection && (selection.replica as { node: number }).node === node;
}
