import { describe, expect, it } from "vitest";
import { type History, observe, RATE_WINDOW_US, ratesOf, type Sample } from "./rates";

const at = (now_us: number, bytes: number): Sample => ({ now_us, bytes: Float64Array.of(bytes) });
const fold = (samples: Sample[]): History => samples.reduce<History>(observe, []);

describe("rates over simulation time", () => {
  it("has none before two instants were seen", () => {
    expect(ratesOf([])).toBeUndefined();
    expect(ratesOf(fold([at(5, 10)]))).toBeUndefined();
    expect(ratesOf(fold([at(5, 10), at(5, 10)]))).toBeUndefined();
  });

  it("is the growth over the last second of simulation time", () => {
    const samples = Array.from({ length: 301 }, (_, i) =>
      at(i * 10_000, i < 200 ? i : 200 + (i - 200) * 5),
    );
    const rates = ratesOf(fold(samples));
    expect(rates?.window_us).toBeGreaterThanOrEqual(RATE_WINDOW_US);
    expect(rates?.window_us).toBeLessThan(RATE_WINDOW_US * 1.1);
    expect(rates?.perSecond[0]).toBeGreaterThan(470);
    expect(rates?.perSecond[0]).toBeLessThanOrEqual(500);
  });

  it("uses the last two instants when the run goes faster than the window", () => {
    const rates = ratesOf(fold([at(0, 0), at(4e6, 100), at(8e6, 500)]));
    expect(rates).toEqual({ perSecond: Float64Array.of(100), window_us: 4e6 });
  });

  it("falls to nothing when nothing is sent", () => {
    const rates = ratesOf(fold([at(0, 900), at(1e6, 900), at(2e6, 900)]));
    expect(rates?.perSecond[0]).toBe(0);
  });

  it("starts over when time runs backwards", () => {
    const history = fold([at(0, 0), at(1e6, 50), at(0, 0)]);
    expect(history).toHaveLength(1);
  });

  it("stays bounded however slowly time goes", () => {
    const history = fold(Array.from({ length: 5000 }, (_, i) => at(i * 100, i)));
    expect(history.length).toBeLessThanOrEqual(40);
    expect(ratesOf(history)?.perSecond[0]).toBeCloseTo(10_000, 6);
  });

  it("is unmoved by showing one instant twice", () => {
    const history = fold([at(0, 0), at(1e6, 100)]);
    expect(ratesOf(observe(history, at(1e6, 100)))).toEqual(ratesOf(history));
  });
});
