import { describe, expect, it } from "vitest";

import { decidedText } from "./seen";

describe("the instant of a goal, as it is told", () => {
  it("is exact where the run knows it", () => {
    const known = { atUs: 12_345_678, isSeen: false, lookUs: 12_100_000 };
    expect(decidedText(known)).toBe(" at 12.34\u00a0s");
  });

  it("is between two looks where it was only seen", () => {
    const seen = (atUs: number, lookUs: number | null) =>
      decidedText({ atUs, isSeen: true, lookUs });
    const told = " between 49.5\u00a0s and 52\u00a0s";
    expect(seen(52_000_001, 49_500_000)).toBe(told);
    // Nobody looked before, or the run went back in between.
    expect(seen(12_345_678, null)).toBe(" at 12.34\u00a0s");
    expect(seen(12_345_678, 20_000_000)).toBe(" at 12.34\u00a0s");
  });

  it("is never in the future, however far apart the looks are", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const lookUs = (seed * 7_919_317) % 60_000_000;
      const atUs = lookUs + 1 + ((seed * 104_729_081) % 50_000_000);
      const told = decidedText({ atUs, isSeen: true, lookUs });
      const instants = told.split(" and ").map((part) => Number(part.replace(/[^\d.]/g, "")) * 1e6);
      for (const us of instants) expect(us, told).toBeLessThanOrEqual(atUs + 0.5);
    }
  });

  it("is nothing before it is decided", () => {
    expect(decidedText({ atUs: null, isSeen: false, lookUs: 5 })).toBe("");
  });
});
