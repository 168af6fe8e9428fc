/** What a row of the tape says, as a sentence, and what it changed. */

import type { LoggedAction, World } from "@/engine/types";
import { CHANGES, REFUSALS } from "@/engine/vocabulary";
import { msg, small, t, translate } from "@/language/words";
import { changeSentence, decisionSentence } from "@/model/decided";
import { decisionOf } from "@/model/decisionRow";
import { modeOf, opOf } from "@/model/invoked";
import { keysText, OP_INFO } from "@/model/ops";
import { ROLE_ROWS, roleOf } from "@/model/roles";
import { NO_NODE, NO_RANGE, namedKeys, ROW } from "@/model/trace";
import { formatBytes, formatDuration } from "@/model/units";
import { faultName } from "./faultName";
import { isOfReads, readSentence } from "./readSentences";
import { becoming, DEATHS, REFUSAL_WORDS, SAVERS } from "./sentenceWords";
import type { TapeIndex } from "./tapeIndex";

export interface Context {
  world: World;
  /** What somebody did: its words are known. */
  actions: readonly LoggedAction[];
  index: TapeIndex;
}

export function eventSentence(context: Context, row: number): string {
  const { index } = context;
  const what = index.what(row);
  if (what >= ROW.BEGAN_ARRIVE) return beganSentence(context, row, what);
  if (what === ROW.SENT) return sentSentence(context, row);
  if (what === ROW.DELIVERED || what === ROW.DIED) return endSentence(context, row, what);
  if (what <= ROW.COMPACTED) return replicaSentence(context, row, what);
  if (what === ROW.DECIDED) {
    const decision = decisionOf(index.columns, row);
    return decision === undefined
      ? t("Something was decided.")
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
  const changed = CHANGED[what];
  if (changed === undefined) return "";
  const label = t(changed);
  const now = a[row] ?? 0;
  if (origin < 0) return `${label} ${now}`;
  const before = a[origin] ?? 0;
  return before === now ? "" : `${label} ${before} → ${now}`;
}

const CHANGED: Readonly<Record<number, string>> = {
  [ROW.APPENDED]: msg("last"),
  [ROW.PERSISTED]: msg("durable"),
  [ROW.COMMITTED]: msg("commit"),
  [ROW.APPLIED]: msg("applied"),
  [ROW.SNAPSHOT_INSTALLED]: msg("applied"),
  [ROW.COMPACTED]: msg("first"),
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
  const roleAt = (at: number): string => t(ROLE_ROWS[roleOf((flags[at] ?? 0) >>> 16)].word);
  add(t("role"), had ? roleAt(origin) : null, roleAt(row));
  add(t("term"), had ? String(a[origin]) : null, String(a[row]));
  add(t("leader"), had ? peer(b, origin) : null, peer(b, row));
  add(t("vote"), had ? peer(c, origin) : null, peer(c, row));
  return parts.join(t(", "));
}

function sentSentence({ world, index }: Context, row: number): string {
  const { flags, a, d, e, f } = index.columns;
  const bits = flags[row] ?? 0;
  const entries = f[row] ?? 0;
  const after = e[row] ?? 0;
  const parts: string[] = [];
  if (entries === 1) parts.push(t("entry {index}", { index: after + 1 }));
  else if (entries > 1) {
    parts.push(t("entries {first} to {last}", { first: after + 1, last: after + entries }));
  }
  if (bits >>> 24 === 1) parts.push(t("a refusal"));
  if ((d[row] ?? 0) > 0) parts.push(t("term {term}", { term: d[row] ?? 0 }));
  parts.push(formatBytes(a[row] ?? 0));
  const to = nodeId(world, index.other(row));
  return t("Sends {message} to {to}: {parts}.", {
    message: messageName(world, bits),
    to,
    parts: parts.join(t(", ")),
  });
}

function endSentence({ world, index }: Context, row: number, what: number): string {
  const { flags, flight } = index.columns;
  const origin = index.origin(row);
  const how = what === ROW.DELIVERED ? t("arrives") : deathOf(flags[row] ?? 0, world, index, row);
  if (origin < 0) {
    return t("Message {message}, sent before the record begins, {how}.", {
      message: flight[row] ?? 0,
      how,
    });
  }
  return t("{message} from {node} {how}.", {
    message: messageName(world, flags[origin] ?? 0),
    node: nodeId(world, index.other(row)),
    how,
  });
}

function deathOf(how: number, world: World, index: TapeIndex, row: number): string {
  if (how === 3 && index.node(row) !== NO_NODE) {
    return t("finds {node} down", { node: nodeId(world, index.node(row)) });
  }
  return t(DEATHS[how] ?? msg("ends"));
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
      const values = { number, term: b[row] ?? 0 };
      return isOver
        ? t("Overwrites its log from entry {number} on, with one of term {term}.", values)
        : t("Writes entry {number} of term {term} into its log.", values);
    }
    case ROW.PERSISTED:
      return t("Its log is durable up to {number}.", { number });
    case ROW.COMMITTED:
      return t("Knows that entries up to {number} are committed.", { number });
    case ROW.APPLIED:
      return t("Applies entry {number}.", { number });
    case ROW.SNAPSHOT_INSTALLED:
      return t("Replaces its state by a snapshot up to {number}.", { number });
    default:
      return t("Drops its log before {number}.", { number });
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
    const now = roleOf(role);
    const values = { role: t(ROLE_ROWS[now].word), leader, term, next: term + 1 };
    return t(becoming(now, b[row] !== 0), values);
  }
  if (b[origin] !== b[row] && b[row] !== 0)
    return t("Learns that {leader} leads term {term}.", { leader, term });
  if (c[origin] !== c[row] && c[row] !== 0) {
    return t("Votes for {peer} in term {term}.", {
      peer: peerName(context, range, c[row]),
      term,
    });
  }
  if (a[origin] !== term) return t("Learns of term {term}.", { term });
  return t("Knows no leader of term {term} any more.", { term });
}

