/** Where a message is on its way: a function of the instant alone. */
import { expect, test } from "vitest";
import { placeOnWay, progressOf } from "./marks";

test("a place depends on three instants only", () => {
  expect(progressOf(150, 100, 200)).toBe(0.5);
  expect(progressOf(90, 100, 200)).toBe(0);
  expect(progressOf(250, 100, 200)).toBe(1);
  expect(progressOf(100, 100, 100)).toBe(1);
});

test("a doomed message ends at the middle of its way", () => {
  expect(placeOnWay(1, true, false)).toBe(0.5);
  expect(placeOnWay(0.5, false, false)).toBe(0.5);
});

test("with reduced motion a message stands at its departure, then at its arrival", () => {
  const places = [0, 0.2, 0.49, 0.5, 0.8, 1].map((part) => placeOnWay(part, false, true));
  expect(new Set(places).size).toBe(2);
});
