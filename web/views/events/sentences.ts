/**
 * What a row of the tape says, as a sentence, and what it changed. Pure; from the names of the world
 * and nothing else.
 */

import type { LoggedAction, RefusalWords, World } from "@/engine/types";
import { CHANGES, OPS, REFUSALS } from "@/model/codes";
import { changeSentence, decisionSentence } from "@/model/decided";
import { decisionOf } from "@/model/decisionRow";
import { keysText, OP_INFO } from "@/model/ops";
import { NO_NODE, NO_RANGE, namedKeys, ROW } from "@/model/trace";
import { formatBytes, formatDuration, plural } from "@/model/units";
import { isOfReads, readSentence } from "./readSentences";
import type { TapeIndex } from "./tapeIndex";

/** What sentences are made from. */
export interface Context {
  world: World;
  /** What somebody did: its words are known. */
  actions: readonly LoggedAction[];
  index: TapeIndex;
}

const ROLES = ["follower", "pre-candidate", "candidate", "leader", "learner"];
const DEATHS = [
  "is lost on the way",
  "is lost at a cut",
  "was dropped by hand",
  "finds its receiver down",
  "is lost with its connection",
  "is dropped: the buffers are full",
  "does not get through: its sender closes the connection",
];
const REFUSAL_WORDS: Record<RefusalWords[number], string> = {
  not_leader: "it does not lead",
  dropped: "Raft dropped the proposal",
  unavailable: "it is down",
  wrong_range: "it does not hold the key",
  lagging_index: "it lags too far behind the read index",
  not_safe_yet: "it is not safe to read at that time yet",
  busy: "it is busy",
  locked: "it met a lock of another transaction",
  write_conflict: "it found a newer version",
  read_only_session: "its session is read-only",
  below_skew: "the bound is below twice the clock skew",
  no_learner: "it has no learner",
  no_timestamp: "no timestamp came in time",
  needs_timestamps: "it cannot be done without timestamps, which are off",
};

export function sentence(context: Context, row: number): string {
  const { index } = context;
  const what = index.what(row);
  if (what >= ROW.BEGAN_ARRIVE) return beganSentence(context, row, what);
  if (what === ROW.SENT) return sentSentence(context, row);
  if (what === ROW.DELIVERED || what === ROW.DIED) return endSentence(context, row, what);
  if (what <= ROW.COMPACTED) return replicaSentence(context, row, what);
  if (what === ROW.DECIDED) {
    const decision = decisionOf(index.columns, row);
    return decision === undefined
      ? "Something was decided."
      : decisionSentence(context.world, decision);
  }
  if (what === ROW.CHANGED) return changedSentence(context, row);
  if (what === ROW.SAVED) return savedSentence(context, row);
  if (what === ROW.HELD_BACK) return heldSentence(context, row);
  if (isOfReads(what)) {
    const nameOf = (peer: number): string => peerName(context, index.range(row), peer);
    return readSentence(context.world, index, row, nameOf);
  }
  if (what >= ROW.INVOKED) return requestSentence(context, row, what);
  return worldSentence(context, row, what);
}

/** State change after it: "commit 41 → 42". Empty when nothing is, or it is not known. */
export function change(context: Context, row: number): string {
  const { index } = context;
  const { a } = index.columns;
  const origin = index.origin(row);
  const what = index.what(row);
  if (what === ROW.ROLE) return roleChange(context, row);
  const label = CHANGED[what];
  if (label === undefined) return "";
  const now = a[row] ?? 0;
  if (origin < 0) return `${label} ${now}`;
  const before = a[origin] ?? 0;
  return before === now ? "" : `${label} ${before} → ${now}`;
}

const CHANGED: Readonly<Record<number, string>> = {
  [ROW.APPENDED]: "last",
  [ROW.PERSISTED]: "durable",
  [ROW.COMMITTED]: "commit",
  [ROW.APPLIED]: "applied",
  [ROW.SNAPSHOT_INSTALLED]: "applied",
  [ROW.COMPACTED]: "first",
};

