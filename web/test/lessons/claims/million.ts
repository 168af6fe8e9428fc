/** What the long read about the ladder to a million reads claims of its figures. For tests only. */

import { type Claims, isFull, rate } from "./claim";

const QPS = "workload.lookups.qps";
const P99 = "workload.lookups.p99_us";
const GETS = "workload.reads.qps";
const GETS_P99 = "workload.reads.p99_us";
const CROWD_P50 = "workload.crowd-1.p50_us";
const NEXT = "bottleneck.next_ceiling_qps";

export const MILLION: Claims = {
  "million/parse": [rate("the rate hardly rises", 0.95, 1.15), isFull("is full now", "lb1")],
  "million/balancer": [rate("Not quite twice as much.", 1.6, 2.1), isFull("lb1", "lb1")],
  "million/littles-law": [
    rate("Keep the rate", 0.93, 1.1),
    {
      says: "more clients buy waiting and nothing else",
      of: "since/workload.lookups.p50_us",
      over: "before/workload.lookups.p50_us",
      to: 0.5,
    },
    { says: "About 42 ms.", of: "before/workload.lookups.p50_us", from: 35_000, to: 48_000 },
    { says: "65 ms", of: "before/workload.lookups.p99_us", from: 42_000, to: 65_000 },
  ],
  "million/twelve-cores": [
    {
      says: "and without the balancer it was",
      of: QPS,
      over: `rung-3/${QPS}`,
      from: 0.75,
      to: 0.9,
    },
    { says: "lb1.", of: "bottleneck.resource", oneOf: ["lb1"] },
  ],
  "million/next": [
    rate("Hardly.", 0.9, 1.08),
    isFull("the rate ends at what host1 passes on", "host1"),
  ],
  "million/packets": [
    isFull("Small reads are bound by packets", "q1", "q2"),
    rate("More cores that handle packets", 1.5, 3),
  ],
  "million/no-more-cores": [
    { says: "“straight”", of: "since/workload.straight.qps", from: 40_000 },
    isFull("past every balancer", "q1", "q2", "host1", "host2", "host3"),
  ],
  "million/kept-back": [
    { says: "About 380,000.", of: QPS, from: 370_000, to: 390_000 },
    { says: "3.5 ms (not modelled)", of: P99, from: 30_000, to: 50_000 },
  ],
  "million/packets-again": [
    { says: "73,000 reads a second.", of: QPS, from: 72_500, to: 73_500 },
    { says: "The gain is larger", of: `rung-9/${QPS}`, over: QPS, from: 1.3, to: 1.7 },
  ],
  "million/million": [
    { says: "107,000 reads a second", of: QPS, from: 105_000, to: 108_000 },
    { says: "99 of 100 within 4 ms", of: P99, from: 1_000, to: 4_000 },
    { says: "The query servers.", of: "bottleneck.resource", oneOf: ["q1", "q2"] },
  ],
  "million/stores": [
    { says: "our cores are full at 100 %", of: "resources.q1.used", from: 0.98, to: 1 },
    { says: "packet cores of host1", of: "resources.host1.used", to: 0.5 },
    { says: "Twice the stores would add nothing.", of: "resources.s1.used", to: 0.3 },
  ],
  "million/followers": [
    rate("The rate is what it was.", 0.93, 1.02),
    isFull("The query servers are full", "q1", "q2"),
    { says: "its ceiling came down", of: `since/${NEXT}`, over: `before/${NEXT}`, to: 0.6 },
  ],
  "million/hot": [
    {
      says: "Three cores read the row instead of one.",
      of: `since/${CROWD_P50}`,
      over: `before/${CROWD_P50}`,
      to: 0.5,
    },
    { says: "This time a store is full", of: "before/resources.s2.used", from: 0.9, to: 1 },
    { says: "Three cores read the row", of: "since/resources.s2.used", from: 0.4, to: 0.8 },
    {
      says: "Two messages for two of three reads",
      of: "since/crossings.read_index",
      over: "since/modes.follower.reads",
      from: 1.25,
      to: 1.5,
    },
  ],
  "million/tail": [
    {
      says: "Three times the gets are answered",
      of: `since/${GETS}`,
      over: `before/${GETS}`,
      from: 2.3,
      to: 3.8,
    },
    {
      says: "It grows about tenfold.",
      of: `since/${GETS_P99}`,
      over: `before/${GETS_P99}`,
      from: 4,
      to: 16,
    },
    { says: "99 of 100 are answered within 5 ms", of: `before/${GETS_P99}`, to: 5_000 },
    { says: "busy for 92 % of the time", of: "since/resources.s1.used", from: 0.85, to: 0.98 },
  ],
  "million/open": [
    { says: "Hardly any.", of: GETS, to: 50 },
    { says: "the closed one", of: `closed/${GETS}`, from: 950, to: 1_000 },
    { says: "Clients that wait", of: `closed/${GETS_P99}`, to: 200_000 },
  ],
  "million/published": [
    { says: "1.07 million (fitted", of: QPS, from: 1_050_000, to: 1_080_000 },
    { says: "half of the published one", of: P99, from: 3_000, to: 4_500 },
    { says: "ours is a tenth too high", of: `step-3/${QPS}`, from: 340_000, to: 365_000 },
    { says: "65 ms", of: `step-3/${P99}`, from: 40_000, to: 55_000 },
    { says: "Nearly all tails are predicted", of: `step-1/${P99}`, from: 14_000, to: 20_000 },
  ],
};
