import { expect, test } from "vitest";

import { clockRateText, leaseText, safeText, toleratedDriftText } from "./readTimes";

const plain = (text: string): string => text.replace(/\s/g, " ");

test("a lease says how long it lasts yet, or why it is not used", () => {
  expect([0, 1, 2, 3].map((state) => plain(leaseText(state, 420_000)))).toEqual([
    "",
    "lease 420 ms",
    "lease suspended",
    "lease expired",
  ]);
});

test("a safe time says how long ago it is", () => {
  expect([-1, 3_000_000].map((lag) => plain(safeText(lag)))).toEqual(["", "safe 3 s ago"]);
});

test("a lease says what clocks may differ by while it holds", () => {
  expect(toleratedDriftText(74_444)).toBe("while clocks’ rates differ by less than 7.44 %");
  expect(toleratedDriftText(222)).toBe("while clocks’ rates differ by less than 0.0222 %");
  expect(toleratedDriftText(-99_600)).toBe("not even while clocks run alike");
  expect(toleratedDriftText(null)).toContain("nobody else");
});

test("a clock’s rate is told in percent, with a word for its sign", () => {
  expect([-900_000, 1_500, 0].map(clockRateText)).toEqual([
    "runs 90 % slow",
    "runs 0.15 % fast",
    "runs right",
  ]);
});