function roleChange(context: Context, row: number): string {
  const { index } = context;
  const { a, b, c, flags } = index.columns;
  const origin = index.origin(row);
  const range = index.range(row);
  const parts: string[] = [];
  const add = (label: string, before: string | null, now: string): void => {
    if (before === null) parts.push(`${label} ${now}`);
    else if (before !== now) parts.push(`${label} ${before} → ${now}`);
  };
  const peer = (column: Float64Array, at: number): string => peerName(context, range, column[at]);
  const had = origin >= 0;
  const roleAt = (at: number): string => ROLES[(flags[at] ?? 0) >>> 16] ?? "";
  add("role", had ? roleAt(origin) : null, roleAt(row));
  add("term", had ? String(a[origin]) : null, String(a[row]));
  add("leader", had ? peer(b, origin) : null, peer(b, row));
  add("vote", had ? peer(c, origin) : null, peer(c, row));
  return parts.join(", ");
}

function sentSentence({ world, index }: Context, row: number): string {
  const { flags, a, d, e, f } = index.columns;
  const bits = flags[row] ?? 0;
  const entries = f[row] ?? 0;
  const after = e[row] ?? 0;
  const parts: string[] = [];
  if (entries === 1) parts.push(`entry ${after + 1}`);
  else if (entries > 1) parts.push(`entries ${after + 1} to ${after + entries}`);
  if (bits >>> 24 === 1) parts.push("a refusal");
  if ((d[row] ?? 0) > 0) parts.push(`term ${d[row]}`);
  parts.push(formatBytes(a[row] ?? 0));
  const to = nodeId(world, index.other(row));
  return `Sends ${messageName(world, bits)} to ${to}: ${parts.join(", ")}.`;
}

function endSentence({ world, index }: Context, row: number, what: number): string {
  const { flags, flight } = index.columns;
  const origin = index.origin(row);
  const how = what === ROW.DELIVERED ? "arrives" : deathOf(flags[row] ?? 0, world, index, row);
  if (origin < 0) return `Message ${flight[row]}, sent before the record begins, ${how}.`;
  const name = messageName(world, flags[origin] ?? 0);
  return `${name} from ${nodeId(world, index.other(row))} ${how}.`;
}

function deathOf(how: number, world: World, index: TapeIndex, row: number): string {
  if (how === 3 && index.node(row) !== NO_NODE) {
    return `finds ${nodeId(world, index.node(row))} down`;
  }
  return DEATHS[how] ?? "ends";
}

function replicaSentence(context: Context, row: number, what: number): string {
  const { index } = context;
  const { a, b } = index.columns;
  const number = a[row] ?? 0;
  switch (what) {
    case ROW.ROLE:
      return roleSentence(context, row);
    case ROW.APPENDED: {
      const origin = index.origin(row);
      const isOver = origin >= 0 && (a[origin] ?? 0) >= number;
      const did = isOver ? "Overwrites its log from entry" : "Writes entry";
      return isOver
        ? `${did} ${number} on, with one of term ${b[row]}.`
        : `${did} ${number} of term ${b[row]} into its log.`;
    }
    case ROW.PERSISTED:
      return `Its log is durable up to ${number}.`;
    case ROW.COMMITTED:
      return `Knows that entries up to ${number} are committed.`;
    case ROW.APPLIED:
      return `Applies entry ${number}.`;
    case ROW.SNAPSHOT_INSTALLED:
      return `Replaces its state by a snapshot up to ${number}.`;
    default:
      return `Drops its log before ${number}.`;
  }
}

function roleSentence(context: Context, row: number): string {
  const { index } = context;
  const { a, b, c, flags } = index.columns;
  const origin = index.origin(row);
  const range = index.range(row);
  const role = (flags[row] ?? 0) >>> 16;
  const term = a[row] ?? 0;
  const leader = peerName(context, range, b[row]);
  if (origin < 0 || (flags[origin] ?? 0) >>> 16 !== role) {
    if (role === 1) return `Asks for pre-votes for term ${term + 1}.`;
    if (role === 2) return `Campaigns as candidate in term ${term}.`;
    if (role === 3) return `Becomes leader of term ${term}.`;
    const known = b[row] === 0 ? "" : ` of ${leader}`;
    return `Becomes ${ROLES[role]}${known} in term ${term}.`;
  }
  if (b[origin] !== b[row] && b[row] !== 0) return `Learns that ${leader} leads term ${term}.`;
  if (c[origin] !== c[row] && c[row] !== 0) {
    return `Votes for ${peerName(context, range, c[row])} in term ${term}.`;
  }
  if (a[origin] !== term) return `Learns of term ${term}.`;
  return `Knows no leader of term ${term} any more.`;
}

