/**
 * What stores, replicas and reads say of themselves, on the map and to people who
 * listen to it. Pure.
 */

import type { Frame, World } from "@/engine/types";
import { leaseText, safeText } from "@/model/readTimes";
import { type ReplicaMarks, replicaMarks } from "@/model/replicaMarks";
import { plural } from "@/model/units";

export const ROLES = ["follower", "pre-candidate", "candidate", "leader", "learner"] as const;
export type Role = (typeof ROLES)[number];

export interface ReplicaState extends ReplicaMarks {
  role: Role;
  term: number;
  /** Store that it follows, by node index; -1 = none known. */
  leaderNode: number;
  votes: number;
  voters: number;
  leads: number;
  commit: number;
  applied: number;
  elapsed: number;
  timeout: number;
  pendingReads: number;
  /** A leader's lease: 0 none, 1 valid, 2 suspended, 3 over (as the engine says it). */
  lease: number;
  leaseLeftUs: number;
  /** How long ago its past is complete up to, -1 = it does not know. */
  safeLagUs: number;
}

/** The shown range's replica on a store, if it holds one. */
export function replicaOn(frame: Frame, node: number): ReplicaState | null {
  const r = frame.replicas;
  const at = indexOfNode(frame, node);
  if (at < 0) return null;
  const leaderPeer = r.leader_peer[at] ?? 0;
  const leaderAt = leaderPeer === 0 ? -1 : r.peer.indexOf(leaderPeer);
  return {
    role: ROLES[r.role[at] ?? 0] ?? "follower",
    term: r.term[at] ?? 0,
    leaderNode: leaderAt < 0 ? -1 : (r.node[leaderAt] ?? -1),
    votes: r.votes[at] ?? 0,
    voters: r.voters[at] ?? 0,
    leads: r.leads[at] ?? 0,
    commit: r.commit[at] ?? 0,
    applied: r.applied[at] ?? 0,
    elapsed: r.election_elapsed[at] ?? 0,
    timeout: r.election_timeout[at] ?? 0,
    pendingReads: r.pending_reads[at] ?? 0,
    lease: r.lease_state[at] ?? 0,
    leaseLeftUs: r.lease_left_us[at] ?? 0,
    safeLagUs: r.safe_lag_us[at] ?? -1,
    ...replicaMarks(r.marks[at] ?? 0),
  };
}

function indexOfNode(frame: Frame, node: number): number {
  for (let i = 0; i < frame.replicas.count; i++) if (frame.replicas.node[i] === node) return i;
  return -1;
}

/** A leader whom no majority acknowledges: it may believe what it likes, it can commit nothing. */
export function leadsNoMajority(replica: ReplicaState): boolean {
  return replica.role === "leader" && replica.leads <= replica.voters / 2;
}

/** What a replica does, in a few words. On the map they stand in one line, which cuts no number. */
export function standing(world: World, replica: ReplicaState, of = "/"): string {
  switch (replica.role) {
    case "leader":
      return replica.leads <= 1 && replica.voters > 1
        ? "leader without a majority"
        : `heard by ${replica.leads}${of}${replica.voters}`;
    case "candidate":
      return `${replica.votes} of ${plural(replica.voters, "vote")}`;
    case "pre-candidate":
      return `pre-vote ${replica.votes}/${replica.voters}`;
    default:
      return replica.leaderNode < 0
        ? "no leader"
        : `follows ${world.nodes[replica.leaderNode]?.id ?? ""}`;
  }
}

/** The same where a leader's words would be cut off: a part of them says something else. */
export function briefStanding(world: World, replica: ReplicaState): string {
  if (replica.role !== "leader") return standing(world, replica);
  return `heard ${replica.leads}/${replica.voters}`;
}

/** What is special about a replica, for those who listen. */
function remarks({ delegate, asleep, joint, lease, leaseLeftUs, safeLagUs }: ReplicaState): string {
  const words = leaseText(lease, leaseLeftUs) || safeText(safeLagUs);
  return [
    words === "" ? "" : `, ${words}`,
    delegate ? ", delegate of its zone" : "",
    asleep ? ", hibernating" : "",
    joint ? ", in joint consensus" : "",
  ].join("");
}

export function storeName(
  world: World,
  node: number,
  status: string,
  replica: ReplicaState | null,
  range: number,
): string {
  const place = world.nodes[node];
  const zone = place ? world.zones[place.zone]?.id : "";
  const head = `Store ${place?.id ?? node} in zone ${zone}, ${status}`;
  if (!replica) return `${head}, holds no replica of range ${range}`;
  const role = leadsNoMajority(replica)
    ? `believes that it leads range ${range}, ${standing(world, replica, " of ")}`
    : `${replica.role} of range ${range}, ${standing(world, replica, " of ")}`;
  return `${head}, ${role}${remarks(replica)}, term ${replica.term}, commit ${replica.commit}, applied ${replica.applied}`;
}
