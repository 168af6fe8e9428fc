/** One write, message by message: who sent what to whom and when, and when it was safe. Pure. */

import type { Frame, RequestView, World } from "@/engine/types";

const WRITES = new Set<string>(["put", "insert", "update"]);

export interface Hop {
  from: number;
  to: number;
  sentUs: number;
  arriveUs: number;
  /** What its bytes are booked under. */
  kind: string;
  /** Share of its way that it went: 1, or less where it was lost. */
  reach: number;
}

export interface WritePath {
  request: RequestView;
  /** Zones in which anything of it happened, by index. */
  zones: number[];
  hops: Hop[];
  /** When the client's message reached the leader, when a majority had it, when the client knew. */
  arrivedUs: number | null;
  safeUs: number | null;
  doneUs: number | null;
  leader: number | null;
}

/** The newest write that has left for its leader; null until there is one. */
export function newestWrite(world: World, frame: Frame): WritePath | null {
  const begun = (one: RequestView) =>
    WRITES.has(one.op) && one.invoked_us <= frame.now_us && one.hops.length > 0;
  let newest: RequestView | undefined;
  for (const request of frame.requests)
    if (begun(request) && request.invoked_us >= (newest?.invoked_us ?? 0)) newest = request;
  return newest === undefined ? null : pathOf(world, newest);
}

export function pathOf(world: World, request: RequestView): WritePath {
  const kindOf = (type: number) => world.kinds[world.message_types[type]?.kind ?? -1]?.id ?? "";
  const hops = request.hops.map(({ from, to, sent_us, arrive_us, type, arrives }) => ({
    from,
    to,
    sentUs: sent_us,
    arriveUs: arrive_us,
    kind: kindOf(type),
    reach: arrives ? 1 : lostAt(world, from, to, arrive_us - sent_us),
  }));
  const asked = hops.findLast(({ kind, from }) => kind === "write" && from === request.node);
  const answer = hops.findLast(
    ({ kind, to, reach }) => kind === "write" && to === request.node && reach === 1,
  );
  const zoneOf = (node: number) => world.nodes[node]?.zone ?? -1;
  const zones = new Set(hops.flatMap(({ from, to }) => [zoneOf(from), zoneOf(to)]));
  return {
    request,
    zones: [...zones].filter((zone) => zone >= 0).sort((a, b) => a - b),
    hops,
    arrivedUs: asked?.arriveUs ?? null,
    safeUs: answer?.sentUs ?? null,
    doneUs: request.completed_us,
    leader: asked?.to ?? null,
  };
}

/** How far a message had come that died after a time on its way, by its link's delay. */
function lostAt(world: World, from: number, to: number, afterUs: number): number {
  const [a, b] = [world.nodes[from]?.zone, world.nodes[to]?.zone];
  const link = world.links.find((one) => one.from === a && one.to === b);
  return Math.min(LOST_MOST, afterUs / Math.max(1, link?.delay_us ?? 1));
}

/** So far at most that it is seen not to arrive. */
const LOST_MOST = 0.9;
