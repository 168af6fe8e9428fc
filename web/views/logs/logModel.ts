/** What is shown of each entry: how far it got, whether it differs from the leader's, its name. */

import type {
  EntryKind,
  EntryView,
  LogView,
  LostEntry,
  ReplicaLog,
  Replicas,
  World,
} from "@/engine/types";
import { msg, t } from "@/language/words";
import { leaseText, safeText } from "@/model/readTimes";
import { remark, replicaMarks } from "@/model/replicaMarks";
import { LEADER, ROLE_ROWS, roleOf } from "@/model/roles";
import { formatBytes, formatDuration } from "@/model/units";

/** Lost entries are shown for so much simulated time. */
export const LOST_SHOWN_US = 5_000_000;

/** How far an entry got on a replica; each stage holds all before it. */
export type Stage = "written" | "durable" | "committed" | "applied";

/** A replica of the range with its log, the leader's first. */
export interface Lane {
  /** Place among the range's replicas. */
  place: number;
  node: number;
  name: string;
  zone: string;
  role: string;
  /** What is special about it besides its role, in a word. */
  remark: string;
  leads: boolean;
  term: number;
  persisted: number;
  commit: number;
  applied: number;
  /** How long it may answer alone, or up to when it may be read alone; "" where that is not kept. */
  alone: string;
  log: ReplicaLog;
  /** What it holds of the stretch, by index. */
  entries: ReadonlyMap<number, EntryView>;
}

export function lanesOf(world: World, replicas: Replicas, picture: LogView): Lane[] {
  const places = picture.replicas.map((_, place) => place).filter((at) => at < replicas.count);
  const leader = leaderOf(replicas);
  const order = places.sort((a, b) => Number(b === leader) - Number(a === leader) || a - b);
  return order.flatMap((place) => {
    const log = picture.replicas[place];
    if (log === undefined) return [];
    const node = replicas.node[place] ?? 0;
    const zone = world.zones[world.nodes[node]?.zone ?? -1]?.id ?? "";
    return [
      {
        place,
        node,
        name: world.nodes[node]?.id ?? "",
        zone,
        role: ROLE_ROWS[roleOf(replicas.role[place])].word,
        remark: remark(replicaMarks(replicas.marks[place] ?? 0)),
        leads: place === leader,
        term: replicas.term[place] ?? 0,
        persisted: replicas.persisted[place] ?? 0,
        commit: replicas.commit[place] ?? 0,
        applied: replicas.applied[place] ?? 0,
        alone: aloneText(replicas, place),
        log,
        entries: new Map(log.entries.map((entry) => [entry.index, entry])),
      },
    ];
  });
}

function aloneText(replicas: Replicas, place: number): string {
  const { lease_state, lease_left_us, safe_lag_us } = replicas;
  const lease = leaseText(lease_state[place] ?? 0, lease_left_us[place] ?? 0);
  return lease || safeText(safe_lag_us[place] ?? -1);
}

/** The leader of the newest term, -1 without one: an older one does not know that it was replaced. */
function leaderOf(replicas: Replicas): number {
  let found = -1;
  for (let place = 0; place < replicas.count; place += 1) {
    const isNewer = (replicas.term[place] ?? 0) > (replicas.term[found] ?? -1);
    if (replicas.role[place] === LEADER && isNewer) found = place;
  }
  return found;
}

export function stageOf(lane: Lane, index: number): Stage {
  if (index <= lane.applied) return "applied";
  if (index <= lane.commit) return "committed";
  return index <= lane.persisted ? "durable" : "written";
}

/** The entry that others are held against: the leader's, or else that of the newest term. */
export function rightEntry(lanes: readonly Lane[], index: number): EntryView | undefined {
  const leader = lanes.find((lane) => lane.leads)?.entries.get(index);
  if (leader !== undefined) return leader;
  let newest: EntryView | undefined;
  for (const lane of lanes) {
    const entry = lane.entries.get(index);
    if (entry !== undefined && entry.term > (newest?.term ?? -1)) newest = entry;
  }
  return newest;
}

export function isConflict(entry: EntryView, right: EntryView | undefined): boolean {
  return right !== undefined && (right.term !== entry.term || right.hash !== entry.hash);
}

/** The newest entry that was lost at an index lately and is not there again. */
export function lostAt(lane: Lane, index: number, now_us: number): LostEntry | undefined {
  const held = lane.entries.get(index);
  return lane.log.lost.findLast(
    ({ entry, at_us }) =>
      entry.index === index && entry.term !== held?.term && now_us - at_us <= LOST_SHOWN_US,
  );
}

