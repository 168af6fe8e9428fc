import { expect, test } from "vitest";
import { formatDuration, formatRate } from "@/model/units";
import { besideText, pairText } from "./beside";

test("another figure is told by what it is held against", () => {
  expect(besideText("707 /s", "650 /s")).toBe("vs 650 /s");
  expect(pairText("36 ms", "40 ms")).toBe("36 ms vs 40 ms");
});

test("what reads the same is one figure, however many digits are left out", () => {
  expect(besideText(formatRate(706.9), formatRate(707.1))).toBe("in both");
  expect(pairText(formatDuration(2_101), formatDuration(2_102))).toMatch(/^2\.1\sms in both$/);
});
