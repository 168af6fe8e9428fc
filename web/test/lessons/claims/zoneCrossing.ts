/** What “Eighty-nine per cent” claims of its figures. For tests only. */

import { APPEND, type Claims, left } from "./claim";

const READ = "bytes.cross_zone.read";
const WIRE = "wire.cross_zone.total";
const MONTH = "money.per_month";
const SCAN = "workload.ranges-1.p50_us";
const POINT = "workload.points-1.p50_us";
const APP = "workload.app.p50_us";
const ASKED = "wire.cross_zone.heartbeat";
const ADAPTIVE = "modes.closest-adaptive.reads";

const scans = (says: string, from: number, to: number) => ({
  says,
  of: `never-busy/${READ}`,
  over: `leader/${READ}`,
  from,
  to,
});

export const ZONE_CROSSING: Claims = {
  "zone-crossing/bill": [
    {
      says: "headers and acknowledgements included",
      of: WIRE,
      over: "bytes.cross_zone.total",
      from: 1.05,
    },
    { says: "a GB between two zones costs 2 cents", of: MONTH, from: 500, to: 3_000 },
  ],
  "zone-crossing/scans": [
    { says: "Two thirds.", of: READ, over: "bytes.read", from: 0.63, to: 0.7 },
    { says: "bad for the bill", of: MONTH, from: 500, to: 3_000 },
  ],
  "zone-crossing/any": [
    {
      says: "As many rows cross as before.",
      of: READ,
      over: `leader/${READ}`,
      from: 0.95,
      to: 1.1,
    },
    { says: "On top of them", of: WIRE, over: `leader/${WIRE}`, from: 1.03, to: 1.3 },
    { says: "waits for the answer", of: SCAN, over: `leader/${SCAN}`, from: 1.1 },
  ],
  "zone-crossing/next-door": [
    {
      says: "The rows are gone from the line.",
      of: `since/${READ}`,
      over: "since/bytes.read",
      to: 0.02,
    },
    {
      says: "Every read waits for such a question",
      of: `since/${POINT}`,
      over: `before/${POINT}`,
      from: 1.05,
      to: 2.5,
    },
  ],
  "zone-crossing/threshold": [
    { says: "a few per cent", of: READ, over: `leader/${READ}`, from: 0.02, to: 0.05 },
  ],
  "zone-crossing/adaptive": [
    { says: "below a fifth", of: READ, over: "bytes.read", to: 0.2 },
    { says: "it saves nearly as many", of: MONTH, from: 1, to: 1_000 },
  ],
  "zone-crossing/eighty-nine": [
    {
      says: "89 % less",
      of: "wire.cross_zone.read",
      over: "leader/wire.cross_zone.read",
      from: 0.05,
      to: 0.2,
    },
    { says: "Clouds bill the wire", of: MONTH, over: `leader/${MONTH}`, from: 0.1, to: 0.4 },
    { says: "the close match", of: READ, over: `leader/${READ}`, from: 0.05, to: 0.17 },
    { says: "there more is left", of: WIRE, over: `leader/${WIRE}`, from: 0.12, to: 0.4 },
    scans("only a few hundredths", 0.02, 0.05),
  ],
  "zone-crossing/queue": [
    {
      says: "They wait more than a tenth of a second each.",
      of: `before/${APP}`,
      from: 100_000,
      to: 400_000,
    },
    { says: "in a few milliseconds", of: `since/${APP}`, from: 1_000, to: 8_000 },
    { says: "It is better to pay than to wait.", of: `since/${READ}`, from: 100_000 },
  ],
  "zone-crossing/uneven": [
    {
      says: "s1 serves every scan",
      of: "resources.s1.used",
      over: "resources.s3.used",
      from: 10,
    },
  ],
  "zone-crossing/stays": [
    {
      says: "Messages without a row: heartbeats, questions and answers.",
      of: ASKED,
      over: WIRE,
      from: 0.45,
      to: 0.7,
    },
    { says: "**Questions**", of: "wire.cross_zone.read_index", over: WIRE, from: 0.1, to: 0.3 },
    { says: "**Log entries**", of: `wire.cross_zone.append`, over: WIRE, to: 0.25 },
    { says: "Only the point gets’ rows cross", of: "wire.cross_zone.read", over: WIRE, to: 0.25 },
    { says: "**acknowledgements**", of: "wire.cross_zone.ack", over: WIRE, to: 0.1 },
  ],
  "zone-crossing/lease": [
    {
      says: "The rounds are gone from the bill",
      of: `since/${ASKED}`,
      over: `before/${ASKED}`,
      to: 0.25,
    },
    {
      says: "It asks the other two stores",
      of: `before/${ASKED}`,
      over: `before/${ADAPTIVE}`,
      from: 100,
    },
    { says: "gone from the bill", of: `since/${ASKED}`, over: `since/${ADAPTIVE}`, to: 60 },
    { says: "their wait from every read", of: `since/${POINT}`, over: `before/${POINT}`, to: 0.7 },
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
    { says: "on the wire these weigh more", of: WIRE, over: `off/${WIRE}`, from: 0.66, to: 0.8 },
    { says: "The costs of 30 days", of: MONTH, over: `off/${MONTH}`, to: 0.8 },
  ],
  "zone-crossing/relay": [
    { says: "Here it sends it twice", of: APPEND, over: `direct/${APPEND}`, from: 0.3, to: 0.4 },
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
  "zone-crossing/published": [
    { says: "89 % less", of: READ, over: `leader/${READ}`, from: 0.08, to: 0.14 },
    {
      says: "most of our 11 %",
      of: "wire.cross_zone.read",
      over: "leader/wire.cross_zone.read",
      from: 0.09,
      to: 0.15,
    },
    { says: "on which heartbeats depend", of: WIRE, over: `leader/${WIRE}`, from: 0.18, to: 0.28 },
    scans("how often its scans fell back", 0.02, 0.05),
    {
      says: "random followers save nothing",
      of: `follower-at-random/${READ}`,
      over: `leader/${READ}`,
      from: 0.95,
      to: 1.1,
    },
  ],
};
