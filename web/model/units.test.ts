import { describe, expect, it } from "vitest";

import {
  bytesFigure,
  formatBandwidth,
  formatBytes,
  formatBytesPerSecond,
  formatCount,
  formatDuration,
  formatExactMoney,
  formatInstant,
  formatMoney,
  formatPpm,
  formatSpeed,
  plural,
  threeDigits,
} from "./units";

/** Spaces of every width as plain ones. */
function plain(text: string): string {
  return text.replace(/[\u202f\u00a0]/g, " ");
}

describe("units", () => {
  it.each([
    [0, "0"],
    [0.042, "0.04"],
    [1.838, "1.84"],
    [18.38, "18.4"],
    [99.96, "100"],
    [183.8, "184"],
    [-2.5, "−2.5"],
    [-0.001, "0"],
    [Number.NaN, "–"],
  ])("three digits of %s", (x, text) => expect(threeDigits(x)).toBe(text));

  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [999.6, "1 kB"],
    [1_840_000, "1.84 MB"],
    [2_118, "2.12 kB"],
  ])("%s bytes", (bytes, text) => expect(plain(formatBytes(bytes))).toBe(text));

  it("gives figure and unit apart", () => {
    expect(bytesFigure(1_840_000)).toEqual({ value: "1.84", unit: "MB" });
  });

  it.each([
    [250, "250 µs"],
    [1_500, "1.5 ms"],
    [640_000, "640 ms"],
    [999_600, "1 s"],
    [30_000_000, "30 s"],
    [200_000_000, "3 min 20 s"],
    [600_000_000, "10 min"],
  ])("a span of %s µs", (us, text) => expect(plain(formatDuration(us))).toBe(text));

  it.each([
    [0, "0.000 000 s"],
    [12_345_678, "12.345 678 s"],
    [1_234_000_001, "1 234.000 001 s"],
  ])("the instant %s µs", (us, text) => expect(plain(formatInstant(us))).toBe(text));

  it.each([
    [0, "$0"],
    [0.000037, "$0.000037"],
    [0.05, "$0.050"],
    [1.5, "$1.50"],
    [12_345, "$12 345"],
    [1e-12, "< $0.000000001"],
  ])("%s dollars", (usd, text) => expect(plain(formatMoney(usd))).toBe(text));

  it("tells an amount far below a cent to the billionth", () => {
    expect(formatExactMoney(0.0000013944)).toBe("$0.000001394");
    expect(formatExactMoney(0)).toBe("$0");
  });

  it("names rates, widths, shares, changes and counts", () => {
    expect(plain(formatBytesPerSecond(412_000))).toBe("412 kB/s");
    expect(plain(formatBandwidth(297_000_000))).toBe("297 Mbit/s");
    expect(formatBandwidth(0)).toBe("unlimited");
    expect(plain(formatPpm(50_000))).toBe("5 %");
    expect(plain(formatCount(12_345_678))).toBe("12 345 678");
    expect(plural(1, "store")).toBe("1 store");
    expect(plural(3, "store")).toBe("3 stores");
  });

  it.each([
    [0.01, "0.01×"],
    [0.055, "0.055×"],
    [0.3, "0.3×"],
    [1, "1×"],
    [100, "100×"],
  ])("the speed %s", (speed, text) => expect(formatSpeed(speed)).toBe(text));
});
