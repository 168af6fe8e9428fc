/**
 * A replica, a range and a log entry, from the engine's numbers (the layout stands in
 * core/run/src/playground/inspect.rs). Must not know how rows are shown.
 */

import { bearsText, leaseText, safeText } from "@/lib/readTimes";
import { type ReplicaMarks, replicaMarks } from "@/lib/replicaMarks";
import { ROW } from "@/lib/trace";
import { formatBytes, formatDuration, plural } from "@/lib/units";
import type { Frame, Target, World } from "@/protocol/engine";
import type { Tape } from "@/store/tapeTypes";
import { type Known, type Row, row, type Told } from "./types";

const REPLICA = 21;
const ENTRY = 5;
const LEADER = 3;
const LEARNER = 4;
const ROLES = ["follower", "pre-candidate", "candidate", "leader", "learner"];
const ENTRY_KINDS = [
  "a write",
  "the empty entry of a new leader",
  "a change of members",
  "a split or a merge",
];

interface Replica {
  node: number;
  peer: number;
  running: boolean;
  role: number;
  term: number;
  leaderPeer: number;
  vote: number;
  votes: number;
  voters: number;
  leads: number;
  first: number;
  last: number;
  durable: number;
  commit: number;
  applied: number;
  elapsed: number;
  timeout: number;
  pendingReads: number;
  marks: ReplicaMarks;
  /** How much faster a follower’s clock may run while its lease holds; NaN without a lease. */
  leaseBearsPpm: number;
  followers: { peer: number; matched: number; next: number }[];
}

interface RangeNumbers {
  rowBytes: number;
  replicas: Replica[];
  /** Where the numbers of the range end. */
  end: number;
}

function readRange(numbers: Float64Array): RangeNumbers {
  const read = (at: number): number => numbers[at] ?? 0;
  const replicas: Replica[] = [];
  let at = 2;
  for (let place = 0; place < read(1); place += 1) {
    const head = at;
    const n = (offset: number): number => read(head + offset);
    at += REPLICA;
    const followers = [];
    for (let other = 0; other < n(20); other += 1, at += 3) {
      followers.push({ peer: read(at), matched: read(at + 1), next: read(at + 2) });
    }
    replicas.push({
      node: n(0),
      peer: n(1),
      running: n(2) === 1,
      role: n(3),
      term: n(4),
      leaderPeer: n(5),
      vote: n(6),
      votes: n(7),
      voters: n(8),
      leads: n(9),
      first: n(10),
      last: n(11),
      durable: n(12),
      commit: n(13),
      applied: n(14),
      elapsed: n(15),
      timeout: n(16),
      pendingReads: n(17),
      marks: replicaMarks(n(18)),
      leaseBearsPpm: n(19),
      followers,
    });
  }
  return { rowBytes: read(0), replicas, end: at };
}

