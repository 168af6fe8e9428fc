import { expect, it } from "vitest";

import { textWidth } from "./textWidth";

it("takes a stop for narrower than a figure, and a Chinese character for as wide as high", () => {
  expect(textWidth("6.02", 10)).toBeCloseTo(3 * 6.8 + 3.7);
  expect(textWidth("读", 10)).toBe(10);
  expect(textWidth("fill", 10)).toBeLessThan(textWidth("move", 10) / 2);
});

it("grows with the height of type", () => {
  expect(textWidth("old", 20)).toBe(2 * textWidth("old", 10));
  expect(textWidth("", 20)).toBe(0);
});
