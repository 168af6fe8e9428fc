import { expect, it } from "vitest";

import fontWidths from "@/test/fontWidths.json";
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

// The widest of all weights, at 100 px; a browser test measures them.
it("takes no character for narrower than it is in the page's font", () => {
  const wider = Object.entries(fontWidths).filter(([text, px]) => px > textWidth(text, 100) + 0.5);
  expect(wider).toEqual([]);
});

it("takes a text for little wider, so that words do not give way without need", () => {
  const text = "az1 leads range 4, follows s2: 96 % of 1 063 544 /s";
  const widths: Record<string, number> = fontWidths;
  const px = [...text].reduce((sum, character) => sum + (widths[character] ?? 0), 0);
  expect(textWidth(text, 100)).toBeLessThan(1.1 * px);
});