/** Whether a lane has anything to show above its entries. */
export function hasLost(lane: Lane, from: number, end: number, now_us: number): boolean {
  return lane.log.lost.some(
    ({ entry: { index } }) =>
      index >= from && index < end && lostAt(lane, index, now_us) !== undefined,
  );
}

export type MarkId = "applied" | "committed" | "durable" | "matched" | "next";

export interface Mark {
  id: MarkId;
  letter: string;
  text: string;
  /** What an entry at which it stands is. */
  here: string;
}

/** Every mark with its letter, in the order of the key. */
export const MARKS: readonly Mark[] = [
  { id: "applied", letter: "A", text: msg("applied"), here: msg("last applied") },
  { id: "committed", letter: "C", text: msg("committed"), here: msg("last known committed") },
  { id: "durable", letter: "D", text: msg("on disk"), here: msg("last persisted") },
  {
    id: "matched",
    letter: "M",
    text: msg("match"),
    here: msg("match index at the leader"),
  },
  { id: "next", letter: "N", text: msg("next"), here: msg("next index at the leader") },
];

export function marksAt(lane: Lane, index: number): Mark[] {
  const at: Record<MarkId, number> = {
    applied: lane.applied,
    committed: lane.commit,
    durable: lane.persisted,
    matched: lane.leads ? 0 : lane.log.matched,
    next: lane.leads ? 0 : lane.log.next,
  };
  return MARKS.filter(({ id }) => at[id] === index && index > 0);
}

const KIND_TEXTS: Record<EntryKind, string> = {
  normal: msg("write"),
  empty: msg("the empty entry with which its leader began"),
  "conf-change": msg("change of members"),
  admin: msg("split or merge"),
};

const SHORT_TEXTS: Record<EntryKind, string> = {
  normal: msg("write"),
  empty: msg("empty"),
  "conf-change": msg("members"),
  admin: msg("range"),
};

const STAGE_TEXTS: Record<Stage, string> = {
  written: msg("not on disk yet"),
  durable: msg("on disk, not known committed"),
  committed: msg("committed, not applied"),
  applied: msg("applied"),
};

/** What stands in a cell under the term. */
export function shortText(entry: EntryView): string {
  if (entry.request > 0) return `r${entry.request}`;
  return t(SHORT_TEXTS[entry.kind]);
}

/** A cell in words: all that its colours and signs say. */
export function cellName(lane: Lane, index: number, right: EntryView | undefined): string {
  const entry = lane.entries.get(index);
  if (entry === undefined) {
    if (index < lane.log.first)
      return t("{name}, index {index}: compacted, in the snapshot", { name: lane.name, index });
    return t("{name}, index {index}: nothing there", { name: lane.name, index });
  }
  const what =
    entry.request > 0
      ? t("write of request r{request}", { request: entry.request })
      : t(KIND_TEXTS[entry.kind]);
  const parts = [
    t("{name}, index {index}: term {term}", { name: lane.name, index, term: entry.term }),
    what,
    formatBytes(entry.bytes),
    t(STAGE_TEXTS[stageOf(lane, index)]),
  ];
  if (isConflict(entry, right))
    parts.push(t("differs: elsewhere it is of term {term}", { term: right?.term ?? 0 }));
  const marks = marksAt(lane, index).map((mark) => t(mark.here));
  return [...parts, ...marks].join(t(", "));
}

export function lostName({ entry, at_us, by_crash }: LostEntry, now_us: number): string {
  const what =
    entry.request > 0
      ? t("write of request r{request}", { request: entry.request })
      : t(KIND_TEXTS[entry.kind]);
  const values = { term: entry.term, what, age: formatDuration(now_us - at_us) };
  return by_crash
    ? t("Was here: term {term}, {what}, lost in a crash before it was on disk {age} ago", values)
    : t("Was here: term {term}, {what}, overwritten by another leader's entry {age} ago", values);
}

/** "follower, delegate". */
export function roleText({ role, remark: special }: Lane): string {
  return special === "" ? t(role) : t("{role}, {special}", { role: t(role), special: t(special) });
}

export function laneName(lane: Lane): string {
  const { first, last, matched, next } = lane.log;
  const parts = [
    t("{name} in {zone}, {role}, term {term}", {
      name: lane.name,
      zone: lane.zone,
      role: roleText(lane),
      term: lane.term,
    }),
    first > 1 ? t("log begins at {first}, before it snapshot", { first }) : t("log from the start"),
    t("last {last}, on disk {persisted}, committed {commit}, applied {applied}", {
      last,
      persisted: lane.persisted,
      commit: lane.commit,
      applied: lane.applied,
    }),
  ];
  if (!lane.leads && next > 0)
    parts.push(t("the leader knows: match {matched}, next {next}", { matched, next }));
  return parts.join(t("; "));
}
