/** What each variant comes to, as bars. */
import { expect, test } from "vitest";
import { worldOf } from "@/test/fixtures";
import { rungsOf } from "./ladder";

const WORLD = {
  ...worldOf({ stores: [1] }),
  variants: [
    { id: "leader", title: "At the leader", text: "" },
    { id: "follower", title: "At a follower", text: "" },
    { id: "later", title: "Not run", text: "" },
  ],
};

test("they stand in the scenario's order, as far as they are known", () => {
  const rungs = rungsOf(WORLD, { follower: 10, leader: 180_000 });
  expect(rungs.map(({ variant, value }) => [variant, value])).toEqual([
    ["leader", 180_000],
    ["follower", 10],
  ]);
});

test("a verdict has words and no length", () => {
  expect(rungsOf(WORLD, { leader: "ok" })).toMatchObject([{ found: "ok", value: null }]);
});

test("there are none where nothing is known", () => {
  expect(rungsOf(WORLD, undefined)).toEqual([]);
});
