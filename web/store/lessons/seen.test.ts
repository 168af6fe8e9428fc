import { describe, expect, it } from "vitest";

import { decidedText } from "./seen";

describe("the instant of a goal, as it is told", () => {
  it("is exact where the run knows it", () => {
    const known = { atUs: 12_345_678, isSeen: false, lookUs: 12_100_000 };
    expect(decidedText(known)).toBe("12.345\u2009678\u00a0s");
  });

  it("is rounded up to what two looks tell apart where it was only seen", () => {
    const seen = (atUs: number, lookUs: number | null) =>
      decidedText({ atUs, isSeen: true, lookUs });
    expect(seen(12_345_678, 12_095_678)).toBe("12.4\u00a0s");
    expect(seen(12_345_678, 12_343_000)).toBe("12.346\u00a0s");
    expect(seen(52_000_001, 49_500_000)).toBe("53\u00a0s");
    // Nobody looked before, or the run went back in between.
    expect(seen(12_345_678, null)).toBe("12.345\u2009678\u00a0s");
    expect(seen(12_345_678, 20_000_000)).toBe("12.345\u2009678\u00a0s");
  });

  it("is never before it was seen, for any two looks", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const lookUs = (seed * 7_919_317) % 60_000_000;
      const atUs = lookUs + 1 + ((seed * 104_729) % 5_000_000);
      const told = decidedText({ atUs, isSeen: true, lookUs });
      const us = Number(told.replace(/[^\d.]/g, "")) * 1_000_000;
      expect(us, told).toBeGreaterThanOrEqual(atUs - 0.5);
      expect(us - atUs, told).toBeLessThanOrEqual(atUs - lookUs);
    }
  });

  it("is nothing before it is decided", () => {
    expect(decidedText({ atUs: null, isSeen: false, lookUs: 5 })).toBe("");
  });
});
