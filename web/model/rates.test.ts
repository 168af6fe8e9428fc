import { describe, expect, it } from "vitest";

import { ratesAt } from "./rates";

const of = (bytes: number[], framing: number[], recent_us: number) => ({
  recent_bytes: Float64Array.from(bytes),
  recent_framing: Float64Array.from(framing),
  recent_us,
});

describe("rates at an instant", () => {
  it("are means of the time that the engine says", () => {
    expect(ratesAt(of([500, 0], [50, 1], 1e6))).toEqual({
      perSecond: Float64Array.of(500, 0, 50, 1),
      window_us: 1e6,
    });
    expect(ratesAt(of([500, 0], [50, 1], 2e5))?.perSecond[0]).toBe(2_500);
  });

  it("are the same whoever looked at what before", () => {
    const frame = of([500, 7], [50, 1], 1e6);
    ratesAt(of([9, 9], [9, 9], 1e6));
    expect(ratesAt(frame)).toEqual(ratesAt(structuredClone(frame)));
  });

  it("are not known before anything could be measured", () => {
    expect(ratesAt(of([0], [0], 0))).toBeUndefined();
  });
});
