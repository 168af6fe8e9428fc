import { expect, test } from "vitest";

import {
  type Draft,
  entered,
  pairsOf,
  problemsAt,
  textOf,
  withNewZone,
  withoutZone,
  withPair,
  withZone,
} from "./form";

const FORM: Draft = {
  $schema: null,
  format: "raft-atlas-advice/1",
  title: "Three",
  zones: [
    { id: "a", region: "", stores: 1, clients: 2, election_ticks: null },
    { id: "b", region: "", stores: 1, clients: 1, election_ticks: null },
    { id: "c", region: "", stores: 1, clients: 0, election_ticks: 30 },
  ],
  links: {
    inside_rtt: "300us",
    across_rtt: "20ms",
    across_jitter: "0us",
    across_usd_per_gb: 0.02,
    between: [{ zones: ["b", "a"], rtt: "5ms", there: "1ms", jitter: null, usd_per_gb: null }],
  },
  data: { ranges: 12, rows: 10_000, value_bytes: 1_000, values: "words" },
  raft: { product: "tikv", tick: null, hibernate: null },
  load: { reads_per_s: 300, writes_per_s: 30, rows_per_read: 1 },
  limits: {
    p99_of_reads: "20ms",
    p99_of_writes: null,
    staleness: null,
    survive_zone_loss: true,
    usd_per_month: null,
  },
  consider: { read_modes: ["lease"], leaders: ["spread"], replicas: [3], encoding: ["plain"] },
  runs: { seeds: 2, measured: "8s" },
};

test("every pair is there, with what is said of it or of all", () => {
  const own = { usd_per_gb: 0.02 };
  expect(pairsOf(FORM)).toEqual([
    { a: "a", b: "b", rtt: "5ms", first: "b", there: "1ms", jitter: null, ...own, place: 0 },
    { a: "a", b: "c", rtt: "20ms", first: "a", there: null, jitter: null, ...own, place: null },
    { a: "b", b: "c", rtt: "20ms", first: "b", there: null, jitter: null, ...own, place: null },
  ]);
});

test("a pair is changed where it stands, or added", () => {
  const [first, second] = pairsOf(FORM);
  if (first === undefined || second === undefined) throw new Error("no pairs");
  const changed = withPair(FORM, { ...first, rtt: "6ms" });
  // The way there stays that from b to a.
  expect(changed.links.between).toEqual([
    { zones: ["b", "a"], rtt: "6ms", there: "1ms", jitter: null, usd_per_gb: 0.02 },
  ]);
  expect(withPair(FORM, { ...second, usd_per_gb: 0.1 }).links.between).toHaveLength(2);
});

test("what names a zone goes with its name, and goes when it goes", () => {
  const zone = FORM.zones[0];
  if (zone === undefined) throw new Error("no zone");
  const named = withZone(FORM, 0, { ...zone, id: "x" });
  expect(named.links.between[0]?.zones).toEqual(["b", "x"]);
  // On the way to another name it may be that of a neighbour.
  const twice = withZone(FORM, 0, { ...zone, id: "b" });
  expect(twice.links.between[0]?.zones).toEqual(["b", "a"]);
  const without = withoutZone(FORM, 1);
  expect(without.zones.map(({ id }) => id)).toEqual(["a", "c"]);
  expect(without.links.between).toEqual([]);
});

test("a new zone has a name of its own", () => {
  const one = withNewZone(FORM);
  expect(one.zones.at(-1)?.id).toBe("zone4");
  expect(withNewZone(withoutZone(one, 0)).zones.at(-1)?.id).toBe("zone5");
});

test("the file says nothing of what is not said", () => {
  const file = JSON.parse(textOf(FORM));
  expect(file.limits).toEqual({ p99_of_reads: "20ms", survive_zone_loss: true });
  expect(file).not.toHaveProperty("$schema");
  expect(file.zones[0]).not.toHaveProperty("election_ticks");
  expect(file.zones[2]).toEqual(FORM.zones[2]);
});

test("what is no number stays what it is, for the engine to say so", () => {
  expect(entered("12")).toBe(12);
  expect(entered("0.5")).toBe(0.5);
  expect(entered("")).toBe("");
  expect(entered("many")).toBe("many");
});

test("a problem is told at its place and above", () => {
  const problems = [
    { path: "zones[1].id", text: "one" },
    { path: "zones", text: "two" },
    { path: "zones[10].id", text: "three" },
  ];
  expect(problemsAt(problems, "zones[1].id")).toBe("one");
  expect(problemsAt(problems, "zones[1]")).toBe("one");
  expect(problemsAt(problems, "zones")).toBe("one; two; three");
});
