import { describe, expect, it } from "vitest";

import { worldOf } from "@/test/fixtures";
import { barsOf, readBroken, whenText } from "./broken";

const WORLD = worldOf({ stores: [1] });
/** at, request, key, value, how, by, two figures; then request, op, mode, value, sent, ended. */
const NUMBERS = new Float64Array(
  [
    [9_000, 17, 3, 5, 0, 12, 0, 0],
    [17, 0, 2, 5, 8_000, 9_000],
    [12, 2, 0, 12, 1_000, 5_000],
    [5, 2, 0, 5, 0, -1],
  ].flat(),
);

describe("a broken promise", () => {
  const broken = readBroken(NUMBERS, WORLD);

  it("says which read broke it and what it should have seen", () => {
    expect(broken?.at_us).toBe(9_000);
    expect(broken?.text).toBe("r17 read k3 and got 5.");
    expect(broken?.why).toContain("12 had replaced it");
    expect(broken?.why).toContain("No order of these 3 operations");
  });

  it("has its operations in the order of their calls, the open one without an end", () => {
    expect(broken?.operations.map(({ request }) => request)).toEqual([5, 12, 17]);
    const [open, , read] = broken?.operations ?? [];
    expect(open && whenText(open)).toContain("never answered");
    expect(read).toMatchObject({ isBroken: true, writes: false, did: "reads 5" });
    const bars = barsOf(broken?.operations ?? []);
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
    const why = (...head: number[]) => {
      const numbers = new Float64Array([9_000, 17, 3, 5, ...head]);
      return readBroken(numbers, WORLD)?.why.replace(/\s/g, " ");
    };
    expect(why(2, 12, 2_600_000, 2_500_000)).toContain("2.6 s old");
    expect(why(3, 12, 8_000, 0)).toContain("12 had been acknowledged before");
    expect(why(4, 0, 8_000, 0)).toContain("sent later");
    expect(why(5, 0, 0, 0)).toContain("The write of this value failed");
    expect(why(6, 12, 4, 13)).toContain("saw 13 of k4");
  });

  it("is none while every promise is kept", () => {
    expect(readBroken(null, WORLD)).toBeUndefined();
    expect(readBroken(new Float64Array(), WORLD)).toBeUndefined();
  });
});
