/**
 * Decisions and changes of shape in sentences: who did what, why, and the two figures that were
 * held against each other. Pure; fetched when the first of them is told. Must not know where
 * sentences stand.
 */

import type { Change, Decision, Deed, Notable, Reason, World } from "@/engine/types";
import { NO_RANGE } from "./trace";
import { formatBytes, formatCount, formatDuration } from "./units";

const name = (world: World, node: number | null): string => world.nodes[node ?? -1]?.id ?? "";

const zone = (world: World, node: number | null): string =>
  world.zones[world.nodes[node ?? -1]?.zone ?? -1]?.id ?? "its zone";

/** " of range 7", where there are several. */
function ofRange(world: World, range: number): string {
  return world.ranges.length > 1 || range > 0 ? ` of range ${range}` : "";
}

/** "s1 chooses s4 as delegate in az2: its log is nearest to the head (12 of 14)." */
export function decisionSentence(world: World, decision: Decision): string {
  const { what, why, figure, limit } = decision;
  return `${deedWords(world, what, decision)}: ${REASON_WORDS[why](figure, limit)}.`;
}

function deedWords(world: World, deed: Deed, decision: Decision): string {
  const { by, range, subject, other } = decision;
  const to = name(world, other);
  return DEED_WORDS[deed]({
    who: name(world, by),
    whom: name(world, subject),
    range,
    of: ofRange(world, range),
    in: zone(world, subject),
    from: to === "" ? "" : ` from ${to}`,
    to: to === "" ? "" : ` to ${to}`,
  });
}

interface Parts {
  who: string;
  whom: string;
  range: number;
  /** The range, where there are several. */
  of: string;
  /** The zone of whom it is about. */
  in: string;
  from: string;
  to: string;
}

/** What was decided. */
const DEED_WORDS: Record<Deed, (parts: Parts) => string> = {
  chose_delegate: (p) => `${p.who} chooses ${p.whom} as delegate in ${p.in}${p.of}`,
  left_delegate: (p) => `${p.who} stops sending through ${p.whom}${p.of}`,
  refused_relay: (p) => `${p.who} does not relay entries to ${p.whom}${p.of}`,
  sent_direct: (p) => `${p.who} sends to ${p.whom} directly${p.of}`,
  resumed_relay: (p) => `${p.who} sends to ${p.whom} through a delegate again${p.of}`,
  chose_snapshot_source: (p) => `${p.who} lets ${p.whom} send the snapshot${p.to}${p.of}`,
  snapshot_from_leader: (p) => `${p.who} sends the snapshot to ${p.whom} itself${p.of}`,
  refused_snapshot: (p) => `${p.who} sends no snapshot to ${p.whom}${p.of}`,
  rejected_frame: (p) => `${p.who} cannot read a message from ${p.whom} and closes the connection`,
  moved_leader: (p) => `${p.who} transfers leadership of range ${p.range}${p.from} to ${p.whom}`,
  added_replica: (p) => `${p.who} adds a replica of range ${p.range} on ${p.whom}`,
  added_learner: (p) => `${p.who} adds a learner of range ${p.range} on ${p.whom}`,
  promoted_replica: (p) =>
    `${p.who} promotes the learner of range ${p.range} on ${p.whom} to voter`,
  removed_replica: (p) => `${p.who} removes the replica of range ${p.range} from ${p.whom}`,
  replaced_replica: (p) => `${p.who} moves a replica of range ${p.range}${p.from} to ${p.whom}`,
  split_range: (p) => `${p.who} splits range ${p.range}`,
  merged_ranges: (p) => `${p.who} merges range ${p.range} with the next one`,
  held_back: (p) =>
    p.whom === ""
      ? `${p.who} leaves ${p.range === NO_RANGE ? "everything" : `range ${p.range}`} unchanged`
      : `${p.who} does not move range ${p.range} to ${p.whom}`,
};

const us = formatDuration;
const bytes = formatBytes;
const count = formatCount;
const percent = (thousandths: number): string => `${formatCount(thousandths / 10)}\u202f%`;

