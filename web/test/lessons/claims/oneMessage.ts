/** What the steps to look at of “One message per city” claim of their figures. For tests only. */

import { APPEND, type Claims, READS } from "./claim";

const CROSSINGS = "crossings.append";
const COMMIT = "commit.p50_us";
const SLOWEST = "workload.puts.max_us";
const TRANSACTION = "workload.transactions.p50_us";

export const ONE_MESSAGE: Claims = {
  "one-message/cities": [
    {
      says: "Two of the four are over the line",
      of: APPEND,
      over: "workload.puts.ok",
      from: 32_768,
      to: 36_000,
    },
  ],
  "one-message/delegate": [
    {
      says: "It crosses once",
      of: CROSSINGS,
      over: `direct-16k/${CROSSINGS}`,
      from: 0.45,
      to: 0.6,
    },
  ],
  "one-message/wait": [
    { says: "Every write.", of: COMMIT, over: `direct/${COMMIT}`, from: 5, to: 12 },
  ],
  "one-message/give-up": [
    { says: "it sends directly", of: "decisions.sent_direct", from: 1, to: 2 },
    { says: "one short pause", of: SLOWEST, from: 100_000, to: 600_000 },
    { says: "half of the commits took", of: COMMIT, from: 7_000, to: 12_000 },
  ],
  "one-message/open": [
    { says: "then sends to it directly", of: "decisions.sent_direct", from: 1, to: 2 },
    { says: "No write waited for s3.", of: SLOWEST, from: 8_000, to: 30_000 },
  ],
  "one-message/far-reader": [{ says: "About 200 ms", of: READS, from: 190_000, to: 215_000 }],
  "one-message/one-request": [{ says: "one round trip", of: READS, from: 95_000, to: 115_000 }],
  "one-message/chain": [
    { says: "Four.", of: TRANSACTION, from: 390_000, to: 425_000 },
    {
      says: "for four statements a fifth",
      of: `apart/${TRANSACTION}`,
      over: TRANSACTION,
      from: 1.2,
      to: 1.3,
    },
  ],
  "one-message/published": [
    { says: "fall from two to one", of: CROSSINGS, over: `direct-16k/${CROSSINGS}`, to: 0.55 },
    {
      says: "and their bytes with them",
      of: APPEND,
      over: `direct-16k/${APPEND}`,
      from: 0.45,
      to: 0.55,
    },
    {
      says: "the saving shrinks",
      of: `relay-64/${APPEND}`,
      over: `direct-64/${APPEND}`,
      from: 0.55,
      to: 0.7,
    },
    {
      says: "only a fifth is saved",
      of: "relay-1k/crossings.total",
      over: "direct-1k/crossings.total",
      from: 0.77,
      to: 0.83,
    },
  ],
};
