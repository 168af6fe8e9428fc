/** Marks: one look per type, a place that is a function of the instant alone. */
import { expect, test } from "vitest";
import { worldOf } from "@/test/fixtures";
import { MARK_MAX_PX, markRadius, markStyles, placeOnWay, progressOf, styleOf } from "./marks";

const world = worldOf({ stores: [1, 1, 1] });

test("no two types that differ in meaning share shape and colour", () => {
  const looks = new Map<string, string[]>();
  markStyles(world).forEach((style, i) => {
    const look = `${style.shape} ${style.role}`;
    looks.set(look, [...(looks.get(look) ?? []), world.message_types[i]?.id ?? ""]);
  });
  expect([...looks.values()].filter((types) => types.length > 1)).toEqual([
    ["MsgHeartbeat", "MsgHeartbeatResponse"],
    ["MsgRequestPreVote", "MsgRequestVote", "MsgTimeoutNow", "MsgTransferLeader"],
    ["MsgRequestPreVoteResponse", "MsgRequestVoteResponse"],
  ]);
});

test("the area of an append grows with its bytes, within bounds", () => {
  const append = styleOf("MsgAppend", "append");
  expect(markRadius(append, 2_118)).toBeCloseTo(8, 0);
  expect(markRadius(append, 3_200) / markRadius(append, 800)).toBeCloseTo(2);
  expect(markRadius(append, 20)).toBe(3);
  expect(markRadius(append, 1e9)).toBe(MARK_MAX_PX);
});

test("a place depends on three instants only", () => {
  expect(progressOf(150, 100, 200)).toBe(0.5);
  expect(progressOf(90, 100, 200)).toBe(0);
  expect(progressOf(250, 100, 200)).toBe(1);
  expect(progressOf(100, 100, 100)).toBe(1);
});

test("a doomed message ends at the middle of its way", () => {
  expect(placeOnWay(1, true, false)).toBe(0.5);
  expect(placeOnWay(0.5, false, false)).toBe(0.5);
});

test("with reduced motion a message stands at its departure, then at its arrival", () => {
  const places = [0, 0.2, 0.49, 0.5, 0.8, 1].map((part) => placeOnWay(part, false, true));
  expect(new Set(places).size).toBe(2);
});
