import { describe, expect, it } from "vitest";

import { nextSpeed } from "./speedKeys";

describe("the speed keys", () => {
  it.each([
    [1, 1, 2],
    [1, -1, 0.5],
    [0.2, 1, 0.5],
    [0.055, -1, 0.05],
    [0.01, -1, 0.01],
    [30, 1, 50],
    [50, 1, 100],
  ] as const)("from %s, direction %s, to %s", (speed, direction, next) => {
    expect(nextSpeed(speed, direction)).toBe(next);
  });
});
