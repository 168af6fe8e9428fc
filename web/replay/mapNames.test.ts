import { describe, expect, test } from "vitest";

import { isDown, leaderOf, linkName, linkState, mustBeOneOf, storeName } from "./mapNames.ts";

const CUT = "Link between az1 and az2: cut both ways. One-way delay 1 ms.";
const HALF = "Link between az1 and az2: az2 → az1 cut. One-way delay 1 ms.";
const WELL = "Link between az1 and az2: healthy. One-way delay 1 ms, 3 kB/s in both directions.";

describe("a link's name", () => {
  test("says which way is cut", () => {
    expect(linkState(CUT, "az1", "az2")).toBe("cut");
    expect(linkState(CUT, "az2", "az1")).toBe("cut");
    expect(linkState(HALF, "az2", "az1")).toBe("cut");
    expect(linkState(HALF, "az1", "az2")).toBe("open");
    expect(linkState(WELL, "az1", "az2")).toBe("open");
    expect(linkState(null, "az1", "az2")).toBeNull();
  });

  test("is found by its zones in either order, and by no longer name", () => {
    expect(linkName("az2", "az1").test(CUT)).toBe(true);
    expect(linkName("az1", "az").test(CUT)).toBe(false);
    expect(linkName("a.1", "az2").test(CUT)).toBe(false);
  });
});

test("an id that the run does not have is refused with those that it has", () => {
  expect(() => mustBeOneOf("zone", "az9", ["az1", "az2"])).toThrow(
    'zone: found "az9", expected one of az1, az2.',
  );
  expect(() => mustBeOneOf("zone", "az1", ["az1"])).not.toThrow();
});

describe("a store's name", () => {
  const leader = "Store s1 in zone az1, up, leader of range 0, heard by 3 of 3, term 2";
  const alone = "Store s1 in zone az1, up, believes that it leads range 4, leads no one, term 2";
  const follower = "Store s1 in zone az1, up, follower of range 0, follows s2, term 2";

  test("says whether it leads the range", () => {
    expect(leaderOf([follower, leader])).toBe("s1");
    expect(leaderOf([leader], 0)).toBe("s1");
    expect(leaderOf([leader], 1)).toBeNull();
    expect(leaderOf([alone], 4)).toBe("s1");
    expect(leaderOf([follower])).toBeNull();
    expect(leaderOf([leader.replace("up", "crashed")])).toBeNull();
  });

  test("of a leader in a later term goes before that of one who is cut off", () => {
    const later = leader.replace("s1", "s3").replace("term 2", "term 11");
    const old = alone.replace("range 4", "range 0");
    expect(leaderOf([old, later], 0)).toBe("s3");
    expect(leaderOf([later, old], 0)).toBe("s3");
  });

  test("says whether it is down", () => {
    expect(isDown("Store s1 in zone az1, crashed, follower of range 0, on disk")).toBe(true);
    expect(isDown(leader)).toBe(false);
    expect(storeName("s1").test(leader)).toBe(true);
    expect(storeName("s").test(leader)).toBe(false);
  });
});
