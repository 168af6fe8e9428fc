/** A route counts its delay: a dot for each unit, a tick across it for each five. */
import { describe, expect, test } from "vitest";
import { measure } from "./geometry";
import { routeDots } from "./routeDots";

const WAY = measure([
  { x: 0, y: 10 },
  { x: 100, y: 10 },
]);

describe("a route", () => {
  test("has a dot between each two units, and none at its ends", () => {
    expect(routeDots(WAY, 4)).toEqual({ dots: "M25.0 10.0h0M50.0 10.0h0M75.0 10.0h0", ticks: "" });
  });

  test("has a tick in the place of each fifth dot, across the way", () => {
    const { dots, ticks } = routeDots(WAY, 10);
    expect(dots.match(/h0/g)).toHaveLength(8);
    expect(ticks).toBe("M50.0 6.0L50.0 14.0");
  });

  test.each([0, 1])("of %i units is bare", (units) => {
    expect(routeDots(WAY, units)).toEqual({ dots: "", ticks: "" });
  });
});
