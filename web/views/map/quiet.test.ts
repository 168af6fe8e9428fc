/** Of very many links those that carry nothing step back. */
import { expect, test } from "vitest";
import { quietLinks } from "./quiet";

function amounts(zones: number, crossed: [number, number, number][]) {
  const bytes = new Float64Array(zones * zones * 2);
  for (const [from, to, count] of crossed) bytes[(from * zones + to) * 2 + 1] = count;
  return { zones, kinds: 2, bytes };
}

test("of twelve zones a link is quiet until something crosses it, in either direction", () => {
  const isQuiet = quietLinks(
    amounts(12, [
      [0, 3, 10_000],
      [4, 1, 500],
      [5, 6, 1],
    ]),
  );
  expect([isQuiet(0, 3), isQuiet(1, 4), isQuiet(5, 6), isQuiet(2, 7)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("up to six zones every link is drawn and labelled", () => {
  expect(quietLinks(amounts(6, []))(0, 1)).toBe(false);
});