function changedSentence({ world, index }: Context, row: number): string {
  const { range, flags, a, b } = index.columns;
  const what = CHANGES[(flags[row] ?? 0) >>> 16];
  if (what === undefined) return "A range or its members changed.";
  const of = range[row] ?? NO_RANGE;
  return changeSentence(world, { range: of, what, a: a[row] ?? 0, b: b[row] ?? 0 });
}

const SAVERS = [
  "It goes to a delegate once",
  "It leaves out what the receiver knows",
  "It is compressed",
  "It comes from a nearby replica",
];

function savedSentence({ world, index }: Context, row: number): string {
  const { flags, a } = index.columns;
  const origin = index.origin(row);
  const name = origin < 0 ? "a message" : messageName(world, index.columns.flags[origin] ?? 0);
  const by = SAVERS[flags[row] ?? 0] ?? "A feature is on";
  return `${by}: ${name} saves ${formatBytes(a[row] ?? 0)}.`;
}

function heldSentence({ world, index }: Context, row: number): string {
  const { flags, a } = index.columns;
  const origin = index.origin(row);
  const name = origin < 0 ? "A message" : messageName(world, index.columns.flags[origin] ?? 0);
  const why =
    (flags[row] ?? 0) > 0 ? "its packets were lost and sent again" : "it waited for others";
  return `${name} comes ${formatDuration(a[row] ?? 0)} late: ${why} on a connection that loses packets.`;
}

function requestSentence({ world, index }: Context, row: number, what: number): string {
  const { a, b, flags, node, other } = index.columns;
  const request = `r${index.request(row)}`;
  switch (what) {
    case ROW.INVOKED:
      return invokedSentence(world, index, row);
    case ROW.NAMED:
      return `${request} is for ${keysText(namedKeys(index.columns, row))}.`;
    case ROW.ATTEMPTED:
      return `${request} is tried at ${nodeId(world, other[row] ?? NO_NODE)}.`;
    case ROW.REFUSED:
      return `Refuses ${request}: ${REFUSAL_WORDS[REFUSALS[flags[row] ?? 0] ?? "unavailable"]}.`;
    case ROW.READ_INDEX_ASKED:
      return `Asks for a read index for ${request}.`;
    case ROW.READ_INDEX_KNOWN:
      return `The read index of ${request} is ${a[row]}; ${b[row]} is applied here.`;
    case ROW.SERVED:
      return `Reads its rows for ${request}.`;
    default: {
      const lasted = formatDuration((index.columns.at_us[row] ?? 0) - (b[row] ?? 0));
      const server = node[row] ?? NO_NODE;
      const by = server === NO_NODE ? "" : ` by ${nodeId(world, server)}`;
      if (flags[row] === 0) return `${request} is answered${by} after ${lasted}.`;
      if (flags[row] === 1) return `${request} fails after ${lasted}; it was certainly not done.`;
      return `${request} ends without an answer after ${lasted}; it may have been done.`;
    }
  }
}

function invokedSentence(world: World, index: TapeIndex, row: number): string {
  const { a, b, c, e, flags } = index.columns;
  const bits = flags[row] ?? 0;
  const retry = -(e[row] ?? 0);
  const again = retry > 0 ? `, retry ${retry} of its client` : "";
  const op = OPS[bits & 0xff] ?? "get";
  const { word, reads } = OP_INFO[op];
  const rows = bits === 1 ? `, ${plural(b[row] ?? 1, "row")}` : "";
  const by = (c[row] ?? -1) < 0 ? "by hand" : `by ${world.workloads[c[row] ?? 0]?.id ?? "load"}`;
  const mode = !reads ? "" : `, read mode ${modeName(world, bits >>> 8)}`;
  return `r${index.request(row)} enters, ${by}: ${word} k${a[row]}${rows}${mode}${again}.`;
}

