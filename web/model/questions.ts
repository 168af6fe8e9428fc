/** What can be asked about a thing: the question that `w` asks first, then the others. */

import type { Question } from "@/engine/lens";
import type { Frame, Replicas, Target, World } from "@/engine/types";
import { t } from "@/language/words";
import { storeRow } from "./map/topology";
import { LEADER } from "./roles";
import { nodeOfTarget } from "./targets";

export interface Asking {
  label: string;
  question: Question;
}

/** What is known of the run; `range`: the one whose replicas are in the frame. */
interface Known {
  world: World;
  frame: Frame | null;
  range: number;
}

/** Questions about a target; none for what has no cause of its own. */
export function questionsOf(target: Target, known: Known): Asking[] {
  const { world, frame, range } = known;
  if ("message" in target) {
    return [{ label: t("Why was it sent?"), question: { message: target.message } }];
  }
  if ("event" in target) {
    return [{ label: t("Why did it happen?"), question: { event: target.event } }];
  }
  if ("request" in target) return ofRequest(target.request, frame);
  const replicas = frame?.replicas;
  if ("entry" in target) return ofEntry(target.entry, replicas, range);
  if ("range" in target) return ofRange(target.range, known);
  if ("link" in target) return [];
  const node = nodeOfTarget(target);
  const held = "replica" in target ? target.replica.range : range;
  const replicaOf = world.ranges.find(({ id }) => id === held)?.replicas ?? [];
  if (node === null || !replicaOf.some((replica) => replica.node === node)) return [];
  const own = {
    label: t("Why does it have this role?"),
    question: { role: { range: held, node } },
  };
  return [own, ...ofRange(held, known)];
}

function ofRange(range: number, known: Known): Asking[] {
  const node = leaderOf(range, known);
  if (node === null)
    return [{ label: t("Why is there no leader?"), question: { no_leader: range } }];
  // Of a leader that is not known the engine finds out who it is.
  const question = node === undefined ? { no_leader: range } : { role: { range, node } };
  return [
    { label: t("Why does its leader lead?"), question },
    { label: t("Why did the leadership not move?"), question: { not_moved: range } },
  ];
}

/** The store that leads a range in the newest term; null: none that runs; undefined: not known. */
function leaderOf(range: number, { world, frame, range: shown }: Known): number | null | undefined {
  if (frame === null) return undefined;
  if (range !== shown) {
    // Before the first split or merge they are those of the world.
    const ranges = frame.ranges.length > 0 ? frame.ranges : world.ranges;
    const node = frame.range_leaders[ranges.findIndex(({ id }) => id === range)];
    return node === undefined || world.nodes[node] !== undefined ? node : null;
  }
  const { role, node, term } = frame.replicas;
  const leading = Array.from(role, (_, row) => row)
    .filter((row) => role[row] === LEADER)
    .map((row) => ({ node: node[row] as number, term: term[row] as number }))
    .filter((one) => frame.stores[storeRow(world, one.node)]?.status === "up")
    .sort((a, b) => b.term - a.term);
  return leading[0]?.node ?? null;
}

function ofEntry(
  entry: { range: number; index: number },
  replicas: Replicas | undefined,
  shown: number,
): Asking[] {
  const origin = { label: t("Where does it come from?"), question: { entry } };
  const committed =
    replicas !== undefined && entry.range === shown ? Math.max(...replicas.commit) : entry.index;
  if (committed >= entry.index) return [origin];
  return [{ label: t("Why is it not committed?"), question: { not_committed: entry } }, origin];
}

function ofRequest(request: number, frame: Frame | null): Asking[] {
  const known = frame?.requests.find(({ id }) => id === request);
  const isStale = known?.verdict === "stale";
  const label = isStale ? t("Why was it stale?") : t("Why did it end this way?");
  return [
    { label, question: { request } },
    { label: t("What did it wait for?"), question: { slow: request } },
  ];
}