function changedSentence({ world, index }: Context, row: number): string {
  const { range, flags, a, b } = index.columns;
  const what = CHANGES[(flags[row] ?? 0) >>> 16];
  if (what === undefined) return t("A range or its members changed.");
  const of = range[row] ?? NO_RANGE;
  return changeSentence(world, { range: of, what, a: a[row] ?? 0, b: b[row] ?? 0 });
}

function savedSentence({ world, index }: Context, row: number): string {
  const { flags, a } = index.columns;
  const origin = index.origin(row);
  const name = origin < 0 ? t("a message") : messageName(world, index.columns.flags[origin] ?? 0);
  const by = SAVERS[flags[row] ?? 0] ?? msg("A feature is on");
  return t("{by}: {name} saves {bytes}.", { by: t(by), name, bytes: formatBytes(a[row] ?? 0) });
}

function heldSentence({ world, index }: Context, row: number): string {
  const { flags, a } = index.columns;
  const origin = index.origin(row);
  const name = origin < 0 ? t("A message") : messageName(world, index.columns.flags[origin] ?? 0);
  const values = { name, late: formatDuration(a[row] ?? 0) };
  return (flags[row] ?? 0) > 0
    ? t(
        "{name} comes {late} late: its packets were lost and sent again on a connection that loses packets.",
        values,
      )
    : t(
        "{name} comes {late} late: it waited for others on a connection that loses packets.",
        values,
      );
}

function requestSentence({ world, index }: Context, row: number, what: number): string {
  const { a, b, flags, node, other } = index.columns;
  const request = `r${index.request(row)}`;
  switch (what) {
    case ROW.INVOKED:
      return invokedSentence(world, index, row);
    case ROW.NAMED:
      return t("{request} is for {keys}.", {
        request,
        keys: keysText(namedKeys(index.columns, row)),
      });
    case ROW.ATTEMPTED:
      return t("{request} is tried at {node}.", {
        request,
        node: nodeId(world, other[row] ?? NO_NODE),
      });
    case ROW.REFUSED:
      return t("Refuses {request}: {why}.", {
        request,
        why: t(REFUSAL_WORDS[REFUSALS[flags[row] ?? 0] ?? "unavailable"]),
      });
    case ROW.PROPOSED:
      return t("Proposes {request} as entry {index}.", { request, index: a[row] ?? 0 });
    case ROW.READ_INDEX_ASKED:
      return t("Asks for a read index for {request}.", { request });
    case ROW.READ_INDEX_KNOWN:
      return t("The read index of {request} is {index}; {applied} is applied here.", {
        request,
        index: a[row] ?? 0,
        applied: b[row] ?? 0,
      });
    case ROW.SERVED:
      return t("Reads its rows for {request}.", { request });
    default: {
      const lasted = formatDuration((index.columns.at_us[row] ?? 0) - (b[row] ?? 0));
      const server = node[row] ?? NO_NODE;
      if (flags[row] === 0) {
        return server === NO_NODE
          ? t("{request} is answered after {lasted}.", { request, lasted })
          : t("{request} is answered by {node} after {lasted}.", {
              request,
              node: nodeId(world, server),
              lasted,
            });
      }
      if (flags[row] === 1)
        return t("{request} fails after {lasted}; it was certainly not done.", { request, lasted });
      return t("{request} ends without an answer after {lasted}; it may have been done.", {
        request,
        lasted,
      });
    }
  }
}

