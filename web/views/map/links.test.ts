/** Links say what state they are in, and rates come from differences over simulated time. */
import { expect, test } from "vitest";
import { faultOf, worldOf } from "@/test/fixtures";
import { FLOW_PX_MAX, flowWidth, linkRatesAt } from "./linkRates";
import { laneState, linkWords, nodeTrouble } from "./linkState";

const world = worldOf({ stores: [1, 1, 1], gateways: [1, 0, 0] });

function words(faults: Parameters<typeof laneState>[1], from = 0, to = 1) {
  const there = laneState(world, faults, from, to);
  const back = laneState(world, faults, to, from);
  return linkWords(world, from, to, there, back, null);
}

test("a healthy link says its delay", () => {
  expect(words([]).name).toBe("Link between az1 and az2: healthy. One-way delay 500\u00a0µs.");
});

test("a link says of which way its delay is", () => {
  expect(words([]).way).toBe("500\u00a0µs one way, 1\u00a0ms there and back");
  const slow = faultOf({
    ...{ kind: "degrade", from: "az1", to: "az2", one_way: true },
    ...{ delay_us: 20_000, loss_ppm: 0, vanish_ppm: 0 },
  });
  expect(words([slow]).way).toBe("20.5\u00a0ms / 500\u00a0µs one way, 21\u00a0ms there and back");
});

test("a cut in one direction leaves the other", () => {
  const faults = [faultOf({ kind: "cut", from: "az2", to: "az1", one_way: true })];
  expect(laneState(world, faults, 0, 1).cut).toBe(false);
  expect(laneState(world, faults, 1, 0).cut).toBe(true);
  expect(words(faults).trouble).toBe("az2 → az1 cut");
});

test("a cut takes both directions", () => {
  expect(words([faultOf({ kind: "cut", from: "az2", to: "az1" })]).trouble).toBe("cut both ways");
});

test("an isolated zone cuts all its links and no others", () => {
  const faults = [faultOf({ kind: "isolate", from: "az1" })];
  expect(laneState(world, faults, 0, 1).cut).toBe(true);
  expect(laneState(world, faults, 2, 0).cut).toBe(true);
  expect(laneState(world, faults, 1, 2).cut).toBe(false);
});

test("a store that is cut off says so itself, and its zone's links go on", () => {
  const faults = [faultOf({ kind: "isolate", from: "s2" })];
  const state = laneState(world, faults, 0, 1);
  expect([state.cut, state.partly]).toEqual([false, false]);
  expect(nodeTrouble(world, faults, 1)).toBe("cut off");
  expect(nodeTrouble(world, faults, 0)).toBe("");
});

test("a cut between two stores cuts their zones' link in part", () => {
  const faults = [faultOf({ kind: "cut", from: "s1", to: "s2" })];
  const state = laneState(world, faults, 0, 1);
  expect([state.cut, state.partly]).toEqual([false, true]);
  expect(nodeTrouble(world, faults, 0)).toBe("partly cut");
});

test("a slow and lossy link says by how much", () => {
  const fault = faultOf({
    kind: "degrade",
    from: "az1",
    to: "az2",
    delay_us: 20_000,
    loss_ppm: 50_000,
    vanish_ppm: 0,
  });
  expect(words([fault]).trouble).toBe("slow, +20\u00a0ms, 5\u00a0% packet loss");
  expect(words([fault]).main).toBe("20.5\u00a0ms");
});

test("crashes and pauses leave links alone", () => {
  expect(words([faultOf({ kind: "crash", from: "s1" })]).trouble).toBe("");
});

function bytesAt(amount: number): Float64Array {
  const bytes = new Float64Array(9 * world.kinds.length);
  bytes[1 * world.kinds.length + 3] = amount;
  return bytes;
}

test("a rate is what the engine counted in its stretch of time, by direction", () => {
  const none = new Float64Array(9 * world.kinds.length);
  const frame = { recent_bytes: bytesAt(2_000), recent_framing: bytesAt(30), recent_us: 500_000 };
  expect(linkRatesAt(world, frame, false)?.[1]).toEqual(4_000);
  expect(linkRatesAt(world, frame, true)?.[1]).toEqual(4_060);
  expect(linkRatesAt(world, frame, true)?.[3]).toBe(0);
  const early = { recent_bytes: none, recent_framing: none, recent_us: 0 };
  expect(linkRatesAt(world, early, true)).toBeNull();
});

test("a flow that is half as wide carries half as much", () => {
  expect(flowWidth(0, 100_000)).toBe(0);
  expect(flowWidth(100_000, 100_000)).toBe(FLOW_PX_MAX);
  expect(flowWidth(25_000, 100_000)).toBe(flowWidth(50_000, 100_000) / 2);
});

test("where no flow carries much, none is as wide as a road", () => {
  expect(flowWidth(2_000, 2_000)).toBeCloseTo(FLOW_PX_MAX / 10);
  expect(flowWidth(1_000, 2_000)).toBe(flowWidth(2_000, 2_000) / 2);
  expect(flowWidth(0, 0)).toBe(0);
});
