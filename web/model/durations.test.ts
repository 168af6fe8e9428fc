import { expect, it } from "vitest";

import { durationText, durationUs, typedDuration } from "./durations";

it("reads what files write", () => {
  expect(["250us", "3ms", "1.5s", "2m", "2000ns", "0s"].map(durationUs)).toEqual([
    250, 3_000, 1_500_000, 120_000_000, 2, 0,
  ]);
  expect(["", "3", "3 ms", "-1s", "1h", 3, null].map(durationUs)).toEqual(
    new Array(7).fill(undefined),
  );
});

it("takes what a person types for what a file would say", () => {
  expect(["3ms", " 3 ms", "20 µs", "20 μs", "0", "1.5 s"].map(typedDuration)).toEqual([
    "3ms",
    "3ms",
    "20us",
    "20us",
    "0s",
    "1.5s",
  ]);
  expect(durationUs(typedDuration("3"))).toBeUndefined();
});

it("writes what it reads", () => {
  for (const us of [0, 1, 999, 1_000, 20_000, 1_500_000, 3_200_001, 60_000_000, 4_001_000]) {
    expect(durationUs(durationText(us)), durationText(us)).toBe(us);
  }
  expect(durationText(6_250_000)).toBe("6.25s");
});
