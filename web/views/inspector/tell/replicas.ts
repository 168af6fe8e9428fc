/**
 * A replica, a range and a log entry. Must not know how rows are shown.
 */

import type { EntryKind, Frame, Inspection, ReplicaView, Target, World } from "@/engine/types";
import { leaseText, safeText, toleratedDriftText } from "@/model/readTimes";
import { ROW } from "@/model/trace";
import { formatBytes, formatDuration, plural } from "@/model/units";
import type { Tape } from "@/session/tape/tapeTypes";
import { type Known, type Row, row, type Told } from "./types";

const ENTRY_KINDS: Record<EntryKind, string> = {
  normal: "a write",
  empty: "the empty entry of a new leader",
  "conf-change": "a change of members",
  admin: "a split or a merge",
};

/** The replicas of a range or entry. */
function replicasOf(inspection: Inspection | null): readonly ReplicaView[] {
  return inspection !== null && "replicas" in inspection ? inspection.replicas : [];
}

function tellReplica(range: number, node: number, known: Known): Told | null {
  const { inspection, world, frame } = known;
  const replicas = replicasOf(inspection);
  const view = replicas.find((replica) => replica.node === node);
  if (view === undefined) return null;
  const nameOf = (peer: number, none: string): string =>
    nodeId(world, replicas.find((replica) => replica.peer === peer)?.node) ?? none;
  const rows = [
    ...derived(view, leaderOf(replicas), known, range),
    row("role", view.running ? view.role : "down"),
    row("term", view.term),
    row("known leader", nameOf(view.leader_peer, "nobody")),
    row("voted for", nameOf(view.vote, "nobody")),
    row("peer", view.peer),
    row("log", `${view.first} to ${view.last}`),
    row("persisted", view.persisted),
    row("committed", view.commit),
    row("applied", view.applied),
  ];
  rows.push(...markRows(view));
  if (view.role === "leader") rows.push(row("leads", `${view.leads} of ${view.voters}`));
  if (view.role === "candidate" || view.role === "pre-candidate") {
    rows.push(row("votes", `${view.votes} of ${view.voters}`));
  }
  rows.push(row("election timer", `${view.election_elapsed} of ${view.election_timeout} ticks`));
  if (known.range === range) rows.push(...aloneRows(frame, node));
  if (view.lease !== null)
    rows.push(row("lease valid while", toleratedDriftText(view.lease.tolerates_ppm)));
  if (view.pending_reads > 0) rows.push(row("pending reads", view.pending_reads));
  for (const { peer, matched, next } of view.progress) {
    rows.push(row(`follower ${nameOf(peer, "?")}`, `match ${matched}, next ${next}`));
  }
  return { title: `Replica of range ${range} on ${nodeId(world, node)}`, rows };
}

/** How long it may answer alone: of the shown range, which the frame tells of. */
function aloneRows({ replicas }: Frame, node: number): Row[] {
  const at = replicas.node.subarray(0, replicas.count).indexOf(node);
  const lease = leaseText(replicas.lease_state[at] ?? 0, replicas.lease_left_us[at] ?? 0);
  const safe = safeText(replicas.safe_lag_us[at] ?? -1);
  return [
    ...(lease === "" ? [] : [row("lease", lease.replace(/^lease /, ""))]),
    ...(safe === "" ? [] : [row("safe time", safe.replace(/^safe /, ""))]),
  ];
}

/** What is special about it. */
function markRows({ delegate_for, joint, asleep, role }: ReplicaView): Row[] {
  const rows: Row[] = [];
  if (delegate_for !== null) rows.push(row("delegate", "of its zone"));
  if (joint) rows.push(row("members", "joint: both majorities must agree"));
  if (asleep) rows.push(row("hibernates", "yes"));
  if (role === "learner") rows.push(row("vote", "none: a learner"));
  return rows;
}

/** What follows from its fields and its leader's. */
function derived(
  view: ReplicaView,
  leader: ReplicaView | undefined,
  { world, frame, tape }: Known,
  range: number,
): Row[] {
  const rows: Row[] = [];
  if (view.role === "leader") {
    rows.push(row("quorum slack", Math.max(0, view.leads - majority(view.voters))));
  } else if (leader !== undefined) {
    const missed = Math.max(0, leader.commit - view.applied);
    rows.push(row("lag behind leader", entries(leader.last - view.last)));
    rows.push(row("a local read would miss", entries(missed)));
    const since_us = missed === 0 ? null : committedAt(tape, range, leader.node, view.applied);
    if (since_us !== null) {
      rows.push(row("a local read would be stale by", formatDuration(frame.now_us - since_us)));
    }
  }
  rows.push(row("commit lag", entries(view.last - view.commit)));
  rows.push(row("apply lag", entries(view.commit - view.applied)));
  if (view.running && view.role !== "leader") {
    const ticks = (count: number): string => formatDuration(Math.max(0, count) * world.tick_us);
    rows.push(row("since last leader contact", ticks(view.election_elapsed)));
    rows.push(row("election timeout in", ticks(view.election_timeout - view.election_elapsed)));
  }
  return rows;
}

