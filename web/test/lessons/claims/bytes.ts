/** What the tasks of “One message per city” claim of their figures. For tests only. */

import { appended, type Claims, CROSS, left } from "./claim";

export const BYTES: Claims = {
  "one-message/twice": [
    {
      says: "before the switch and since",
      of: "since/commit.p50_us",
      over: "before/commit.p50_us",
      from: 0.9,
      to: 1.1,
    },

    appended("crossed once instead of twice", 0.4, 0.6),
    { says: "once instead of twice", of: "since/bytes.saved.relay", from: 1 },
  ],
  "one-message/half": [
    {
      says: "with the delegate and without",
      of: "relay-16k/commit.p50_us",
      over: "direct-16k/commit.p50_us",
      from: 0.9,
      to: 1.1,
    },

    {
      says: "one instead of two",
      of: "relay-16k/crossings.append",
      over: "direct-16k/crossings.append",
      from: 0.45,
      to: 0.6,
    },
    {
      says: "need half of the bytes",
      of: `relay-16k/${CROSS}`,
      over: `direct-16k/${CROSS}`,
      from: 0.45,
      to: 0.55,
    },
    left("Less is saved: about a third.", "direct-64", 0.58, 0.75),
  ],
  "one-message/nine": [
    appended("a third is left", 0.27, 0.4),
    { says: "were saved since the switch", of: "since/bytes.saved.relay", from: 1 },
    {
      says: "Nobody waits longer for it",
      of: "since/commit.p50_us",
      over: "before/commit.p50_us",
      from: 0.9,
      to: 1.1,
    },
  ],
  "one-message/nothing": [
    { says: "Nothing.", of: "bytes.saved.relay", to: 0 },
    appended("differ by the writes under way", 0.85, 1.15),
  ],
  "one-message/dead": [
    { says: "Nothing but a little time.", of: "workload.puts.max_us", from: 1, to: 1_000_000 },
    { says: "sends directly again", of: "decisions.sent_direct", from: 1 },
  ],
};
