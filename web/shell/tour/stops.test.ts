import { describe, expect, it } from "vitest";

import { STOPS } from "./stops";

describe("the tour", () => {
  it("has two stops, and each says little", () => {
    expect(STOPS).toHaveLength(2);
    for (const { title, text, places } of STOPS) {
      expect(title.length).toBeLessThan(40);
      expect(text.length).toBeLessThan(160);
      expect(places.length).toBeGreaterThan(0);
    }
  });
});
