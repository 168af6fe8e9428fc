/** A leader is called one, however little room there is and whatever waits at it. */
import { expect, test } from "vitest";
import { frameOf, worldOf } from "@/test/fixtures";
import { storeLook } from "./storeLook";
import { wordsOf } from "./storeWords";

const world = worldOf({ stores: [1, 1, 1], gateways: [1] });
const frame = frameOf(world, {
  nowUs: 1_000,
  replicas: [
    { node: 0, role: 3, term: 2, leads: 3 },
    { node: 1, role: 0, term: 2, leaderPeer: 1 },
    { node: 2, role: 0, term: 2, leaderPeer: 1 },
  ],
});

test("a leader leads in each of its words, from more to fewer", () => {
  const leader = storeLook(world, frame, 0);
  expect(wordsOf(world, leader, "")).toEqual(["leads in term 2", "leads, term 2", "leads"]);
  const busy = wordsOf(world, { ...leader, pendingReads: 1 }, "asleep");
  expect(busy.slice(0, 3)).toEqual(["leads, 1 read waiting", "leads, 1 waiting", "leads, asleep"]);
  for (const words of busy) expect(words).toMatch(/^leads/);
});

test("a follower says what waits at it before whom it follows", () => {
  const follower = storeLook(world, frame, 1);
  expect(wordsOf(world, follower, "")).toEqual(["follows s1", "term 2"]);
  expect(wordsOf(world, { ...follower, pendingReads: 3 }, "")[0]).toBe("3 reads waiting");
});
