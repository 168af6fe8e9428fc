import { expect, it } from "vitest";

import { durationText, durationUs } from "./durations";

it("reads what files write", () => {
  expect(["250us", "3ms", "1.5s", "2m", "2000ns", "0s"].map(durationUs)).toEqual([
    250, 3_000, 1_500_000, 120_000_000, 2, 0,
  ]);
  expect(["", "3", "3 ms", "-1s", "1h", 3, null].map(durationUs)).toEqual(
    new Array(7).fill(undefined),
  );
});

it("writes what it reads", () => {
  for (const us of [0, 1, 999, 1_000, 20_000, 1_500_000, 3_200_001, 60_000_000, 4_001_000]) {
    expect(durationUs(durationText(us)), durationText(us)).toBe(us);
  }
  expect(durationText(6_250_000)).toBe("6.25s");
});
