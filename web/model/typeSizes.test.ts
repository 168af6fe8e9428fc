/** Sizes of type that pictures reckon with are those of the style sheet. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { HALL_SCALE, LARGE_PX, PROJECTOR_SCALE, ROUNDED, SMALL_PX } from "./typeSizes";

const THEME = fs.readFileSync(path.join(import.meta.dirname, "../shell/theme.css"), "utf8");

/** Values of a property, in the order of the sheet: normal size, projector, projector in a hall. */
function sizesOf(property: string): number[] {
  const found = THEME.matchAll(new RegExp(`^\\s*${property}: ([\\d.]+)px;`, "gm"));
  return [...found].map(([, size]) => Number(size));
}

test.each([
  ["--t1", SMALL_PX],
  ["--t2", LARGE_PX],
])("%s is what pictures take it for, and on a projector no more than rounded", (property, px) => {
  const [normal, ...projected] = sizesOf(property);
  expect(normal).toBe(px);
  expect(projected.length).toBe(2);
  for (const [place, scale] of [PROJECTOR_SCALE, HALL_SCALE].entries()) {
    expect(projected[place]).toBeGreaterThanOrEqual(Math.floor(px * scale));
    expect(projected[place]).toBeLessThanOrEqual(px * scale * ROUNDED);
  }
});

test("in a hall the smallest type is 20 px", () => {
  expect(SMALL_PX * HALL_SCALE).toBeCloseTo(20);
});
