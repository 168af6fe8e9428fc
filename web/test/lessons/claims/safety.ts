/** What the lessons about leaders, logs and leases claim of their figures. For tests only. */

import { type Claims, NO_COMMIT, READS } from "./claim";

export const SAFETY: Claims = {
  "leader/majority": [
    { says: "about 50 ms to Ohio and back", of: "workload.puts.p50_us", from: 60_000, to: 110_000 },
    { says: "30 ms from Ohio to Virginia", of: "commit.p50_us", from: 25_000, to: 45_000 },
  ],
  "leader/election": [
    { says: "another store is elected", of: "moments.elected.count", from: 2 },
    { says: "A write that was on its way", of: "workload.puts.unknown", to: 5 },

    { says: "A second or two.", of: NO_COMMIT, from: 900_000, to: 3_500_000 },
    { says: "The term is now", of: "state.ranges.0.term", from: 2 },
  ],
  "leader/return": [{ says: "in a new term", of: "state.ranges.0.term", from: 3 }],
  "leader/five": [{ says: "after an election", of: NO_COMMIT, from: 300_000 }],
  "applied/gap": [
    { says: "the half second here", of: "moments.behind.longest_us", from: 300_000, to: 2_000_000 },

    { says: "writes now take up to", of: "since/workload.puts.max_us", from: 500_000 },
    {
      says: "writes now take up to",
      of: "since/workload.puts.max_us",
      over: "before/workload.puts.max_us",
      from: 1.5,
    },
    { says: "it still takes only", of: "since/commit.p50_us", from: 20_000, to: 60_000 },
  ],
  "applied/survive": [
    {
      says: "After the crash of s2 another store is elected",
      of: "moments.elected.count",
      from: 2,
    },
    { says: "Such writes are counted as *unknown*", of: "workload.puts.unknown", to: 20 },
  ],
  "applied/wait": [
    {
      says: "Slow apply makes such a read slow",
      of: "modes.follower.p50_us",
      from: 30_000,
      to: 700_000,
    },

    {
      says: "Slow apply makes such a read slow",
      of: "moments.waited_for_apply.longest_us",
      from: 200_000,
      to: 600_000,
    },
  ],
  "applied/lock": [
    { says: "at the lock it waits", of: "workload.behind.p99_us", from: 100_000, to: 300_000 },

    {
      says: "the slowest read at the leader took",
      of: "workload.behind.max_us",
      over: "workload.behind.p50_us",
      from: 20,
    },
  ],
  "old-leader/two": [
    {
      says: "for two seconds",
      of: "moments.two_leaders.longest_us",
      from: 2_000_000,
      to: 4_000_000,
    },
    { says: "another in a new one", of: "moments.elected.count", from: 2 },
  ],
  "old-leader/lie": [
    { says: "out of date", of: "workload.reads.max_staleness_us", from: 1, to: 10_000_000 },

    { says: "such answers so far", of: "workload.reads.stale", from: 1 },
    { says: "each came in half a millisecond", of: READS, from: 400, to: 700 },
  ],
  "old-leader/ask": [
    {
      says: "the round is what a read pays",
      of: "modes.leader.p50_us",
      over: "modes.leader-unchecked.p50_us",
      from: 10,
    },
    { says: "ended without an answer", of: "workload.reads.failed", from: 1 },
  ],
  "old-leader/check-quorum": [
    { says: "then s1 stepped down", of: "moments.two_leaders.longest_us", from: 1, to: 2_000_000 },

    { says: "reads were stale", of: "workload.reads.stale", from: 1 },
    {
      says: "the stale answers end soon",
      of: "workload.reads.max_staleness_us",
      from: 1,
      to: 2_000_000,
    },
  ],
  "log-repair/hollow": [
    { says: "heard nothing for a second", of: "workload.Madrid.unknown", from: 1, to: 3 },
    { says: "Another store is elected", of: "moments.elected.count", from: 2, to: 3 },
    { says: "elected a leader in term", of: "state.ranges.0.term", from: 2, to: 3 },
  ],
  "log-repair/which": [{ says: "stayed *unknown*", of: "workload.Madrid.unknown", from: 1, to: 4 }],
  "log-repair/safe": [
    { says: "leaders since the start", of: "moments.elected.count", from: 2, to: 4 },
  ],
  "log-repair/stays": [
    { says: "were answered late", of: "workload.Madrid.max_us", from: 30_000, to: 1_000_000 },
  ],
  "log-repair/back": [{ says: "is repaired in term", of: "state.ranges.0.term", from: 3, to: 4 }],
  "members/learner": [
    { says: "got a snapshot of", of: "bytes.snapshot", from: 100_000, to: 150_000 },
  ],
  "members/two": [
    { says: "The slowest write took", of: "workload.puts.max_us", from: 10_000, to: 1_000_000 },
  ],
  "members/leader": [
    { says: "the new leader, in term", of: "state.ranges.0.term", from: 2, to: 2 },
    { says: "The slowest write took", of: "workload.puts.max_us", from: 10_000, to: 1_000_000 },
  ],
  "members/second": [{ says: "stores that are down", of: "state.down_count", from: 2, to: 2 }],
  "snapshots/away": [
    { says: "gets the rows instead", of: "bytes.snapshot", from: 2_000_000, to: 2_200_000 },
    { says: "share the line with them", of: "workload.gets.max_us", from: 1_000, to: 60_000 },
  ],
  "snapshots/again": [
    { says: "of snapshots so far", of: "bytes.cross_zone.snapshot", from: 4_000_000 },
  ],
  "snapshots/nearer": [
    { says: "as large as before", of: "bytes.snapshot", from: 2_000_000, to: 2_200_000 },
    { says: "of orders crossed", of: "bytes.cross_zone.snapshot", from: 1, to: 1_000 },
  ],
  "snapshots/enough": [
    { says: "One snapshot", of: "bytes.cross_zone.snapshot", from: 2_000_000, to: 2_500_000 },
  ],
  "leases/lease": [
    { says: "it answers from its rows at once", of: "moments.lease_read.count", from: 1 },

    { says: "fell from", of: "modes.lease.p50_us", over: "modes.leader.p50_us", to: 0.2 },
  ],
  "leases/role": [
    { says: "Lease", of: "modes.lease.reads", from: 1 },
    { says: "reads got nothing", of: "modes.lease.failed", from: 1 },
  ],
  "leases/clock": [
    { says: "catch a stale read", of: "modes.lease.max_staleness_us", from: 1, to: 5_000_000 },
    { says: "catch a stale read", of: "modes.lease.stale", from: 1 },
  ],
  "leases/restart": [
    { says: "Lease", of: "modes.lease.reads", from: 1 },
    { says: "comes a little later", of: "moments.elected.count", from: 2 },
  ],
  "leases/transfer": [
    { says: "Another leader is elected", of: "moments.elected.count", from: 2 },
    { says: "each read needs a round", of: "modes.lease.failed", from: 1 },
  ],
};