function invokedSentence(world: World, index: TapeIndex, row: number): string {
  const { a, b, c, e, flags } = index.columns;
  const bits = flags[row] ?? 0;
  // Behind it, times 256: the request with which its client asked first.
  const retry = Math.max(0, -(e[row] ?? 0)) % 256;
  const { word, reads, isStretch } = OP_INFO[opOf(bits)];
  const load = c[row] ?? -1;
  const parts = [`${t(word)} k${a[row]}`];
  if (isStretch) {
    parts.push(t("{n, plural, one {# row} other {# rows}}", { n: b[row] ?? 1 }));
  }
  if (reads) parts.push(t("read mode {mode}", { mode: modeName(world, modeOf(bits)) }));
  if (retry > 0) parts.push(t("retry {retry} of its client", { retry }));
  const values = { request: `r${index.request(row)}`, parts: parts.join(t(", ")) };
  return load < 0
    ? t("{request} enters, by hand: {parts}.", values)
    : t("{request} enters, by {load}: {parts}.", {
        ...values,
        load: world.workloads[load]?.id ?? t("load"),
      });
}

function worldSentence({ world, actions, index }: Context, row: number, what: number): string {
  const { a, at_us, flags } = index.columns;
  const number = a[row] ?? 0;
  switch (what) {
    case ROW.FAULT_BEGAN:
      return t("{fault} begins.", { fault: faultName(world, index, row) });
    case ROW.FAULT_ENDED:
      return t("{fault} ends.", { fault: faultName(world, index, row) });
    case ROW.WORKLOAD_SWITCHED: {
      const name = world.workloads[number]?.id ?? "";
      return flags[row] === 1
        ? t("The load {name} starts.", { name })
        : t("The load {name} stops.", { name });
    }
    case ROW.ACTED: {
      const logged = actions.find((action) => action.at_us === at_us[row]);
      return (
        logged?.text ?? t("Action {number} of the scenario is carried out.", { number: number + 1 })
      );
    }
    default:
      return t("A setting changes.");
  }
}

/** What began an event, by the engine's numbers. */
const BEGAN: Readonly<Record<number, string>> = {
  [ROW.BEGAN_TICK]: msg("Its clock ticks."),
  [ROW.BEGAN_HANDLE]: msg("A core is free for message {message}, which waited."),
  [ROW.BEGAN_SERVE]: msg("A read has had its service time."),
  [ROW.BEGAN_SYNCED]: msg("Its fsync is over."),
  [ROW.BEGAN_APPLY]: msg("Committed entries are due at its state machine."),
  [ROW.BEGAN_SNAPSHOT_REPORT]: msg("Its transport reports what became of a snapshot."),
  [ROW.BEGAN_UNREACHABLE]: msg("Its transport reports a peer unreachable."),
  [ROW.BEGAN_CLIENT]: msg("A client of {load} has finished thinking."),
  [ROW.BEGAN_ARRIVAL]: msg("The next request of {load} is due."),
  [ROW.BEGAN_DEADLINE]: msg("The oldest request reaches its deadline."),
  [ROW.BEGAN_RETRY]: msg("r{request} is tried again."),
  [ROW.BEGAN_BROKEN]: msg("The connection to {store} is gone; r{request} waited for it."),
  [ROW.BEGAN_SCHEDULE]: msg("Its next round of scheduling is due."),
};

function beganSentence({ world, index }: Context, row: number, what: number): string {
  const { a, node, flight } = index.columns;
  const words = BEGAN[what];
  if (words === undefined) return "";
  return t(words, {
    load: world.workloads[a[row] ?? 0]?.id ?? "",
    message: flight[row] ?? 0,
    request: index.request(row),
    store: nodeId(world, node[row] ?? NO_NODE),
  });
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
  return nodeId(world, node) || t("peer {peer}", { peer: peer ?? 0 });
}

function messageName(world: World, flags: number): string {
  return world.message_types[flags & 0xff]?.id ?? t("a message");
}

function modeName(world: World, mode: number): string {
  return small(translate(world.read_modes[mode]?.label ?? ""));
}
