/** Sizes of type that pictures reckon with are those of the style sheet. */
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LARGE_PX, PROJECTOR_SCALE, ROUNDED, SMALL_PX } from "./typeSizes";

const THEME = fs.readFileSync(path.join(import.meta.dirname, "../shell/theme.css"), "utf8");

/** Values of a property, in the order in which the sheet has them: normal size, projector. */
function sizesOf(property: string): number[] {
  const found = THEME.matchAll(new RegExp(`^\\s*${property}: ([\\d.]+)px;`, "gm"));
  return [...found].map(([, size]) => Number(size));
}

test.each([
  ["--t1", SMALL_PX],
  ["--t2", LARGE_PX],
])("%s is what pictures take it for, and on a projector no more than rounded", (property, px) => {
  const [normal, projector = 0, ...others] = sizesOf(property);
  expect(normal).toBe(px);
  expect(projector).toBeGreaterThanOrEqual(px * PROJECTOR_SCALE);
  expect(projector).toBeLessThanOrEqual(px * PROJECTOR_SCALE * ROUNDED);
  expect(others).toEqual([]);
});
