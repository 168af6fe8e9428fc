import { expect, it } from "vitest";

import { strongWidth, textWidth } from "./textWidth";
import { ROUNDED } from "./typeSizes";

it("takes a stop for narrower than a figure, and a Chinese character for as wide as high", () => {
  expect(textWidth("6.02", 10)).toBeGreaterThan(textWidth("...", 10) * 2);
  expect(textWidth("读", 10)).toBeCloseTo(10 * ROUNDED);
  expect(textWidth("fill", 10)).toBeLessThan(textWidth("move", 10) / 2);
});

it("grows with the height of type and with its strength", () => {
  expect(textWidth("old", 20)).toBe(2 * textWidth("old", 10));
  expect(strongWidth("old", 20)).toBeGreaterThan(textWidth("old", 20));
  expect(textWidth("", 20)).toBe(0);
});
