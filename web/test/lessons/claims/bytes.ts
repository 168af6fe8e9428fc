/** What the lessons about what crosses between zones claim of their figures. For tests only. */

import { APPEND, appended, type Claims, CROSS, left } from "./claim";

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
  "zone-crossing/scans": [
    { says: "better to pay than to wait", of: "money.per_month", from: 1 },

    {
      says: "reads at the replica in its own zone",
      of: "bytes.cross_zone.read",
      over: "bytes.read",
      to: 0.4,
    },
  ],
  "zone-crossing/eighty-nine": [
    {
      says: "89 % less",
      of: "wire.cross_zone.read",
      over: "leader/wire.cross_zone.read",
      from: 0.05,
      to: 0.2,
    },
    {
      says: "Clouds bill the wire",
      of: "money.per_month",
      over: "leader/money.per_month",
      from: 0.1,
      to: 0.4,
    },

    {
      says: "the close match",
      of: "bytes.cross_zone.read",
      over: "leader/bytes.cross_zone.read",
      from: 0.05,
      to: 0.17,
    },
    {
      says: "more is left of all that crosses",
      of: "wire.cross_zone.total",
      over: "leader/wire.cross_zone.total",
      from: 0.12,
      to: 0.4,
    },
    {
      says: "save nothing",
      of: "follower-at-random/bytes.cross_zone.read",
      over: "leader/bytes.cross_zone.read",
      from: 0.9,
      to: 1.15,
    },
  ],
  "zone-crossing/fifteen": [
    {
      says: "about 15 % less",
      of: "delta-full-times/bytes.saved.delta",
      over: `full/${APPEND}`,
      from: 0.08,
      to: 0.2,
    },
    {
      says: "save more",
      of: "bytes.saved.delta",
      over: "delta-full-times/bytes.saved.delta",
      from: 1.01,
    },
    {
      says: "Next to nothing.",
      of: "large-delta/bytes.saved.delta",
      over: `large-full/${APPEND}`,
      to: 0.01,
    },
  ],
  "zone-crossing/affinity": [
    { says: "Four leaders were moved", of: "decisions.moved_leader", from: 4 },

    {
      says: "a write gets faster too",
      of: "since/workload.app-in-az2.p50_us",
      over: "before/workload.app-in-az2.p50_us",
      to: 0.85,
    },
  ],
  "zone-crossing/thirty-three": [
    left("Two crossings instead of three", "off", 0.66, 0.75),
    {
      says: "on the wire these weigh more",
      of: "wire.cross_zone.total",
      over: "off/wire.cross_zone.total",
      from: 0.66,
      to: 0.8,
    },
    { says: "What 30 days cost", of: "money.per_month", over: "off/money.per_month", to: 0.8 },
  ],
};
