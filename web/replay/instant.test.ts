import { describe, expect, test } from "vitest";

import { instantText, microseconds } from "./instant.ts";

describe("an instant", () => {
  test.each([
    ["9s", 9_000_000],
    ["1.5s", 1_500_000],
    ["250ms", 250_000],
    ["40us", 40],
    ["2m", 120_000_000],
    [7, 7],
    [0, 0],
  ])("%s is %d µs", (instant, us) => {
    expect(microseconds(instant)).toBe(us);
  });

  test.each(["0s", "9s", "1.5s", "250ms", "40us", "120s"])(
    "%s is named as it is written",
    (text) => {
      expect(instantText(microseconds(text))).toBe(text);
    },
  );

  test.each(["", "9", "-1s", "9 s", "1.5us", "s", "1e3s", -1, 0.5, Number.NaN])(
    "%s is refused in words",
    (instant) => {
      expect(() => microseconds(instant)).toThrow("expected an instant such as");
    },
  );
});
