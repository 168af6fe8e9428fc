import { describe, expect, it } from "vitest";

import { STOPS } from "./stops";

describe("the tour", () => {
  it("has at most five stops, and each says little", () => {
    expect(STOPS.length).toBeLessThanOrEqual(5);
    for (const { title, text, places } of STOPS) {
      expect(title.length).toBeLessThan(40);
      expect(text.length).toBeLessThan(160);
      expect(places.length).toBeGreaterThan(0);
    }
  });
});
