/** What can be asked about a thing: the question that `w` asks first, then the others. */

import type { Question } from "@/engine/lens";
import type { Frame, Replicas, Target, World } from "@/engine/types";
import { t } from "@/language/words";
import { LEADER } from "./roles";
import { nodeOfTarget } from "./targets";

export interface Asking {
  label: string;
  question: Question;
}

/** Questions about a target; none for what has no cause of its own. */
export function questionsOf(
  target: Target,
  { world, frame, range }: { world: World; frame: Frame | null; range: number },
): Asking[] {
  if ("message" in target) {
    return [{ label: t("Why was it sent?"), question: { message: target.message } }];
  }
  if ("event" in target) {
    return [{ label: t("Why did it happen?"), question: { event: target.event } }];
  }
  if ("request" in target) return ofRequest(target.request, frame);
  const replicas = frame?.replicas;
  if ("entry" in target) return ofEntry(target.entry, replicas, range);
  if ("range" in target) return ofRange(target.range, replicas, range);
  if ("link" in target) return [];
  const node = nodeOfTarget(target);
  const held = "replica" in target ? target.replica.range : range;
  const replicaOf = world.ranges.find(({ id }) => id === held)?.replicas ?? [];
  if (node === null || !replicaOf.some((replica) => replica.node === node)) return [];
  const own = {
    label: t("Why does it have this role?"),
    question: { role: { range: held, node } },
  };
  return [own, ...ofRange(held, replicas, range)];
}

function ofRange(range: number, replicas: Replicas | undefined, shown: number): Asking[] {
  const isKnown = replicas !== undefined && range === shown;
  const hasLeader = !isKnown || replicas.role.includes(LEADER);
  const label = hasLeader ? t("Why does its leader lead?") : t("Why is there no leader?");
  const led = { label, question: { no_leader: range } };
  if (!hasLeader) return [led];
  return [led, { label: t("Why did the leadership not move?"), question: { not_moved: range } }];
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
