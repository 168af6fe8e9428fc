/** Decisions and changes of shape in sentences: who did what, why, and the two figures compared. */

import type { Change, Decision, Deed, Notable, Reason, World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { NO_RANGE } from "./trace";
import { formatBytes, formatCount, formatDuration } from "./units";

const name = (world: World, node: number | null): string => world.nodes[node ?? -1]?.id ?? "";

const zone = (world: World, node: number | null): string =>
  world.zones[world.nodes[node ?? -1]?.zone ?? -1]?.id ?? t("its zone");

/** " of range 7", where there are several; each language puts it where it belongs. */
function ofRange(world: World, range: number): string {
  return world.ranges.length > 1 || range > 0 ? t(" of range {range}", { range }) : "";
}

/** "s1 chooses s4 as delegate in az2: its log is nearest to the head (12 of 14)." */
export function decisionSentence(world: World, decision: Decision): string {
  const { why, figure, limit } = decision;
  const { text, unit } = REASONS[why];
  return t("{deed}: {reason}.", {
    deed: deedWords(world, decision),
    reason: t(text, { figure: unit(figure), limit: unit(limit) }),
  });
}

/** "s1 chooses s4 as delegate in az2": who did what, without the reason. */
export function deedWords(world: World, decision: Decision): string {
  const { by, range, subject, what: deed } = decision;
  const whom = name(world, subject);
  const other = name(world, decision.other);
  const values = {
    who: name(world, by),
    whom,
    range,
    of: ofRange(world, range),
    in: zone(world, subject),
    other,
  };
  if (deed === "held_back" && whom !== "")
    return t("{who} does not move range {range} to {whom}", values);
  if (deed === "held_back" && range === NO_RANGE)
    return t("{who} leaves everything unchanged", values);
  const text = (other === "" ? undefined : WITH_OTHER[deed]) ?? DEEDS[deed];
  return t(text, values);
}

/** What was decided; `in` is the zone of whom it is about, `of` the range if there are several. */
const DEEDS: Record<Deed, string> = {
  chose_delegate: msg("{who} chooses {whom} as delegate in {in}{of}"),
  left_delegate: msg("{who} stops sending through {whom}{of}"),
  refused_relay: msg("{who} does not relay entries to {whom}{of}"),
  sent_direct: msg("{who} sends to {whom} directly{of}"),
  resumed_relay: msg("{who} sends to {whom} through a delegate again{of}"),
  chose_snapshot_source: msg("{who} lets {whom} send the snapshot{of}"),
  snapshot_from_leader: msg("{who} sends the snapshot to {whom} itself{of}"),
  refused_snapshot: msg("{who} sends no snapshot to {whom}{of}"),
  rejected_frame: msg("{who} cannot read a message from {whom} and closes the connection"),
  moved_leader: msg("{who} transfers leadership of range {range} to {whom}"),
  added_replica: msg("{who} adds a replica of range {range} on {whom}"),
  added_learner: msg("{who} adds a learner of range {range} on {whom}"),
  promoted_replica: msg("{who} promotes the learner of range {range} on {whom} to voter"),
  removed_replica: msg("{who} removes the replica of range {range} from {whom}"),
  replaced_replica: msg("{who} moves a replica of range {range} to {whom}"),
  split_range: msg("{who} splits range {range}"),
  merged_ranges: msg("{who} merges range {range} with the next one"),
  held_back: msg("{who} leaves range {range} unchanged"),
};

/** What was decided where a second node had a part in it. */
const WITH_OTHER: Partial<Record<Deed, string>> = {
  chose_snapshot_source: msg("{who} lets {whom} send the snapshot to {other}{of}"),
  moved_leader: msg("{who} transfers leadership of range {range} from {other} to {whom}"),
  replaced_replica: msg("{who} moves a replica of range {range} from {other} to {whom}"),
};

type Unit = (figure: number) => string;

interface ReasonWords {
  text: string;
  /** Of what was found and of what it was held against. */
  unit: Unit;
}

const percent: Unit = (thousandths) => `${formatCount(thousandths / 10)}\u202f%`;

const reason = (text: string, unit: Unit = formatCount): ReasonWords => ({ text, unit });

const REASONS: Record<Reason, ReasonWords> = {
  NearestToHead: reason(msg("its log ends at {figure}, the leader’s at {limit}")),
  Sticky: reason(msg("it was the delegate before and still responds")),
  NextInTurn: reason(msg("it is its turn")),
  OnlyOne: reason(msg("there is no other")),
  DelegateSilent: reason(msg("the delegate was silent for {figure} ticks, {limit} are allowed")),
  DelegateDown: reason(msg("the delegate is down")),
  StaleTerm: reason(msg("it is in term {figure}, the message in term {limit}")),
  MissingTail: reason(msg("its log ends at {figure} and lacks the leader’s entry {limit}")),
  MissingHead: reason(msg("its log differs before the first of the entries")),
  Compacted: reason(msg("its log begins at {figure}, entry {limit} was asked for")),
  Overloaded: reason(msg("too much is queued there already")),
  Recovered: reason(msg("the backoff is over")),
  SwitchedOff: reason(msg("the feature was switched off")),
  Nearest: reason(msg("it is {figure} away, the leader {limit}"), formatDuration),
  BelowMinimum: reason(msg("it has applied {figure}, the snapshot must hold {limit}")),
  TookTooLong: reason(msg("it took {figure} ticks, {limit} are allowed")),
  CorruptFrame: reason(msg("its checksum does not match")),
  UsedMostHere: reason(
    msg("{figure} of its requests come from there, the threshold is {limit}"),
    percent,
  ),
  HoldDown: reason(msg("it was moved {figure} ago and stays for {limit}"), formatDuration),
  BelowThreshold: reason(msg("{figure} of its requests is less than {limit}"), percent),
  LeadersUneven: reason(msg("one store leads {figure}, another {limit}")),
  ReplicasUneven: reason(msg("one store holds {figure}, another {limit}")),
  StoreDown: reason(msg("a store was silent for {figure}, {limit} are allowed"), formatDuration),
  ZoneWithout: reason(msg("a zone would have no replica")),
  RangeTooLarge: reason(msg("it has {figure}, the limit is {limit}"), formatBytes),
  RangeTooHot: reason(msg("{figure} requests per second, the limit is {limit}")),
  RangesSmall: reason(msg("both are quiet and have {figure}, less than {limit}"), formatBytes),
  RangeHot: reason(msg("it is read {figure} times a second, {limit} is hot")),
  RangeCooled: reason(msg("it is read {figure} times a second, below {limit} it is cold")),
  BalanceFirst: reason(msg("balancing takes precedence")),
  HotFirst: reason(msg("hot-range scheduling takes precedence")),
  AffinityFirst: reason(msg("location affinity takes precedence")),
  NoStoreFits: reason(msg("no store fits")),
  AskedByHand: reason(msg("requested by hand")),
  SourceDown: reason(msg("the replica that was to send it is down")),
  DidNotArrive: reason(msg("the nearby replica’s did not arrive")),
  TooFewReplicas: reason(msg("it has {figure} voters, the target is {limit}")),
  NoRange: reason(msg("there is no such range")),
  NoLeader: reason(msg("it has no leader")),
  UnderWay: reason(msg("another operation on it is in progress")),
  ReplicaThere: reason(msg("the store has a replica of it")),
  NoReplicaThere: reason(msg("the store has no replica of it")),
  IsLearner: reason(msg("the replica there is a learner")),
  LastVoter: reason(msg("it is the last voter")),
  KeyOutside: reason(msg("the key is not inside the range")),
  NoNeighbour: reason(msg("the ranges are not adjacent")),
  OtherStores: reason(msg("their replicas are on different stores")),
};

export interface Changed {
  range: number;
  what: Change;
  /** A peer or a range; what the second number is depends on what changed. */
  a: number;
  b: number;
}

/** "s5 is a learner of range 2 from here on." Without the store on which it was seen. */
export function changeSentence(world: World, changed: Changed, at: number | null = null): string {
  const { range, what, a, b } = changed;
  const store = name(world, at);
  const member = name(world, b) || t("peer {peer}", { peer: a });
  const values = { range, other: a, of: ofRange(world, range), store, member };
  const isEmpty = what === "ReplicaCreated" && a === 0;
  const text = isEmpty ? CREATED_EMPTY : CHANGES[what];
  // Ends of ranges: the first key of the second half, the last one of the whole.
  const key = what === "Merged" ? Math.max(0, b - 1) : b;
  return t(typeof text === "string" ? text : text[store === "" ? "here" : "there"], {
    ...values,
    key,
  });
}

/** Where its store is not named, and where it is. */
interface Placed {
  here: string;
  there: string;
}

const CREATED_EMPTY: Placed = {
  here: msg("A replica{of} is created here, empty."),
  there: msg("A replica{of} is created on {store}, empty."),
};

const CHANGES: Record<Change, string | Placed> = {
  MemberAdded: msg("{member} is a voter{of} from here on."),
  LearnerAdded: msg("{member} is a learner{of} from here on: it gets the log and has no vote."),
  MemberPromoted: msg("The learner on {member} is a voter{of} from here on."),
  MemberDemoted: msg("The voter on {member} is a learner{of} from here on."),
  MemberRemoved: msg("{member} is no longer a member{of}."),
  JointEntered: msg(
    "Joint consensus begins{of}: majorities of the old and the new members must agree.",
  ),
  JointLeft: msg("Joint consensus ends{of}: a majority of the new members decides."),
  ReplicaCreated: {
    here: msg("A replica{of} is created here."),
    there: msg("A replica{of} is created on {store}."),
  },
  ReplicaDestroyed: {
    here: msg("The replica{of} is gone from here."),
    there: msg("The replica{of} is gone from {store}."),
  },
  Split: msg("Range {range} is split: from k{key} on the keys are range {other}’s."),
  MergePrepared: msg("Range {range} stops taking writes: it is being merged into range {other}."),
  Merged: msg("Range {range} has absorbed range {other}, up to k{key}."),
  Hibernated: {
    here: msg("Its replica{of} hibernates: no ticks, no heartbeats."),
    there: msg("The replica{of} on {store} hibernates: no ticks, no heartbeats."),
  },
  Woken: {
    here: msg("Its replica{of} wakes up."),
    there: msg("The replica{of} on {store} wakes up."),
  },
  MergeTakenBack: msg("Range {range} takes writes again: the merge was rolled back."),
};

/** A notable fact that the engine told without words. */
export function notableSentence(
  world: World,
  { fact, node }: Pick<Notable, "fact" | "node">,
): string {
  if (fact === null) return "";
  if ("decision" in fact) return decisionSentence(world, fact.decision);
  return changeSentence(world, fact.change, node);
}
