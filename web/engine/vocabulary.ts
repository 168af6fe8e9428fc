/** The engine's tables; written by `UPDATE_GOLDEN=1 cargo test -p wasm_engine`. */

/** What a request does. By its number. */
export const OPS = [
  "get",
  "scan",
  "put",
  "statement",
  "transaction",
  "transfer",
  "insert",
  "update",
] as const;

/** How a request ended. By its number. */
export const OUTCOMES = [
  "ok",
  "failed",
  "unknown",
] as const;

/** What came of a request. By its number. */
export const CAME = [
  "answered",
  "past",
  "stale",
  "broken",
  "failed",
  "unknown",
] as const;

/** Why a store refused a request. By its number. */
export const REFUSALS = [
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
] as const;

/** What was decided. By its number. */
export const DEEDS = [
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
] as const;

/** Why. By its number. */
export const REASONS = [
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
] as const;

/** How a group or a range changed. By its number. */
export const CHANGES = [
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
] as const;

/** What a replica is in its group. By its number. */
export const ROLES = [
  "follower",
  "pre-candidate",
  "candidate",
  "leader",
  "learner",
] as const;

/** A piece of work that takes core time. By its number. */
export const WORK = [
  "request",
  "row",
  "message",
  "apply",
  "parse",
  "plan",
  "execute",
  "balance",
  "packet",
] as const;

/** Faults: what each is about, and whether nothing gets past it. */
export const FAULT_KINDS = {
  "cut": { target: "link", blocks: true },
  "isolate": { target: "place", blocks: true },
  "degrade": { target: "link", blocks: false },
  "crash": { target: "server", blocks: true },
  "pause": { target: "store", blocks: true },
} as const;

/** Read modes: what their reader may rely on. */
export const READ_MODES = {
  "local": { promise: "nothing" },
  "leader-unchecked": { promise: "taken-for-newest" },
  "leader": { promise: "newest" },
  "follower": { promise: "newest" },
  "lease-unsafe": { promise: "taken-for-newest" },
  "lease": { promise: "newest" },
  "proxy": { promise: "newest" },
  "learner": { promise: "newest" },
  "closest-adaptive": { promise: "newest" },
  "stale": { promise: "past" },
  "version": { promise: "snapshot" },
} as const;

/** The least and the most that an action may hold of it. */
export const BOUNDS = {
  "bandwidth_bps": { min: 1000, max: 10000000000000 },
  "clients": { min: 1, max: 100000 },
  "cores": { min: 1, max: 1024 },
  "corrupt_messages": { min: 1, max: 10000 },
  "cost_ns": { min: 0, max: 60000000000 },
  "delay_us": { min: 0, max: 60000000 },
  "drift_ppm": { min: -900000, max: 900000 },
  "jitter_us": { min: 0, max: 2000000 },
  "named_keys": { min: 1, max: 6 },
  "range": { min: 0, max: 99999 },
  "rate": { min: 0.001, max: 1000000 },
  "scan_rows": { min: 1, max: 10000 },
  "stream": { min: 1, max: 4294967295 },
  "value_bytes": { min: 8, max: 65536 },
  "window_bytes": { min: 0, max: 1099511627776 },
} as const;
