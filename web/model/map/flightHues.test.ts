/** The hue of a message is that of the leader, or of who wants to be one, whose word it carries. */
import { describe, expect, test } from "vitest";
import { flightsOf, type MessageShape, worldOf } from "@/test/fixtures";
import { hueOfFlight } from "./flightHues";

function hueIn(ranges: number, message: Partial<MessageShape>): number {
  const world = worldOf({ stores: [1, 1, 1], gateways: [1], ranges });
  const whole = { type: "MsgAppend", from: 1, to: 2, sentUs: 0, arriveUs: 1, ...message };
  return hueOfFlight(world, flightsOf([whole]), 0);
}

describe("with one range", () => {
  test("a message of Raft has the hue of its term", () => {
    expect(hueIn(1, { term: 2 })).toBe(2);
    expect(hueIn(1, { type: "MsgRequestVote", term: 3 })).toBe(3);
  });

  test("a client's message has none", () => {
    expect(hueIn(1, { type: "WriteRequest", from: 3, to: 1 })).toBe(0);
  });
});

describe("with many ranges", () => {
  test("what a leader sends has the hue of its store", () => {
    expect(hueIn(4, { term: 9, from: 1, to: 2 })).toBe(2);
  });

  test("an answer to it has the hue of the store for which it is meant", () => {
    expect(hueIn(4, { type: "MsgAppendResponse", term: 9, from: 2, to: 1 })).toBe(2);
  });
});
