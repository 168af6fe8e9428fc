/** A replica, a range and a log entry. Must not know how rows are shown. */

import type { EntryKind, Frame, Inspection, ReplicaView, Target, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { toleratedDriftText } from "@/model/readTimes";
import { asksForVotes, leads, learns, ROLE_ROWS } from "@/model/roles";
import { ROW } from "@/model/trace";
import { formatBytes, formatDuration } from "@/model/units";
import type { Tape } from "@/session/tape/tapeTypes";
import { type Description, type Known, type Row, row } from "./types";

const ENTRY_KINDS: Record<EntryKind, string> = {
  normal: msg("a write"),
  empty: msg("the empty entry of a new leader"),
  "conf-change": msg("a change of members"),
  admin: msg("a split or a merge"),
};

function replicasOf(inspection: Inspection | null): readonly ReplicaView[] {
  return inspection !== null && "replicas" in inspection ? inspection.replicas : [];
}

function tellReplica(range: number, node: number, known: Known): Description | null {
  const { inspection, world, frame } = known;
  const replicas = replicasOf(inspection);
  const view = replicas.find((replica) => replica.node === node);
  if (view === undefined) return null;
  const nameOf = (peer: number, none: string): string =>
    nodeId(world, replicas.find((replica) => replica.peer === peer)?.node) ?? none;
  const rows = [
    ...derived(view, leaderOf(replicas), known, range),
    row(msg("role"), t(view.running ? ROLE_ROWS[view.role].word : msg("down"))),
    row(msg("term"), view.term),
    row(msg("known leader"), nameOf(view.leader_peer, t("nobody"))),
    row(msg("voted for"), nameOf(view.vote, t("nobody"))),
    row(msg("peer"), view.peer),
    row(msg("log"), t("{from} to {to}", { from: view.first, to: view.last })),
    row(msg("persisted"), view.persisted),
    row(msg("committed"), view.commit),
    row(msg("applied"), view.applied),
  ];
  rows.push(...markRows(view));
  if (leads(view.role))
    rows.push(row(msg("leads"), t("{n} of {all}", { n: view.leads, all: view.voters })));
  if (asksForVotes(view.role)) {
    rows.push(row(msg("votes"), t("{n} of {all}", { n: view.votes, all: view.voters })));
  }
  rows.push(
    row(
      msg("election timer"),
      t("{n} of {all} ticks", { n: view.election_elapsed, all: view.election_timeout }),
    ),
  );
  if (known.range === range) rows.push(...aloneRows(frame, node));
  if (view.lease !== null)
    rows.push(row(msg("lease valid while"), toleratedDriftText(view.lease.tolerates_ppm)));
  if (view.pending_reads > 0) rows.push(row(msg("pending reads"), view.pending_reads));
  for (const { peer, matched, next } of view.progress) {
    rows.push(
      row(msg("follower {node}"), t("match {matched}, next {next}", { matched, next }), "", {
        node: nameOf(peer, "?"),
      }),
    );
  }
  return {
    title: t("Replica of range {range} on {node}", { range, node: nodeId(world, node) ?? "?" }),
    rows,
  };
}

/** How long it may answer alone: of the shown range, which the frame tells of. */
function aloneRows({ replicas }: Frame, node: number): Row[] {
  const at = replicas.node.subarray(0, replicas.count).indexOf(node);
  // 0: nobody uses leases.
  const lease = replicas.lease_state[at] ?? 0;
  const left = formatDuration(replicas.lease_left_us[at] ?? 0);
  const lag_us = replicas.safe_lag_us[at] ?? -1;
  return [
    ...(lease === 0 ? [] : [row(msg("lease"), OVER[lease] === undefined ? left : t(OVER[lease]))]),
    ...(lag_us < 0 ? [] : [row(msg("safe time"), t("{lag} ago", { lag: formatDuration(lag_us) }))]),
  ];
}

/** By the engine's numbers. */
const OVER: Readonly<Record<number, string>> = { 2: msg("suspended"), 3: msg("expired") };

function markRows({ delegate_for, joint, asleep, role }: ReplicaView): Row[] {
  const rows: Row[] = [];
  if (delegate_for !== null) rows.push(row(msg("delegate"), t("of its zone")));
  if (joint) rows.push(row(msg("members"), t("joint: both majorities must agree")));
  if (asleep) rows.push(row(msg("hibernates"), t("yes")));
  if (learns(role)) rows.push(row(msg("vote"), t("none: a learner")));
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
  if (leads(view.role)) {
    rows.push(row(msg("quorum slack"), Math.max(0, view.leads - majority(view.voters))));
  } else if (leader !== undefined) {
    const missed = Math.max(0, leader.commit - view.applied);
    rows.push(row(msg("lag behind leader"), entries(leader.last - view.last)));
    rows.push(row(msg("a local read would miss"), entries(missed)));
    const since_us = missed === 0 ? null : committedAt(tape, range, leader.node, view.applied);
    if (since_us !== null) {
      rows.push(
        row(msg("a local read would be stale by"), formatDuration(frame.now_us - since_us)),
      );
    }
  }
  rows.push(row(msg("commit lag"), entries(view.last - view.commit)));
  rows.push(row(msg("apply lag"), entries(view.commit - view.applied)));
  if (view.running && !leads(view.role)) {
    const ticks = (count: number): string => formatDuration(Math.max(0, count) * world.tick_us);
    rows.push(row(msg("since last leader contact"), ticks(view.election_elapsed)));
    rows.push(
      row(msg("election timeout in"), ticks(view.election_timeout - view.election_elapsed)),
    );
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

function tellRange(range: number, { inspection, world }: Known): Description | null {
  if (inspection?.kind !== "range") return null;
  const { row_bytes, replicas } = inspection;
  const leader = leaderOf(replicas);
  const running = replicas.filter((replica) => replica.running).length;
  const info = world.ranges.find(({ id }) => id === range);
  const rows = [row(msg("quorum slack"), Math.max(0, running - majority(replicas.length)))];
  if (leader !== undefined) rows.push(row(msg("commit lag"), entries(leader.last - leader.commit)));
  rows.push(row(msg("leader"), nodeId(world, leader?.node) ?? t("nobody")));
  if (leader !== undefined)
    rows.push(row(msg("term"), leader.term), row(msg("committed"), leader.commit));
  if (info !== undefined) {
    const count = info.last_key - info.first_key + 1;
    rows.push(
      row(
        msg("keys"),
        t("{from} to {to}", { from: `k${info.first_key}`, to: `k${info.last_key}` }),
      ),
      row(msg("rows"), count),
      row(msg("size"), formatBytes(count * row_bytes)),
    );
  }
  for (const { node, first, last, commit, applied } of replicas) {
    const values = { first, last, commit, applied };
    const value = t("log {first} to {last}, committed {commit}, applied {applied}", values);
    rows.push(row(msg("replica on {node}"), value, "", { node: nodeId(world, node) ?? "?" }));
  }
  return { title: t("Range {range}", { range }), rows };
}

function tellEntry(range: number, index: number, { inspection, world }: Known): Description | null {
  if (inspection?.kind !== "entry") return null;
  const { replicas, held } = inspection;
  const newest = held.reduce((a, b) => ((b?.term ?? -1) > (a?.term ?? -1) ? b : a), null);
  const of = (count: number): string => t("{n} of {all}", { n: count, all: replicas.length });
  const rows = [
    row(msg("known committed by"), of(replicas.filter((r) => r.commit >= index).length)),
  ];
  if (newest !== null) {
    const isDurable = (replica: ReplicaView, place: number): boolean =>
      replica.persisted >= index && held[place]?.term === newest.term;
    rows.push(
      row(msg("persisted by"), of(replicas.filter(isDurable).length)),
      row(msg("term"), newest.term),
      row(msg("kind"), t(ENTRY_KINDS[newest.kind])),
      row(msg("size"), formatBytes(newest.bytes)),
    );
    if (newest.request > 0) rows.push(row(msg("written by request"), `r${newest.request}`));
  }
  for (const [place, replica] of replicas.entries()) {
    const stage = stageText(replica, held[place]?.term, index);
    rows.push(row(msg("on {node}"), stage, "", { node: nodeId(world, replica.node) ?? "?" }));
  }
  return { title: t("Entry {index} of range {range}", { index, range }), rows };
}

function stageText(replica: ReplicaView, term: number | undefined, index: number): string {
  if (term === undefined) return index < replica.first ? t("compacted") : t("not there");
  if (replica.applied >= index) return t("term {term}, applied", { term });
  if (replica.commit >= index) return t("term {term}, committed", { term });
  return replica.persisted >= index
    ? t("term {term}, on disk", { term })
    : t("term {term}, not on disk yet", { term });
}

/** The running leader of the newest term: an older one was replaced and does not know it. */
function leaderOf(replicas: readonly ReplicaView[]): ReplicaView | undefined {
  const leaders = replicas.filter((replica) => replica.running && leads(replica.role));
  return leaders.sort((a, b) => b.term - a.term)[0];
}

function majority(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

function entries(count: number): string {
  return t("{n, plural, one {# entry} other {# entries}}", { n: Math.max(0, count) });
}

function nodeId(world: World, node: number | undefined): string | undefined {
  return world.nodes[node ?? -1]?.id;
}

export function tellOfRange(target: Target, known: Known): Description | null {
  if ("replica" in target) return tellReplica(target.replica.range, target.replica.node, known);
  if ("range" in target) return tellRange(target.range, known);
  if ("entry" in target) return tellEntry(target.entry.range, target.entry.index, known);
  return null;
}
