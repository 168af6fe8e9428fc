/** What the lesson about one round trip claims of its figures. For tests only. */

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
};
