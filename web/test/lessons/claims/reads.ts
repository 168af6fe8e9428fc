/** What the lessons about reads far away and of the past claim of their figures. For tests only. */

import { type Claims, READS } from "./claim";

export const READS_FAR: Claims = {
  "one-round-trip/two": [{ says: "About 200 ms.", of: READS, from: 190_000, to: 215_000 }],
  "one-round-trip/together": [
    { says: "One round trip is left.", of: READS, from: 95_000, to: 115_000 },
  ],
  "one-round-trip/prepared": [{ says: "200 ms.", of: READS, from: 190_000, to: 215_000 }],
  "one-round-trip/interactive": [
    {
      says: "400 ms: one round trip for each statement.",
      of: "workload.transactions.p50_us",
      from: 390_000,
      to: 425_000,
    },
    { says: "N + 1 round trips become N", of: "modes.follower.round_trips", from: 4, to: 4 },
  ],
  "one-round-trip/version": [
    {
      says: "What is left is the round trip for the timestamp",
      of: "modes.version.round_trips",
      from: 1,
      to: 1.2,
    },
    { says: "waiting a few milliseconds", of: "modes.version.p50_us", from: 100_000, to: 160_000 },
  ],
  "the-past/near": [
    { says: "fitted", of: "workload.mumbai-one.p50_us", from: 1_000, to: 2_000 },
    { says: "fitted", of: "workload.europe-three.p50_us", from: 5_000, to: 8_500 },

    { says: "About 6 ms.", of: "workload.mumbai-three.p50_us", from: 5_000, to: 7_500 },
    {
      says: "six times as long as one",
      of: "leader/workload.america-three.p50_us",
      over: "leader/workload.america-one.p50_us",
      from: 5.5,
      to: 6.5,
    },
  ],
  "the-past/age": [
    {
      says: "with this bound",
      of: "workload.age.max_staleness_us",
      from: 500_000,
      to: 2_000_000,
    },
  ],
  "the-past/refused": [{ says: "It refuses at once", of: "moments.refused.count", from: 1 }],
  "the-past/partition": [
    {
      says: "never older than promised",
      of: "workload.reads.max_staleness_us",
      from: 1,
      to: 5_000_000,
    },
    { says: "across the ocean", of: "workload.reads.max_us", from: 100_000, to: 600_000 },
    { says: "went on to the others", of: "moments.redirected.count", from: 1 },
  ],
  "the-past/stuck": [
    {
      says: "The past they can read stops advancing.",
      of: "workload.stale-reads.max_us",
      over: "workload.stale-reads.p50_us",
      from: 10,
    },
    { says: "The past they can read stops advancing.", of: "moments.redirected.count", from: 1 },
  ],
};
