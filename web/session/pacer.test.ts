import { describe, expect, it } from "vitest";

import { capAt, Pacer, SpeedGauge } from "./pacer";

describe("the pacer", () => {
  it("turns wall time into simulated time at the given speed", () => {
    const pacer = new Pacer();
    pacer.reset(1_000);
    expect(pacer.paceUntil(0, 0.01)).toBe(1_000);
    expect(pacer.paceUntil(16, 0.01)).toBe(1_160);
    expect(pacer.paceUntil(32, 100)).toBe(1_601_160);
  });

  it("does not lose fractions of a microsecond at slow speeds", () => {
    const pacer = new Pacer();
    pacer.reset(0);
    pacer.paceUntil(0, 0.01);
    for (let frame = 1; frame <= 10; frame += 1) pacer.paceUntil(frame * 0.33, 0.01);
    expect(pacer.paceUntil(3.3, 0.01)).toBe(33);
  });

  it("does not jump after the tab slept", () => {
    const pacer = new Pacer();
    pacer.paceUntil(0, 1);
    expect(pacer.paceUntil(60_000, 1)).toBe(100_000);
  });

  it("does not owe what the engine could not do", () => {
    const pacer = new Pacer();
    pacer.paceUntil(0, 100);
    pacer.paceUntil(50, 100);
    pacer.reached(1_000_000);
    expect(pacer.paceUntil(60, 100)).toBe(2_000_000);
  });

  it("stops at the scenario's end once", () => {
    expect(capAt(12, 8, 10)).toBe(10);
    expect(capAt(12, 10, 10)).toBe(12);
  });
});

describe("the gauge of the speed that is reached", () => {
  /** So many pictures, 20 ms apart, of a run that goes at one speed while another is wished for. */
  function readings(gauge: SpeedGauge, pictures: number, reached: number, wished: number) {
    return Array.from({ length: pictures }, (_, i) =>
      gauge.read(5_000 + i * 20, i * 20_000 * reached, wished),
    );
  }

  it("says nothing while it goes as fast as was wished", () => {
    expect(readings(new SpeedGauge(), 200, 1, 1).filter((read) => read != null)).toEqual([]);
  });

  it("says how fast it goes, once a second, where that is slower", () => {
    const read = readings(new SpeedGauge(), 200, 0.2, 1).filter((one) => one != null);
    expect(read).toEqual([0.2, 0.2, 0.2]);
  });

  it("measures anew after another speed, a way back, and a page that was not drawn", () => {
    const gauge = new SpeedGauge();
    readings(gauge, 40, 0.2, 1);
    expect(gauge.read(5_900, 200_000, 2)).toBeNull();
    gauge.read(6_500, 300_000, 2);
    expect(gauge.read(6_950, 100_000, 2)).toBeUndefined();
    gauge.read(7_500, 100_000, 2);
    expect(gauge.read(60_000, 100_000, 2)).toBeUndefined();
  });
});
