/**
 * Numbers of a record: what the engine writes as a number is a place in these lists, whose order is
 * the engine's (the compiler holds them to its declarations). Must not know how they are told.
 */

import type {
  ChangeWords,
  DeedWords,
  OpWords,
  OutcomeWords,
  ReasonWords,
  RefusalWords,
} from "@/engine/types";

/** What a request does. */
export const OPS: Readonly<OpWords> = [
  "get",
  "scan",
  "put",
  "statement",
  "transaction",
  "transfer",
  "insert",
  "update",
];

/** How a request ended. */
export const OUTCOMES: Readonly<OutcomeWords> = ["ok", "failed", "unknown"];

/** Why a store refused a request. */
export const REFUSALS: Readonly<RefusalWords> = [
  "not_leader",
  "dropped",
  "unavailable",
  "wrong_range",
  "lagging_index",
  "not_safe_yet",
  "busy",
  "locked",
  "write_conflict",
  "read_only_session",
  "below_skew",
  "no_learner",
  "no_timestamp",
  "needs_timestamps",
  "silent",
];

/** What was decided. */
export const DEEDS: Readonly<DeedWords> = [
  "chose_delegate",
  "left_delegate",
  "refused_relay",
  "sent_direct",
  "resumed_relay",
  "chose_snapshot_source",
  "snapshot_from_leader",
  "refused_snapshot",
  "rejected_frame",
  "moved_leader",
  "added_replica",
  "added_learner",
  "promoted_replica",
  "removed_replica",
  "replaced_replica",
  "split_range",
  "merged_ranges",
  "held_back",
];

/** Why. */
export const REASONS: Readonly<ReasonWords> = [
  "NearestToHead",
  "Sticky",
  "NextInTurn",
  "OnlyOne",
  "DelegateSilent",
  "DelegateDown",
  "StaleTerm",
  "MissingTail",
  "MissingHead",
  "Compacted",
  "Overloaded",
  "Recovered",
  "SwitchedOff",
  "Nearest",
  "BelowMinimum",
  "TookTooLong",
  "CorruptFrame",
  "UsedMostHere",
  "HoldDown",
  "BelowThreshold",
  "LeadersUneven",
  "ReplicasUneven",
  "StoreDown",
  "ZoneWithout",
  "RangeTooLarge",
  "RangeTooHot",
  "RangesSmall",
  "RangeHot",
  "RangeCooled",
  "BalanceFirst",
  "HotFirst",
  "AffinityFirst",
  "NoStoreFits",
  "AskedByHand",
  "SourceDown",
  "DidNotArrive",
  "TooFewReplicas",
  "NoRange",
  "NoLeader",
  "UnderWay",
  "ReplicaThere",
  "NoReplicaThere",
  "IsLearner",
  "LastVoter",
  "KeyOutside",
  "NoNeighbour",
  "OtherStores",
];

/** How a group or a range took another shape. */
export const CHANGES: Readonly<ChangeWords> = [
  "MemberAdded",
  "LearnerAdded",
  "MemberPromoted",
  "MemberDemoted",
  "MemberRemoved",
  "JointEntered",
  "JointLeft",
  "ReplicaCreated",
  "ReplicaDestroyed",
  "Split",
  "MergePrepared",
  "Merged",
  "Hibernated",
  "Woken",
  "MergeTakenBack",
];
