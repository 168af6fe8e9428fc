/** Marks of messages: one look per type. */
import { expect, test } from "vitest";
import { worldOf } from "@/test/fixtures";
import { MARK_MAX_PX, markRadius, markStyles, styleOf } from "./messageMarks";

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

test("what a delegate does is told apart by shape", () => {
  expect(styleOf("RelayAppend", "append").shape).toBe("tailed");
  expect(styleOf("ForwardedAppend", "append").shape).toBe("notched");
  // Headers alone make a small mark that is still seen.
  expect(markRadius(styleOf("RelayAppend", "append"), 60)).toBe(3.5);
});

test("the area of an append grows with its bytes, within bounds", () => {
  const append = styleOf("MsgAppend", "append");
  expect(markRadius(append, 2_118)).toBeCloseTo(8, 0);
  expect(markRadius(append, 3_200) / markRadius(append, 800)).toBeCloseTo(2);
  expect(markRadius(append, 20)).toBe(3);
  expect(markRadius(append, 1e9)).toBe(MARK_MAX_PX);
});
