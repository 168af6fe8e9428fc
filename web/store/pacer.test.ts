import { describe, expect, it } from "vitest";

import { capAtEnd, Pacer } from "./pacer";

describe("the pacer", () => {
  it("turns wall time into simulated time at the given speed", () => {
    const pacer = new Pacer();
    pacer.reset(1_000);
    expect(pacer.until(0, 0.01)).toBe(1_000);
    expect(pacer.until(16, 0.01)).toBe(1_160);
    expect(pacer.until(32, 100)).toBe(1_601_160);
  });

  it("does not lose fractions of a microsecond at slow speeds", () => {
    const pacer = new Pacer();
    pacer.reset(0);
    pacer.until(0, 0.01);
    for (let frame = 1; frame <= 10; frame += 1) pacer.until(frame * 0.33, 0.01);
    expect(pacer.until(3.3, 0.01)).toBe(33);
  });

  it("does not jump after the tab slept", () => {
    const pacer = new Pacer();
    pacer.until(0, 1);
    expect(pacer.until(60_000, 1)).toBe(100_000);
  });

  it("does not owe what the engine could not do", () => {
    const pacer = new Pacer();
    pacer.until(0, 100);
    pacer.until(50, 100);
    pacer.reached(1_000_000);
    expect(pacer.until(60, 100)).toBe(2_000_000);
  });

  it("stops at the scenario's end once", () => {
    expect(capAtEnd(12, 8, 10)).toBe(10);
    expect(capAtEnd(12, 10, 10)).toBe(12);
  });
});
