import { describe, expect, it } from "vitest";

import { linearScale, logScale } from "./scale";

describe("a linear scale", () => {
  const scale = linearScale([10, 20], [100, 0]);

  it("places values by their share of the domain, also outside of it", () => {
    expect([10, 15, 20, 25].map(scale)).toEqual([100, 50, 0, -50]);
  });

  it("finds the value at a place", () => {
    expect([100, 50, 0].map(scale.invert)).toEqual([10, 15, 20]);
  });

  it("puts everything in the middle when its domain is empty", () => {
    expect(linearScale([3, 3], [0, 8])(3)).toBe(4);
  });

  it("has round ticks", () => {
    expect(linearScale([0, 9.7], [0, 1]).ticks(4)).toEqual([0, 2, 4, 6, 8]);
  });
});

describe("a logarithmic scale", () => {
  const scale = logScale([100, 10_000], [0, 200]);

  it("gives each decade the same room", () => {
    expect([100, 1000, 10_000].map(scale)).toEqual([0, 100, 200]);
  });

  it("finds the value at a place", () => {
    expect(scale.invert(100)).toBeCloseTo(1000);
  });
});
