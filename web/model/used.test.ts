import { expect, test } from "vitest";

import type { Frame, ResourceInfo, World } from "@/engine/types";
import { frameOf, worldOf } from "@/test/fixtures";
import { groups, limitSentences, littles, littleText, othersText, usedResources } from "./used";

function resource(index: number, kind: ResourceInfo["kind"], id: string): ResourceInfo {
  const label = kind === "store-cores" ? "Store cores" : "Gateway cores";
  const text = "They serve requests.";
  return { index, kind, label, text, id, node: null, zone: null, to_zone: null, shared_by: [] };
}

/** With plain spaces where figures have narrow ones. */
const plain = (text: string): string => text.replace(/\s/g, " ");

const RESOURCES = [
  resource(0, "store-cores", "s1"),
  resource(1, "store-cores", "s2"),
  resource(2, "gateway-cores", "g1"),
  resource(3, "link-bandwidth", "az1>az2"),
];

function busy(usedPpm: number[], limit: Frame["limit"] = null): [World, Frame] {
  const world = { ...worldOf({ stores: [2] }), resources: RESOURCES };
  const resources = {
    servers: Uint32Array.from([16, 16, 8, 0]),
    used_ppm: Uint32Array.from(usedPpm),
    queued_us: new Float64Array(4),
  };
  return [world, { ...frameOf(world, { nowUs: 5 }), resources, limit }];
}

test("resources that are used stand in the order of their shares, those without a limit nowhere", () => {
  const ids = usedResources(...busy([100, 300, 200, 900_000])).map(({ info }) => info.id);
  expect(ids).toEqual(["s2", "g1", "s1"]);
});

test("the busiest of a kind stands for it, and the others are told as one", () => {
  const [stores, gateways] = groups(usedResources(...busy([500_000, 300_000, 200_000, 0])));
  expect(stores?.first.info.id).toBe("s1");
  expect(plain(othersText(stores?.others ?? []))).toBe("1 other, 30 %");
  expect(gateways?.others).toEqual([]);
  expect(othersText([])).toBe("");
});

test("what limits is named with its rate, and what would be next with its ceiling", () => {
  const limit = { resource: 2, limits: true, qps: 12_000, ceiling_qps: 12_100 };
  const full = { ...limit, next: 0, next_ceiling_qps: 24_000 };
  expect(limitSentences(...busy([490_000, 0, 990_000, 0], full)).map(plain)).toEqual([
    "The limit: g1, gateway cores. It is 99 % busy, at 12 000 requests/s.",
    "Next would be s1, store cores, at 24 000 requests/s.",
  ]);
  const idle = { ...full, limits: false, next: null, next_ceiling_qps: null };
  expect(limitSentences(...busy([0, 0, 400_000, 0], idle)).map(plain)).toEqual([
    "Nothing is full. The busiest: g1, gateway cores, 40 % busy. It would be full at 12 100 requests/s.",
  ]);
  expect(limitSentences(...busy([0, 0, 0, 0]))).toEqual(["Nothing is used yet."]);
});

test("while requests go without an answer no rate is told at which anything is full", () => {
  const full = { resource: 2, limits: true, qps: 79, ceiling_qps: null };
  const [world, frame] = busy([490_000, 0, 990_000, 0], {
    ...full,
    next: 0,
    next_ceiling_qps: null,
  });
  expect(limitSentences(world, frame).map(plain)).toEqual([
    "The limit: g1, gateway cores. It is 99 % busy, at 79 requests/s.",
    "Requests go without an answer: what they take is in no rate, so none is told at which it is full.",
  ]);
  expect(littles(world, frame)).toEqual([]);
});

test("Little's law says how many are in flight, from the rate and how long each takes", () => {
  const [world, frame] = busy([0, 0, 0, 0]);
  const load = {
    index: 0,
    id: "scans",
    nodes: [2],
    op: "scan",
    text: "",
    read_mode: null,
    through: false,
  } as const;
  const state = {
    ...({} as Frame["workloads"][number]),
    in_flight: 7,
    qps: 20_000,
    recent_mean_us: 15_000,
  };
  const [told] = littles(
    { ...world, workloads: [{ ...load, nodes: [2] }] },
    { ...frame, workloads: [state] },
  );
  expect(told && plain(littleText(told))).toBe("20 000 requests/s, 15 ms each: 300 in flight");
});
