/** What the lessons about broken links and zones claim of their figures. For tests only. */

import { type Claims, NO_COMMIT } from "./claim";

export const FAULTS: Claims = {
  "one-way/deaf": [
    { says: "the group has a leader", of: "moments.elected.count", from: 1, to: 1 },
    { says: "They stop until the link is healed.", of: NO_COMMIT, from: 4_000_000 },
  ],
  "one-way/check-quorum": [
    { says: "With the switch on from the start", of: NO_COMMIT, from: 4_000_000 },
  ],
  "one-way/pre-vote": [
    { says: "Every answer of s1 carries its term", of: "state.ranges.0.term", from: 5 },

    { says: "again and again", of: "moments.candidate.count", from: 5 },
    { says: "there must be another election", of: "moments.elected.count", from: 2 },
  ],
  "one-way/ask-first": [
    { says: "none after the healing", of: "workload.puts.ok", from: 1 },

    { says: "one election after the cut", of: "moments.elected.count", from: 2, to: 2 },
    { says: "stays in its term", of: "state.ranges.0.term", from: 2, to: 2 },
  ],
  "lose-a-zone/power": [
    { says: "ended with an outcome that is unknown", of: "workload.puts.unknown", to: 100 },
    { says: "elect other leaders", of: "moments.elected.count", from: 2 },
  ],
  "lose-a-zone/two": [{ says: "two of five are not a majority", of: NO_COMMIT, from: 1_500_000 }],
  "lose-a-zone/promised": [
    { says: "nothing is acknowledged at all", of: "workload.puts.unknown", from: 1 },

    { says: "a round trip of 12 ms", of: "since/commit.p50_us", from: 12_000, to: 14_000 },
    { says: "less than one in Bristol alone", of: "before/commit.p50_us", from: 100, to: 1_000 },
  ],
  "lose-a-zone/repair": [
    { says: "reads that failed since the start", of: "workload.gets.failed", to: 3 },

    { says: "every range gets a third replica", of: "decisions.replaced_replica", from: 1 },
  ],
};
