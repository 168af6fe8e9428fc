/** What stores, replicas and reads say of themselves, on the map and to people who listen to it. */

import type { Frame, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { leaseText, safeText } from "@/model/readTimes";
import { type ReplicaMarks, replicaMarks } from "@/model/replicaMarks";
import { leads, ROLE_ROWS, type Role, roleOf } from "@/model/roles";

export const STATUS_WORDS = { up: msg("up"), crashed: msg("crashed"), paused: msg("paused") };

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
    role: roleOf(r.role[at]),
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
  return leads(replica.role) && replica.leads <= replica.voters / 2;
}

/** What a replica does, in a few words. On the map they stand in one line, which cuts no number. */
export function standing(world: World, replica: ReplicaState, isRead = false): string {
  return STANDINGS[replica.role](replica, world, isRead);
}

type Standing = (replica: ReplicaState, world: World, isRead: boolean) => string;

const follows: Standing = ({ leaderNode }, world) =>
  leaderNode < 0
    ? t("no leader")
    : t("follows {leader}", { leader: world.nodes[leaderNode]?.id ?? "" });

const STANDINGS: Readonly<Record<Role, Standing>> = {
  follower: follows,
  learner: follows,
  candidate: ({ votes, voters }) =>
    t("{votes} of {n, plural, one {# vote} other {# votes}}", { votes, n: voters }),
  "pre-candidate": ({ votes, voters }) => t("pre-vote {votes}/{voters}", { votes, voters }),
  leader: ({ leads, voters }, _world, isRead) => {
    if (leads <= 1 && voters > 1) return t("leader without a majority");
    return isRead
      ? t("heard by {leads} of {voters}", { leads, voters })
      : t("heard by {leads}/{voters}", { leads, voters });
  },
};

/** What is special about a replica, for those who listen. */
function remarks(replica: ReplicaState): string[] {
  const { delegate, asleep, joint, lease, leaseLeftUs, safeLagUs } = replica;
  return [
    leaseText(lease, leaseLeftUs) || safeText(safeLagUs),
    delegate ? t("delegate of its zone") : "",
    asleep ? t("hibernating") : "",
    joint ? t("in joint consensus") : "",
  ].filter((words) => words !== "");
}

export function storeName(
  world: World,
  node: number,
  status: keyof typeof STATUS_WORDS,
  replica: ReplicaState | null,
  range: number,
): string {
  const place = world.nodes[node];
  const zone = place ? (world.zones[place.zone]?.id ?? "") : "";
  const head = t("Store {id} in zone {zone}, {status}", {
    id: place?.id ?? node,
    zone,
    status: t(STATUS_WORDS[status]),
  });
  if (!replica) return [head, t("holds no replica of range {range}", { range })].join(t(", "));
  const role = leadsNoMajority(replica)
    ? t("believes that it leads range {range}", { range })
    : t("{role} of range {range}", { role: t(ROLE_ROWS[replica.role].word), range });
  return [
    head,
    role,
    standing(world, replica, true),
    ...remarks(replica),
    t("term {term}", { term: replica.term }),
    t("commit {index}", { index: replica.commit }),
    t("applied {index}", { index: replica.applied }),
  ].join(t(", "));
}