/** What was found and what it was held against; the units are the reason's. */
const REASON_WORDS: Record<Reason, (figure: number, limit: number) => string> = {
  NearestToHead: (f, l) => `its log ends at ${count(f)}, the leader’s at ${count(l)}`,
  Sticky: () => "it was the delegate before and still responds",
  NextInTurn: () => "it is its turn",
  OnlyOne: () => "there is no other",
  DelegateSilent: (f, l) =>
    `the delegate was silent for ${count(f)} ticks, ${count(l)} are allowed`,
  DelegateDown: () => "the delegate is down",
  StaleTerm: (f, l) => `it is in term ${count(f)}, the message in term ${count(l)}`,
  MissingTail: (f, l) => `its log ends at ${count(f)} and lacks the leader’s entry ${count(l)}`,
  MissingHead: () => "its log differs before the first of the entries",
  Compacted: (f, l) => `its log begins at ${count(f)}, entry ${count(l)} was asked for`,
  Overloaded: () => "too much is queued there already",
  Recovered: () => "the backoff is over",
  SwitchedOff: () => "the feature was switched off",
  Nearest: (f, l) => `it is ${us(f)} away, the leader ${us(l)}`,
  BelowMinimum: (f, l) => `it has applied ${count(f)}, the snapshot must hold ${count(l)}`,
  TookTooLong: (f, l) => `it took ${count(f)} ticks, ${count(l)} are allowed`,
  CorruptFrame: () => "its checksum does not match",
  UsedMostHere: (f, l) =>
    `${percent(f)} of its requests come from there, the threshold is ${percent(l)}`,
  HoldDown: (f, l) => `it was moved ${us(f)} ago and stays for ${us(l)}`,
  BelowThreshold: (f, l) => `${percent(f)} of its requests is less than ${percent(l)}`,
  LeadersUneven: (f, l) => `one store leads ${count(f)}, another ${count(l)}`,
  ReplicasUneven: (f, l) => `one store holds ${count(f)}, another ${count(l)}`,
  StoreDown: (f, l) => `a store was silent for ${us(f)}, ${us(l)} are allowed`,
  ZoneWithout: () => "a zone would have no replica",
  RangeTooLarge: (f, l) => `it has ${bytes(f)}, the limit is ${bytes(l)}`,
  RangeTooHot: (f, l) => `${count(f)} requests per second, the limit is ${count(l)}`,
  RangesSmall: (f, l) => `both are quiet and have ${bytes(f)}, less than ${bytes(l)}`,
  RangeHot: (f, l) => `it is read ${count(f)} times a second, ${count(l)} is hot`,
  RangeCooled: (f, l) => `it is read ${count(f)} times a second, below ${count(l)} it is cold`,
  BalanceFirst: () => "balancing takes precedence",
  HotFirst: () => "hot-range scheduling takes precedence",
  AffinityFirst: () => "location affinity takes precedence",
  NoStoreFits: () => "no store fits",
  AskedByHand: () => "requested by hand",
  SourceDown: () => "the replica that was to send it is down",
  DidNotArrive: () => "the nearby replica’s did not arrive",
  TooFewReplicas: (f, l) => `it has ${count(f)} voters, the target is ${count(l)}`,
  NoRange: () => "there is no such range",
  NoLeader: () => "it has no leader",
  UnderWay: () => "another operation on it is in progress",
  ReplicaThere: () => "the store has a replica of it",
  NoReplicaThere: () => "the store has no replica of it",
  IsLearner: () => "the replica there is a learner",
  LastVoter: () => "it is the last voter",
  KeyOutside: () => "the key is not inside the range",
  NoNeighbour: () => "the ranges are not adjacent",
  OtherStores: () => "their replicas are on different stores",
};

export interface Changed {
  range: number;
  what: Change;
  /** A peer or a range; what the second number is depends on what changed. */
  a: number;
  b: number;
}

/** "Range 2 has a learner on s5." Without the store on which it was seen. */
export function changeSentence(world: World, changed: Changed, at: number | null = null): string {
  const { range, what, a, b } = changed;
  const of = ofRange(world, range);
  const store = name(world, at);
  const here = store === "" ? "here" : `on ${store}`;
  const its = store === "" ? `Its replica${of}` : `The replica${of} on ${store}`;
  const member = name(world, b) || `peer ${a}`;
  switch (what) {
    case "MemberAdded":
      return `${member} is a voter${of} from here on.`;
    case "LearnerAdded":
      return `${member} is a learner${of} from here on: it gets the log and has no vote.`;
    case "MemberPromoted":
      return `The learner on ${member} is a voter${of} from here on.`;
    case "MemberDemoted":
      return `The voter on ${member} is a learner${of} from here on.`;
    case "MemberRemoved":
      return `${member} is no longer a member${of}.`;
    case "JointEntered":
      return `Joint consensus begins${of}: majorities of the old and the new members must agree.`;
    case "JointLeft":
      return `Joint consensus ends${of}: a majority of the new members decides.`;
    case "ReplicaCreated":
      return `A replica${of} is created ${here}${a === 0 ? ", empty" : ""}.`;
    case "ReplicaDestroyed":
      return store === ""
        ? `The replica${of} is gone from here.`
        : `The replica${of} is gone from ${store}.`;
    case "Split":
      return `Range ${range} is split: from k${b} on the keys are range ${a}’s.`;
    case "MergePrepared":
      return `Range ${range} stops taking writes: it is being merged into range ${a}.`;
    case "Merged":
      return `Range ${range} has absorbed range ${a}, up to k${Math.max(0, b - 1)}.`;
    case "Hibernated":
      return `${its} hibernates: no ticks, no heartbeats.`;
    case "Woken":
      return `${its} wakes up.`;
    case "MergeTakenBack":
      return `Range ${range} takes writes again: the merge was rolled back.`;
  }
}

/** A notable fact that the engine told without words. */
export function toldSentence(world: World, { fact, node }: Pick<Notable, "fact" | "node">): string {
  if (fact === null) return "";
  if ("decision" in fact) return decisionSentence(world, fact.decision);
  return changeSentence(world, fact.change, node);
}