function worldSentence({ world, actions, index }: Context, row: number, what: number): string {
  const { a, at_us, flags } = index.columns;
  const number = a[row] ?? 0;
  switch (what) {
    case ROW.FAULT_BEGAN:
      return `${faultName(world, index, row)} begins.`;
    case ROW.FAULT_ENDED:
      return `${faultName(world, index, row)} ends.`;
    case ROW.WORKLOAD_SWITCHED: {
      const name = world.workloads[number]?.id ?? "";
      return `The load ${name} ${flags[row] === 1 ? "starts" : "stops"}.`;
    }
    case ROW.ACTED: {
      const logged = actions.find((action) => action.at_us === at_us[row]);
      return logged?.text ?? `Action ${number + 1} of the scenario is carried out.`;
    }
    default:
      return "A setting changes.";
  }
}

function faultName(world: World, index: TapeIndex, row: number): string {
  const { a, b, flags } = index.columns;
  const bits = flags[row] ?? 0;
  const place = (column: Float64Array, bit: number): string => {
    const at = column[row] ?? 0;
    if ((bits >>> bit) & 1) return world.zones[at]?.id ?? `zone ${at}`;
    return nodeId(world, at);
  };
  const from = place(a, 16);
  const kind = bits & 0xff;
  if (kind === 1) return `The isolation of ${from}`;
  if (kind === 3) return `The crash of ${from}`;
  if (kind === 4) return `The pause of ${from}`;
  const both = (bits >>> 8) & 1;
  const link = both ? `between ${from} and ${place(b, 17)}` : `from ${from} to ${place(b, 17)}`;
  return kind === 0 ? `The cut ${link}` : `The degradation ${link}`;
}

function beganSentence({ world, index }: Context, row: number, what: number): string {
  const { a, node, flight } = index.columns;
  const load = world.workloads[a[row] ?? 0]?.id ?? "";
  switch (what) {
    case ROW.BEGAN_TICK:
      return "Its clock ticks.";
    case ROW.BEGAN_HANDLE:
      return `A core is free for message ${flight[row]}, which waited.`;
    case ROW.BEGAN_SERVE:
      return "A read has had its service time.";
    case ROW.BEGAN_SYNCED:
      return "Its fsync is over.";
    case ROW.BEGAN_APPLY:
      return "Committed entries are due at its state machine.";
    case ROW.BEGAN_SNAPSHOT_REPORT:
      return "Its transport reports what became of a snapshot.";
    case ROW.BEGAN_UNREACHABLE:
      return "Its transport reports a peer unreachable.";
    case ROW.BEGAN_CLIENT:
      return `A client of ${load} has finished thinking.`;
    case ROW.BEGAN_ARRIVAL:
      return `The next request of ${load} is due.`;
    case ROW.BEGAN_DEADLINE:
      return "The oldest request reaches its deadline.";
    case ROW.BEGAN_RETRY:
      return `r${index.request(row)} is tried again.`;
    case ROW.BEGAN_BROKEN: {
      const store = nodeId(world, node[row] ?? NO_NODE);
      return `The connection to ${store} is gone; r${index.request(row)} waited for it.`;
    }
    case ROW.BEGAN_SCHEDULE:
      return "Its next round of scheduling is due.";
    default:
      return "";
  }
}

/** "s1"; nothing for no node. */
export function nodeId(world: World, node: number): string {
  return world.nodes[node]?.id ?? "";
}

/** The store of a peer of a range; "nobody" for 0. */
function peerName(context: Context, range: number, peer: number | undefined): string {
  if (peer === undefined || peer === 0) return "nobody";
  const { world, index } = context;
  const held = world.ranges.find(({ id }) => id === range);
  const replica = held?.replicas.find((one) => one.peer === peer);
  const node = replica?.node ?? index.storeOf(range, peer);
  return nodeId(world, node) || `peer ${peer}`;
}

function messageName(world: World, flags: number): string {
  return world.message_types[flags & 0xff]?.id ?? "a message";
}

function modeName(world: World, mode: number): string {
  return world.read_modes[mode]?.label.toLowerCase() ?? "";
}
