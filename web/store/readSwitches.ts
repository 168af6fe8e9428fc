/**
 * How reads are served beyond their mode: leases, read indexes, timestamps, safe times, the choice
 * of a replica. The switches in words. Fetched with the first that shows them. Must not know how they are shown.
 */

import type { Settings } from "@/protocol/engine";

export type ReadGroup = "lease" | "time" | "choice";

export interface ReadSwitch {
  key:
    | "index_by_lease"
    | "batch_read_index"
    | "read_index_cache"
    | "withhold_votes"
    | "suspend_lease"
    | "busy_fallback";
  group: ReadGroup;
  name: string;
  /** What happens while it is on, as a sentence. */
  on: string;
  /** What happens without it. */
  off: string;
}

export const READ_SWITCHES: readonly ReadSwitch[] = [
  {
    key: "index_by_lease",
    group: "lease",
    name: "Read index from the lease",
    on: "A leader whose lease is valid answers a read index at once.",
    off: "A leader asks a majority before it answers a read index.",
  },
  {
    key: "batch_read_index",
    group: "lease",
    name: "Batched read indexes",
    on: "Reads that wait together share one round to the majority.",
    off: "Every read index makes a round of its own.",
  },
  {
    key: "read_index_cache",
    group: "lease",
    name: "Read-index cache",
    on: "With timestamps, a follower remembers up to which one it has applied enough, and asks nobody below it.",
    off: "A follower asks for a read index each time.",
  },
  {
    key: "suspend_lease",
    group: "lease",
    name: "Suspend the lease",
    on: "A leader that hands over or merges its range does not use its lease meanwhile.",
    off: "The lease stays in use while another store is made leader: two may answer at once.",
  },
  {
    key: "withhold_votes",
    group: "lease",
    name: "Withhold promised votes",
    on: "Within an election timeout of its leader’s word, or of a restart, a replica grants no vote, its own included: a lease may rest on it.",
    off: "A restarted store votes at once, and one that is told to stand for election does so at once, even while a lease that it acknowledged is valid.",
  },
  {
    key: "busy_fallback",
    group: "choice",
    name: "Back to the leader when busy",
    on: "A store whose queue is long refuses; the gateway then reads at the leader.",
    off: "A large read waits at the closest store, however long its queue.",
  },
];

type Choice<Key extends keyof Settings> = readonly {
  value: Settings[Key] & string;
  label: string;
  /** What it means, as a sentence. */
  text: string;
}[];

export const TIMESTAMPS: Choice<"timestamps"> = [
  {
    value: "none",
    label: "None",
    text: "Reads and writes are raw: each row by itself, the newest applied value.",
  },
  {
    value: "tso",
    label: "Oracle",
    text: "Every request first fetches a timestamp from the oracle: a round trip of its own.",
  },
  {
    value: "tso+index",
    label: "Oracle and index",
    text: "One request brings the timestamp and the read indexes: a follower answers after one round trip.",
  },
];

export const SAFE_TIMES: Choice<"safe_time"> = [
  { value: "off", label: "Off", text: "No replica knows up to when it may be read alone." },
  {
    value: "hybrid",
    label: "With Raft",
    text: "The leader’s safe time rides on every Raft message, heartbeats too: idle ranges keep up (YugabyteDB).",
  },
  {
    value: "resolved",
    label: "Resolved",
    text: "Leaders resolve timestamps at an interval; the oldest lock holds them back (TiKV).",
  },
  {
    value: "closed",
    label: "Closed",
    text: "Leaders close a time some seconds ago and promise not to write before it (CockroachDB).",
  },
];

export const FOLLOWER_CHOICE: Choice<"follower_choice"> = [
  {
    value: "closest",
    label: "Closest",
    text: "A follower read goes to the replica with the least delay.",
  },
  {
    value: "random",
    label: "Random",
    text: "A follower read goes to any follower, in whatever zone: its rows cross as often as the leader’s.",
  },
];

export const ADAPTIVE_BY: Choice<"adaptive_by"> = [
  {
    value: "size",
    label: "Size",
    text: "Results that are expected to reach the threshold are read at the closest replica.",
  },
  {
    value: "latency",
    label: "Latency",
    text: "A read goes where answers came fastest lately.",
  },
];