function tellReplica(range: number, node: number, known: Known): Told | null {
  const { numbers, world, frame } = known;
  const replicas = numbers === null ? [] : readRange(numbers).replicas;
  const view = replicas.find((replica) => replica.node === node);
  if (view === undefined) return null;
  const nameOf = (peer: number, none: string): string =>
    nodeId(world, replicas.find((replica) => replica.peer === peer)?.node) ?? none;
  const rows = [
    ...derived(view, leaderOf(replicas), known, range),
    row("role", view.running ? (ROLES[view.role] ?? "") : "down"),
    row("term", view.term),
    row("leader that it knows", nameOf(view.leaderPeer, "nobody")),
    row("voted for", nameOf(view.vote, "nobody")),
    row("peer", view.peer),
    row("log", `${view.first} to ${view.last}`),
    row("on disk", view.durable),
    row("committed", view.commit),
    row("applied", view.applied),
  ];
  rows.push(...markRows(view));
  if (view.role === LEADER) rows.push(row("leads", `${view.leads} of ${view.voters}`));
  if (view.role === 1 || view.role === 2) {
    rows.push(row("votes", `${view.votes} of ${view.voters}`));
  }
  rows.push(row("election timer", `${view.elapsed} of ${view.timeout} ticks`));
  if (known.range === range) rows.push(...aloneRows(frame, node));
  const bears = bearsText(view.leaseBearsPpm);
  if (bears !== "") rows.push(row("lease holds", bears));
  if (view.pendingReads > 0) rows.push(row("waiting reads", view.pendingReads));
  for (const { peer, matched, next } of view.followers) {
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
function markRows({ marks, role }: Replica): Row[] {
  const rows: Row[] = [];
  if (marks.delegate) rows.push(row("delegate", "of its zone"));
  if (marks.joint) rows.push(row("members", "two sets, both must agree"));
  if (marks.asleep) rows.push(row("hibernates", "yes"));
  if (role === LEARNER) rows.push(row("vote", "none: a learner"));
  return rows;
}

/** What follows from its fields and its leader's. */
function derived(
  view: Replica,
  leader: Replica | undefined,
  { world, frame, tape }: Known,
  range: number,
): Row[] {
  const rows: Row[] = [];
  if (view.role === LEADER) {
    rows.push(row("quorum slack", Math.max(0, view.leads - majority(view.voters))));
  } else if (leader !== undefined) {
    const missed = Math.max(0, leader.commit - view.applied);
    rows.push(row("behind the leader", entries(leader.last - view.last)));
    rows.push(row("a read here now misses", entries(missed)));
    const since_us = missed === 0 ? null : committedAt(tape, range, leader.node, view.applied);
    if (since_us !== null) {
      rows.push(row("stale if read now", formatDuration(frame.now_us - since_us)));
    }
  }
  rows.push(row("commit lag", entries(view.last - view.commit)));
  rows.push(row("apply lag", entries(view.commit - view.applied)));
  if (view.running && view.role !== LEADER) {
    const ticks = (count: number): string => formatDuration(Math.max(0, count) * world.tick_us);
    rows.push(row("last heard from a leader", ticks(view.elapsed)));
    rows.push(row("election timer left", ticks(view.timeout - view.elapsed)));
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

function tellRange(range: number, { numbers, world }: Known): Told | null {
  if (numbers === null) return null;
  const { rowBytes, replicas } = readRange(numbers);
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
      row("size", formatBytes(count * rowBytes)),
    );
  }
  for (const { node, first, last, commit, applied } of replicas) {
    const value = `log ${first} to ${last}, committed ${commit}, applied ${applied}`;
    rows.push(row(`replica on ${nodeId(world, node)}`, value));
  }
  return { title: `Range ${range}`, rows };
}

/** The entry's command in both forms (core/run/src/playground/encodings.rs), if it is a put. */
export function encodingsOf(numbers: Float64Array): Float64Array | null {
  const { replicas, end } = readRange(numbers);
  const rest = numbers.subarray(end + replicas.length * ENTRY);
  return rest.length === 0 ? null : rest;
}

function tellEntry(range: number, index: number, { numbers, world }: Known): Told | null {
  if (numbers === null) return null;
  const { replicas, end } = readRange(numbers);
  const held = replicas.map((_, place) => {
    const [isHeld = 0, term = 0, kind = 0, bytes = 0, request = 0] = numbers.subarray(
      end + place * ENTRY,
      end + (place + 1) * ENTRY,
    );
    return isHeld === 1 ? { term, kind, bytes, request } : undefined;
  });
  const newest = held.reduce((a, b) => ((b?.term ?? -1) > (a?.term ?? -1) ? b : a), undefined);
  const of = (count: number): string => `${count} of ${replicas.length}`;
  const rows = [row("known committed by", of(replicas.filter((r) => r.commit >= index).length))];
  if (newest !== undefined) {
    const isDurable = (replica: Replica, place: number): boolean =>
      replica.durable >= index && held[place]?.term === newest.term;
    rows.push(
      row("on the disks of", of(replicas.filter(isDurable).length)),
      row("term", newest.term),
      row("kind", ENTRY_KINDS[newest.kind] ?? ""),
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

function stageText(replica: Replica, term: number | undefined, index: number): string {
  if (term === undefined) return index < replica.first ? "compacted" : "not there";
  if (replica.applied >= index) return `term ${term}, applied`;
  if (replica.commit >= index) return `term ${term}, committed`;
  return replica.durable >= index ? `term ${term}, on disk` : `term ${term}, not on disk yet`;
}

/** The running leader of the newest term: an older one was replaced and does not know it. */
function leaderOf(replicas: readonly Replica[]): Replica | undefined {
  const leaders = replicas.filter((replica) => replica.running && replica.role === LEADER);
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
