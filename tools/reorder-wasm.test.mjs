import { describe, expect, it } from "vitest";
import { orderOf } from "./reorder-wasm.mjs";

/** Bytes of a function: a pattern that repeats, different for each seed. */
function body(seed, length, tail = 0) {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * seed * 31 + seed) & 0xff));
  bytes[length - 1] = tail;
  return bytes;
}

describe("the order of a module's functions", () => {
  const bodies = [body(3, 90, 1), body(7, 80), body(3, 90, 2), body(11, 70), body(7, 80, 9)];

  it("has each of them once", () => {
    expect([...orderOf(bodies)].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it("puts those that resemble each other side by side", () => {
    const order = orderOf(bodies);
    expect(Math.abs(order.indexOf(0) - order.indexOf(2))).toBe(1);
    expect(Math.abs(order.indexOf(1) - order.indexOf(4))).toBe(1);
  });

  it("is the same each time, also where nothing resembles anything", () => {
    expect(orderOf(bodies)).toEqual(orderOf(bodies));
    expect(orderOf([])).toEqual([]);
    expect(orderOf([Buffer.of(1), Buffer.of(2, 3), Buffer.of()])).toEqual([1, 0, 2]);
  });
});
