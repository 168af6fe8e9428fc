/** One request, message by message: who sent what to whom and when, and what it waited for. Pure. */

import type { ByteKind, Frame, RequestView, World } from "@/engine/types";
import { OP_INFO } from "../ops";

const FIGURE_OF_LOAD = /^workload\.([^.]+)\./;

export interface Hop {
  from: number;
  to: number;
  sentUs: number;
  arriveUs: number;
  kind: ByteKind | "";
  /** Share of its way that it went: 1, or less where it was lost. */
  reach: number;
}

export interface RequestPath {
  request: RequestView;
  isWrite: boolean;
  /** Zones in which anything of it happened, by index. */
  zones: number[];
  hops: Hop[];
  /** When the client's only message reached a store; null where it sent several. */
  arrivedUs: number | null;
  /** When that store answered: a write is safe, a read may be answered. */
  answeredUs: number | null;
  doneUs: number | null;
  /** The store that the client asked. */
  server: number | null;
}

/**
 * The request that tells the scenario: the newest that has left, of the load that the scenario's
 * figure is about, or else of writes, or else of any. Null until there is one.
 */
export function newestRequest(world: World, frame: Frame): RequestPath | null {
  const load = FIGURE_OF_LOAD.exec(world.conclusion?.figure.metric ?? "")?.[1];
  const index = world.workloads.find(({ id }) => id === load)?.index;
  const begun = frame.requests.filter(
    ({ invoked_us, hops }) => invoked_us <= frame.now_us && hops.length > 0,
  );
  const newest = (of: (one: RequestView) => boolean): RequestView | undefined =>
    begun
      .filter(of)
      .reduce<RequestView | undefined>(
        (latest, one) => (one.invoked_us >= (latest?.invoked_us ?? 0) ? one : latest),
        undefined,
      );
  const request =
    newest(({ workload }) => index !== undefined && workload === index) ??
    newest(({ op }) => OP_INFO[op].writes) ??
    newest(() => true);
  return request === undefined ? null : pathOf(world, request);
}

export function pathOf(world: World, request: RequestView): RequestPath {
  const kindOf = (type: number): Hop["kind"] =>
    world.kinds[world.message_types[type]?.kind ?? -1]?.id ?? "";
  const hops = request.hops.map(({ from, to, sent_us, arrive_us, type, arrives }) => ({
    from,
    to,
    sentUs: sent_us,
    arriveUs: arrive_us,
    kind: kindOf(type),
    reach: arrives ? 1 : lostAt(world, from, to, arrive_us - sent_us),
  }));
  const asked = hops.filter(({ from }) => from === request.node);
  // A write that was sent on counts from where it was taken; of several questions none stands out.
  const only = OP_INFO[request.op].writes || asked.length === 1 ? asked.at(-1) : undefined;
  const answer = hops.findLast(
    ({ to, reach, sentUs }) =>
      to === request.node && reach === 1 && sentUs >= (only?.arriveUs ?? sentUs),
  );
  const zoneOf = (node: number) => world.nodes[node]?.zone ?? -1;
  const zones = new Set(hops.flatMap(({ from, to }) => [zoneOf(from), zoneOf(to)]));
  return {
    request,
    isWrite: OP_INFO[request.op].writes,
    zones: [...zones].filter((zone) => zone >= 0).sort((a, b) => a - b),
    hops,
    arrivedUs: only?.arriveUs ?? null,
    answeredUs: (only && answer?.sentUs) ?? null,
    doneUs: request.completed_us,
    server: asked.at(-1)?.to ?? null,
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
