/** What “Thirty seconds ago” claims of its figures. For tests only. */

import { type Claims, READS } from "./claim";

const PAGE = "workload.mumbai-three.p50_us";
const SLOWEST_PAGE = "workload.mumbai-three.max_us";
const AMERICA_PAGE = "workload.america-three.p50_us";
const OLDEST_MISSED = "workload.age.max_staleness_us";
const SENT_ON = "moments.redirected.count";
const SENT_ON_FROM_MUMBAI = "moments.redirected.at.Mumbai.count";

export const THE_PAST: Claims = {
  "the-past/ocean": [
    {
      says: "which is six round trips to Europe",
      of: AMERICA_PAGE,
      over: "workload.america-one.p50_us",
      from: 5.5,
      to: 6.5,
    },
    { says: "From Mumbai, farther away", of: PAGE, over: AMERICA_PAGE, from: 1.3, to: 1.7 },
  ],
  "the-past/near": [
    { says: "About 6 ms.", of: PAGE, from: 5_000, to: 7_500 },
    { says: "Not one fetch left Mumbai.", of: PAGE, over: `leader/${PAGE}`, from: 0, to: 0.02 },
  ],
  "the-past/told": [
    { says: "what it cannot vouch for it refuses", of: SENT_ON_FROM_MUMBAI, from: 1 },
    { says: "and the page took", of: SLOWEST_PAGE, from: 120_000, to: 1_000_000 },
  ],
  "the-past/wire": [
    {
      says: "makes each about 16 bytes longer",
      of: "bytes.cross_zone.heartbeat",
      over: "crossings.heartbeat",
      from: 22,
      to: 32,
    },
    { says: "no message of its own", of: "crossings.safe_time", from: 0, to: 0 },
    { says: "have moved", of: "modes.stale.cross_zone_bytes", from: 0, to: 0 },
    { says: "reads so far", of: "modes.stale.reads", from: 300 },
    { says: "one message tells", of: "closed/crossings.safe_time", from: 20 },
  ],
  "the-past/age": [{ says: "with this bound", of: OLDEST_MISSED, from: 500_000, to: 2_000_000 }],
  "the-past/refused": [{ says: "It refuses at once", of: "moments.refused.count", from: 1 }],
  "the-past/own-write": [
    { says: "It was refused", of: "workload.wrong-write.failed", from: 2, to: 3 },
  ],
  "the-past/shorter": [
    { says: "as fast as before", of: `before/${READS}`, from: 200, to: 2_000 },
    { says: "Each read crosses the ocean.", of: `since/${READS}`, from: 100_000, to: 250_000 },
    { says: "20 reads have been sent on", of: SENT_ON_FROM_MUMBAI, from: 20 },
  ],
  "the-past/partition": [
    {
      says: "never older than promised",
      of: "workload.reads.max_staleness_us",
      from: 1,
      to: 5_000_000,
    },
    { says: "across the ocean", of: "workload.reads.max_us", from: 100_000, to: 600_000 },
    { says: "went on to the others", of: SENT_ON, from: 1 },
  ],
  "the-past/budget": [
    { says: "nobody there noticed", of: "workload.reads.max_us", from: 200, to: 2_000 },
    {
      says: "the age of each answer",
      of: "workload.reads.max_staleness_us",
      from: 20_000_000,
      to: 30_000_000,
    },
  ],
  "the-past/stuck": [
    {
      says: "The past they can read stops advancing.",
      of: "workload.stale-reads.max_us",
      over: "workload.stale-reads.p50_us",
      from: 10,
    },
    { says: "The past they can read stops advancing.", of: SENT_ON, from: 1 },
  ],
  "the-past/clock": [
    { says: "a second older than agreed", of: OLDEST_MISSED, from: 3_000_000, to: 4_500_000 },
    { says: "and answers", of: "workload.age.p50_us", from: 300, to: 2_000 },
  ],
  "the-past/ask": [
    { says: "About 1.2 s", of: SLOWEST_PAGE, from: 1_100_000, to: 1_400_000 },
    { says: "About 720 ms", of: `leader/${PAGE}`, from: 690_000, to: 810_000 },
    { says: "nothing. Rows are old.", of: "modes.stale.p50_us", from: 500, to: 10_000 },
  ],
  "the-past/published": [
    {
      says: "six trips take six times as long",
      of: `leader/${AMERICA_PAGE}`,
      from: 450_000,
      to: 490_000,
    },
    { says: "under 1 ms", of: "leader/workload.europe-one.p50_us", from: 1, to: 1_000 },
    { says: "1.4 ms (fitted)", of: "workload.mumbai-one.p50_us", from: 1_260, to: 1_540 },
    { says: "5.7 ms (fitted)", of: PAGE, from: 5_130, to: 6_270 },
    { says: "less than published", of: `stale-plain/${PAGE}`, from: 3_000, to: 5_000 },
    { says: "6.7 ms (fitted)", of: "workload.europe-three.p50_us", from: 6_030, to: 7_370 },
    { says: "30 s", of: "workload.age.seen_age.min_us", from: 29_900_000, to: 30_600_000 },
    {
      says: "The article’s oldest is older than ours.",
      of: "workload.age.seen_age.max_us",
      from: 30_500_000,
      to: 33_000_000,
    },
    { says: "3.1 s", of: "stale-2s/workload.age.seen_age.max_us", from: 2_800_000, to: 3_200_000 },
    {
      says: "our write waits for its majority alone",
      of: "workload.ticks.p50_us",
      from: 70_000,
      to: 90_000,
    },
  ],
};