/** When the leader committed the first entry after an index, if that was recorded. */
function committedAt(
  tape: Tape | null,
  range: number,
  leader: number,
  after: number,
): number | null {
  if (tape === null) return null;
  const { columns } = tape;
  for (let at = 0; at < columns.count; at += 1) {
    if (columns.what[at] !== ROW.COMMITTED || columns.range[at] !== range) continue;
    if (columns.node[at] === leader && (columns.a[at] ?? 0) > after) {
      return columns.at_us[at] ?? null;
    }
  }
  return null;
}

function tellRange(range: number, { inspection, world }: Known): Told | null {
  if (inspection?.kind !== "range") return null;
  const { row_bytes, replicas } = inspection;
  const leader = leaderOf(replicas);
  const running = replicas.filter((replica) => replica.running).length;
  const info = world.ranges.find(({ id }) => id === range);
  const rows = [row("quorum slack", Math.max(0, running - majority(replicas.length)))];
  if (leader !== undefined) rows.push(row("commit lag", entries(leader.last - leader.commit)));
  rows.push(row("leader", nodeId(world, leader?.node) ?? "nobody"));
  if (leader !== undefined) rows.push(row("term", leader.term), row("committed", leader.commit));
  if (info !== undefined) {
    const count = info.last_key - info.first_key + 1;
    rows.push(
      row("keys", `k${info.first_key} to k${info.last_key}`),
      row("rows", count),
      row("size", formatBytes(count * row_bytes)),
    );
  }
  for (const { node, first, last, commit, applied } of replicas) {
    const value = `log ${first} to ${last}, committed ${commit}, applied ${applied}`;
    rows.push(row(`replica on ${nodeId(world, node)}`, value));
  }
  return { title: `Range ${range}`, rows };
}

function tellEntry(range: number, index: number, { inspection, world }: Known): Told | null {
  if (inspection?.kind !== "entry") return null;
  const { replicas, held } = inspection;
  const newest = held.reduce((a, b) => ((b?.term ?? -1) > (a?.term ?? -1) ? b : a), null);
  const of = (count: number): string => `${count} of ${replicas.length}`;
  const rows = [row("known committed by", of(replicas.filter((r) => r.commit >= index).length))];
  if (newest !== null) {
    const isDurable = (replica: ReplicaView, place: number): boolean =>
      replica.persisted >= index && held[place]?.term === newest.term;
    rows.push(
      row("persisted by", of(replicas.filter(isDurable).length)),
      row("term", newest.term),
      row("kind", ENTRY_KINDS[newest.kind]),
      row("size", formatBytes(newest.bytes)),
    );
    if (newest.request > 0) rows.push(row("written by request", `r${newest.request}`));
  }
  for (const [place, replica] of replicas.entries()) {
    const name = `on ${nodeId(world, replica.node)}`;
    rows.push(row(name, stageText(replica, held[place]?.term, index)));
  }
  return { title: `Entry ${index} of range ${range}`, rows };
}

function stageText(replica: ReplicaView, term: number | undefined, index: number): string {
  if (term === undefined) return index < replica.first ? "compacted" : "not there";
  if (replica.applied >= index) return `term ${term}, applied`;
  if (replica.commit >= index) return `term ${term}, committed`;
  return replica.persisted >= index ? `term ${term}, on disk` : `term ${term}, not on disk yet`;
}

/** The running leader of the newest term: an older one was replaced and does not know it. */
function leaderOf(replicas: readonly ReplicaView[]): ReplicaView | undefined {
  const leaders = replicas.filter((replica) => replica.running && replica.role === "leader");
  return leaders.sort((a, b) => b.term - a.term)[0];
}

function majority(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

function entries(count: number): string {
  return plural(Math.max(0, count), "entry", "entries");
}

function nodeId(world: World, node: number | undefined): string | undefined {
  return world.nodes[node ?? -1]?.id;
}

export function tellOfRange(target: Target, known: Known): Told | null {
  if ("replica" in target) return tellReplica(target.replica.range, target.replica.node, known);
  if ("range" in target) return tellRange(target.range, known);
  if ("entry" in target) return tellEntry(target.entry.range, target.entry.index, known);
  return null;
}
