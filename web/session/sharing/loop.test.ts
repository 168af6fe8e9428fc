import { describe, expect, it } from "vitest";
import { loopInstants, PICTURES } from "./loop";

const END_US = 60_000_000;
/** So many simulated seconds a second, as beats set it. */
const pace = (speed: number) => () => speed;

describe("the instants of six seconds", () => {
  it("end where the run is shown, and begin as long before as it took to watch", () => {
    const instants = loopInstants(8_000_000, END_US, pace(0.5));
    expect(instants).toHaveLength(PICTURES);
    expect(instants.at(-1)).toBe(8_000_000);
    expect(instants[0]).toBeGreaterThan(5_000_000);
    expect(instants[0]).toBeLessThan(5_100_000);
  });

  it("are closer where the run goes slowly", () => {
    const instants = loopInstants(8_000_000, END_US, (us) => (us > 7_900_000 ? 0.05 : 5));
    const steps = instants.slice(1).map((us, i) => us - (instants[i] ?? 0));
    expect(Math.min(...steps)).toBeCloseTo(3_333, -1);
    expect(Math.max(...steps)).toBeCloseTo(333_333, -1);
  });

  it("go on after the moment where there is not that much before it, and stop at the end", () => {
    const early = loopInstants(100_000, END_US, pace(1));
    expect(early[0]).toBeLessThan(66_667);
    expect(early.at(-1)).toBeGreaterThan(5_900_000);
    const late = loopInstants(END_US, END_US, pace(100));
    expect([late.length, late.at(-1)]).toEqual([PICTURES, END_US]);
  });
});
