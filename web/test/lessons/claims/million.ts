/** What the lessons about the ladder to a million reads claim of their figures. For tests only. */

import { type Claims, isFull, rate } from "./claim";

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
    rate("62 cores forward 38,000", 1.1, 1.4),
    isFull("Now the query servers are full.", "q1", "q2"),
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
    { says: "That was the step", of: "since/workload.straight.qps", from: 40_000 },
    isFull("past every balancer", "q1", "q2", "host1", "host2", "host3"),
  ],
  "million/packets-again": [
    { says: "1.07 million", of: "since/workload.lookups.p99_us", from: 2_500, to: 7_430 },
    rate("Give the bottleneck more capacity.", 1.3, 1.7),
  ],
  "million/million": [
    isFull("The query servers.", "q1", "q2"),

    rate("more of it is what helps", 1.15, 1.6),
    { says: "99 of 100 within 4 ms", of: "since/workload.lookups.p99_us", from: 1_000, to: 4_500 },
  ],
};
