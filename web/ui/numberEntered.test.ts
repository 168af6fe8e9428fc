import { describe, expect, it } from "vitest";
import { entered, whyNot } from "./numberEntered";

const PERCENT = { min: -90, max: 90, whole: false };
const COUNT = { min: 0, max: 1_000, whole: true };

describe("a number that is entered", () => {
  it("is taken as it was written", () => {
    expect(entered(" 12.5 ", 1, PERCENT)).toBe(12.5);
    expect(entered("\u221290", 1, PERCENT)).toBe(-90);
    expect(entered("", 7, COUNT)).toBe(7);
  });

  it("is refused out of bounds, never put inside", () => {
    expect(entered("-99", 1, PERCENT)).toBeUndefined();
    expect(entered("1001", 1, COUNT)).toBeUndefined();
    expect(entered("1.5", 1, COUNT)).toBeUndefined();
    expect(entered("many", 1, COUNT)).toBeUndefined();
  });

  it("is refused with what the field takes, and with what stands", () => {
    expect(whyNot(1, PERCENT)).toBe("A number from \u221290 to 90. It stays 1.");
    expect(whyNot(5, COUNT)).toMatch(/^A whole number from 0 to 1.000\. It stays 5\.$/);
  });
});
