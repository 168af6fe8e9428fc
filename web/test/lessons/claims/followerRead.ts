/** What the long read “26 lines”, on reads at followers, claims of its figures. For tests only. */

import type { Claims } from "./claim";

const LEADER = "modes.leader.p50_us";
const FOLLOWER = "modes.follower.p50_us";
const READS = "modes.follower.reads";
const CROSSED = "modes.follower.cross_zone_bytes";
const INDEX = "bytes.cross_zone.read_index";
const ROWS = "bytes.cross_zone.read";
const SCANS = "workload.scans.qps";
const SCANS_P50 = "workload.scans.p50_us";
const SLOWEST = "workload.scans.p99_us";

export const FOLLOWER_READ: Claims = {
  "follower-read/ocean": [
    { says: "All three add up.", of: LEADER, from: 105_000, to: 125_000 },
    {
      says: "the rows are the part that costs money",
      of: "modes.leader.cross_zone_bytes",
      over: "modes.leader.reads",
      from: 100_000,
      to: 112_000,
    },
  ],
  "follower-read/copy": [
    { says: "At this instant s2 has committed", of: "state.ranges.0.commit", from: 5 },
    {
      says: "even the slowest of the three stores",
      of: "state.ranges.0.applied_least",
      over: "state.ranges.0.commit",
      from: 0.85,
      to: 1,
    },
  ],
  "follower-read/late": [
    { says: "half of the commits take", of: "commit.p50_us", from: 8_000, to: 12_000 },
    {
      says: "any one follower may be the one without it",
      of: "moments.committed_without.at.Lisbon.count",
      from: 1,
    },
  ],
  "follower-read/rows": [
    {
      says: "a read has become a short message",
      of: FOLLOWER,
      over: LEADER,
      from: 0.7,
      to: 1.1,
    },

    {
      says: "a few dozen bytes each",
      of: "modes.follower.cross_zone_bytes",
      over: "modes.follower.reads",
      from: 24,
      to: 400,
    },
    {
      says: "a read and a hundred rows to send",
      of: "modes.leader.cross_zone_bytes",
      over: "modes.leader.reads",
      from: 50_000,
    },
  ],
  "follower-read/why-ask": [
    { says: "out of date", of: "modes.local.max_staleness_us", from: 1, to: 500_000 },

    { says: "every now and then", of: "modes.local.stale", over: "modes.local.reads", to: 0.5 },
    { says: "out of date", of: "modes.local.stale", from: 1 },
    { says: "Local reads are very fast", of: "modes.local.p50_us", from: 100, to: 2_000 },
  ],
  "follower-read/throughput": [
    {
      says: "ten times as much in the article, and somewhat more here",
      of: "follower/workload.scans.qps",
      over: "workload.scans.qps",
      from: 10,
      to: 16,
    },
    {
      says: "Scans of ten rows gain less",
      of: "follower-10/workload.scans.qps",
      over: "lease-10/workload.scans.qps",
      from: 1.2,
      to: 3,
    },
  ],
  "follower-read/trips": [
    {
      says: "The median read took 40 ms or less",
      of: "modes.follower.p50_us",
      from: 28_000,
      to: 40_000,
    },

    { says: "a valid lease saves it", of: "modes.follower.round_trips", from: 1, to: 2 },
  ],
  "follower-read/two-messages": [
    { says: "That is 26 bytes", of: INDEX, over: READS, from: 50, to: 62 },
    {
      says: "Headers weigh more than words",
      of: "wire.cross_zone.read_index",
      over: INDEX,
      from: 3,
      to: 7,
    },
    {
      says: "Headers weigh more than words",
      of: "wire.cross_zone.read_index",
      over: READS,
      from: 200,
      to: 320,
    },
    { says: "All of it together is less than a single row", of: CROSSED, over: READS, to: 300 },
  ],
  "follower-read/proxy": [
    { says: "Nothing.", of: ROWS, over: `leader/${ROWS}`, from: 0.99, to: 1.01 },
    {
      says: "Asking for a number instead of the rows",
      of: `index/${INDEX}`,
      over: ROWS,
      to: 0.001,
    },
    {
      says: "Nothing.",
      of: SCANS_P50,
      over: `index/${SCANS_P50}`,
      from: 1.1,
      to: 1.6,
    },
  ],
  "follower-read/apply": [
    {
      says: "Wait until it has applied that far",
      of: "moments.waited_for_apply.longest_us",
      from: 100_000,
      to: 310_000,
    },
    { says: "Most reads do not wait at all", of: `since/${FOLLOWER}`, from: 80_000, to: 110_000 },
  ],
  "follower-read/ahead": [
    { says: "reads were contradicted", of: "moments.broken_promise.count", from: 5 },
  ],
  "follower-read/change": [
    { says: "ended without an answer", of: "moments.timed_out.at.Dublin.count", from: 1 },
    { says: "Five reads are answered", of: READS, from: 5 },
  ],
  "follower-read/cores": [
    {
      says: "Nearly twice as much.",
      of: READS,
      over: "leader/modes.leader.reads",
      from: 1.7,
      to: 2,
    },
    { says: "still the busiest of the three", of: "resources.s1.used", from: 0.8, to: 1 },
  ],
  "follower-read/near": [
    { says: "It falls by about a fifth.", of: SCANS, from: 14_000, to: 16_000 },
    { says: "less than a tenth", of: `keys-100/${SCANS}`, from: 3_850, to: 4_300 },
  ],
  "follower-read/names": [
    {
      says: "by default YugabyteDB’s lies 30 s back",
      of: "workload.age.max_staleness_us",
      from: 29_000_000,
      to: 31_000_000,
    },
    { says: "ask nobody", of: "workload.age.p50_us", from: 300, to: 3_000 },
  ],
  "follower-read/published": [
    { says: "give the rate for 10 keys", of: SCANS, from: 3_650, to: 4_000 },
    {
      says: "At 100 keys we are somewhat too fast",
      of: `keys-100/${SCANS}`,
      from: 3_200,
      to: 3_850,
    },
    { says: "about half as long as theirs", of: SLOWEST, from: 50_000, to: 75_000 },
    { says: "about half as long as theirs", of: `keys-100/${SLOWEST}`, from: 60_000, to: 90_000 },
  ],
};
