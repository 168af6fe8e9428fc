import { describe, expect, it } from "vitest";

import type { BrokenPromise } from "@/engine/types";
import { worldOf } from "@/test/fixtures";
import { barsOf, brokenOf, whenText } from "./broken";

const WORLD = worldOf({ stores: [1] });
const PROMISE: BrokenPromise = {
  at_us: 9_000,
  read: { request: 17, key: 3, value: 5, broken: { how: "replaced", by: 12 } },
  operations: [
    { request: 17, op: "get", mode: "leader", value: 5, invoked_us: 8_000, completed_us: 9_000 },
    { request: 12, op: "put", mode: "local", value: 12, invoked_us: 1_000, completed_us: 5_000 },
    { request: 5, op: "put", mode: "local", value: 5, invoked_us: 0, completed_us: null },
  ],
};

describe("a broken promise", () => {
  const broken = brokenOf(PROMISE, WORLD);

  it("says which read broke it and what it should have seen", () => {
    expect(broken.at_us).toBe(9_000);
    expect(broken.text).toBe("r17 read k3 and got 5.");
    expect(broken.why).toContain("12 had replaced it");
    expect(broken.why).toContain("No order of these 3 operations");
  });

  it("has its operations in the order of their calls, the open one without an end", () => {
    expect(broken.operations.map(({ request }) => request)).toEqual([5, 12, 17]);
    const [open, , read] = broken.operations;
    expect(open && whenText(open)).toContain("never answered");
    expect(read).toMatchObject({ isBroken: true, writes: false, did: "reads 5" });
    const bars = barsOf(broken.operations);
    const ninths = bars.map(({ x, width, open: isOpen }) => [x * 9, width * 9, isOpen]);
    expect(
      ninths.map(([x, width, isOpen]) => [
        Math.round(Number(x)),
        Math.round(Number(width)),
        isOpen,
      ]),
    ).toEqual([
      [0, 9, true],
      [1, 4, false],
      [8, 1, false],
    ]);
  });

  it("says by what else than an order a read is too old, too new, or never there", () => {
    const why = (how: BrokenPromise["read"]["broken"]) => {
      const read = { ...PROMISE.read, broken: how };
      return brokenOf({ ...PROMISE, read, operations: [] }, WORLD).why.replace(/\s/g, " ");
    };
    const old = { age_us: 2_600_000, bound_us: 2_000_000, skew_us: 500_000 };
    expect(why({ how: "too-old", by: 12, ...old })).toContain("2.6 s old");
    const missed = { how: "missed", by: 12, read_us: 8_000 } as const;
    expect(why(missed)).toContain("12 had been acknowledged before");
    expect(why({ how: "early", read_us: 8_000 })).toContain("sent later");
    expect(why({ how: "write-failed" })).toContain("The write of this value failed");
    const torn = { how: "torn", late_key: 4, late_value: 13, by: 12 } as const;
    expect(why(torn)).toContain("saw 13 of k4");
  });
});
