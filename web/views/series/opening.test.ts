/** A long run opens with the half minute in which something happens, and is whole from then on. */
import { describe, expect, test } from "vitest";
import { openingOf } from "./opening";

const S = 1_000_000;
const LONG = { fromUs: 9 * S, openedUs: 9 * S, nowUs: 9 * S, furthestUs: 9 * S, endUs: 100 * S };

describe("a run of 100 s that opens at 9 s", () => {
  test("begins with half a minute, from a little before that", () => {
    expect(openingOf(LONG)).toEqual({ from_us: 6 * S, to_us: 36 * S });
  });

  test("is whole once it has come further", () => {
    expect(openingOf({ ...LONG, nowUs: 36 * S, furthestUs: 36 * S })).toBeNull();
  });

  test("is whole where more of it is known", () => {
    expect(openingOf({ ...LONG, furthestUs: 60 * S })).toBeNull();
  });

  test("is whole for who opened it at another instant", () => {
    expect(openingOf({ ...LONG, openedUs: 0 })).toBeNull();
  });

  test("is whole for who stands before it", () => {
    expect(openingOf({ ...LONG, nowUs: 0 })).toBeNull();
  });
});

test("nothing lies before the start", () => {
  const opened = openingOf({ ...LONG, fromUs: S, openedUs: S, nowUs: S });
  expect(opened).toEqual({ from_us: 0, to_us: 30 * S });
});

test("nothing lies after the end", () => {
  const us = 90 * S;
  const opened = openingOf({ fromUs: us, openedUs: us, nowUs: us, furthestUs: us, endUs: 100 * S });
  expect(opened).toEqual({ from_us: 70 * S, to_us: 100 * S });
});

test("a run that is hardly longer is whole", () => {
  expect(openingOf({ ...LONG, endUs: 40 * S })).toBeNull();
});
