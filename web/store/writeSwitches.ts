/**
 * How writes travel and where replicas live: the switches of a run, in words. One table for the
 * controls, for runs beside each other and for their titles. Fetched with the first that shows them.
 * Must not know how they are shown.
 */

import type { Settings } from "@/protocol/engine";

export type SwitchGroup = "replication" | "wire" | "placement";

/** Settings that are on or off; those of more than two values have controls of their own. */
export type SwitchKey = {
  [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never;
}[keyof Settings];

export interface WriteSwitch {
  key: Exclude<SwitchKey, "count_framing">;
  group: SwitchGroup;
  name: string;
  /** What happens while it is on, as a sentence. */
  on: string;
  /** What happens without it. */
  off: string;
}

export const WRITE_SWITCHES: readonly WriteSwitch[] = [
  {
    key: "aggregate_acks",
    group: "replication",
    name: "Bundled answers",
    on: "A delegate collects its zone’s acknowledgements and sends them in one message, word for word. Fewer messages; each answer waits for a short while, and is lost with its delegate.",
    off: "Every replica answers the leader itself.",
  },
  {
    key: "neighbour_snapshots",
    group: "replication",
    name: "Snapshots from a neighbour",
    on: "A replica that lags gets its snapshot from the nearest one that has what it needs; the leader only says from where.",
    off: "Every snapshot comes from the leader, across zones if need be.",
  },
  {
    key: "group_commit",
    group: "replication",
    name: "Group commit",
    on: "An entry counts as committed only when two zones hold it: a zone can be lost and no write with it.",
    off: "An entry is committed when a majority holds it, in whatever zones.",
  },
  {
    key: "delta_encoding",
    group: "wire",
    name: "Delta encoding",
    on: "Entries leave without what the receiver knows: the range’s prefix and table are stripped, neighbouring timestamps are differences.",
    off: "Entries leave as they stand in the log.",
  },
  {
    key: "location_affinity",
    group: "placement",
    name: "Leaders follow the load",
    on: "The placement driver moves a range’s leader to the zone that uses it most, past a threshold and not too often.",
    off: "A leader stays where it was elected, wherever its clients are.",
  },
  {
    key: "balance_leaders",
    group: "placement",
    name: "Balanced leaders",
    on: "The placement driver evens out how many leaders each store has.",
    off: "Stores may lead many ranges or none.",
  },
  {
    key: "balance_replicas",
    group: "placement",
    name: "Repaired and balanced replicas",
    on: "The placement driver replaces replicas of a lost store and fills empty stores; each zone keeps at least one.",
    off: "Replicas stay on their stores, and those of a lost store stay lost.",
  },
  {
    key: "schedule_hot",
    group: "placement",
    name: "Hot ranges spread out",
    on: "The placement driver moves leaders of busy ranges to stores that have few of them.",
    off: "Busy ranges may have their leaders on one store.",
  },
  {
    key: "split_merge",
    group: "placement",
    name: "Split and merge",
    on: "A range that is too large or too busy is split; small quiet neighbours are merged.",
    off: "Ranges keep their borders.",
  },
  {
    key: "hot_learners",
    group: "placement",
    name: "Learners for hot ranges",
    on: "A range that is read much gets replicas without a vote near its readers, and loses them when it cools.",
    off: "A range has its voters and no other replica.",
  },
  {
    key: "hibernate",
    group: "placement",
    name: "Quiet ranges sleep",
    on: "A range with nothing to do sends no heartbeats; the first message or request wakes it.",
    off: "Every leader sends heartbeats all the time.",
  },
];

export type DelegatePolicy = Settings["delegate_policy"];

export const POLICIES: readonly { value: DelegatePolicy; label: string; text: string }[] = [
  {
    value: "nearest",
    label: "Nearest",
    text: "The replica whose log is nearest to the leader’s: it can pass on at once.",
  },
  {
    value: "sticky",
    label: "Sticky",
    text: "The same replica as long as it works: the rest of the zone hears from one.",
  },
  {
    value: "rotating",
    label: "In turn",
    text: "Another replica each time: no store does all the passing on.",
  },
];

export const FOLLOWER_REPLICATION = {
  name: "Follower Replication",
  on: "The leader sends entries into another zone once, to a delegate; that passes them on from its own log. For the others only headers cross.",
  off: "The leader sends every entry to every follower itself.",
} as const;

export const COMPRESSION = {
  name: "Compression",
  on: "Raft’s messages are packed by LZ4 and unpacked on arrival; both cost time at the cores.",
  off: "Messages leave as they are.",
} as const;
