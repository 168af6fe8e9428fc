import { describe, expect, it, test } from "vitest";

import type { Cube } from "@/model/traffic";
import { flowKey, flowPicture, flowsOf, nameMiddles, SAVED } from "./flows";

const ZONES = 3;
const SIZE = { width: 300, height: 200, gap: 10, bar: 8 };

/** Three zones, two kinds; a thousand inside each zone, which is no flow. */
function cubeOf(seed: number): Cube {
  const bytes = Float64Array.from({ length: 18 }, (_, i) => ((i + 1) * seed * 7919) % 1000);
  for (const zone of [0, 1, 2]) bytes[(zone * ZONES + zone) * 2] = 1000;
  return { zones: ZONES, kinds: 2, bytes };
}

describe("the picture of flows", () => {
  it("has a ribbon for every pair and kind that carried anything, and none inside a zone", () => {
    const bytes = new Float64Array(18);
    bytes[(0 * ZONES + 1) * 2] = 500;
    bytes[(2 * ZONES + 2) * 2 + 1] = 9000;
    const flows = flowsOf({ zones: ZONES, kinds: 2, bytes }, undefined);
    expect(flows).toEqual([{ from: 0, to: 1, kind: 0, bytes: 500 }]);
  });

  it("is as thick as its bytes, on both sides, and fills the height at most", () => {
    for (let seed = 1; seed < 50; seed++) {
      const flows = flowsOf(cubeOf(seed), undefined);
      const { left, right, ribbons } = flowPicture(flows, ZONES, SIZE);
      for (const { left: a, right: b } of ribbons) expect(a.height).toBeCloseTo(b.height);
      for (const bars of [left, right]) {
        const last = bars.at(-1);
        expect((last?.y ?? 0) + (last?.height ?? 0)).toBeCloseTo(SIZE.height);
        for (const bar of bars) {
          const ends = ribbons.filter((r) => (bars === left ? r.from : r.to) === bar.zone);
          expect(ends.reduce((all, r) => all + r.left.height, 0)).toBeCloseTo(bar.height);
          expect(ends.reduce((all, r) => all + r.bytes, 0)).toBe(bar.bytes);
        }
      }
      const byBytes = [...ribbons].sort((a, b) => a.bytes - b.bytes);
      const heights = byBytes.map((ribbon) => ribbon.left.height);
      expect(heights).toEqual([...heights].sort((a, b) => a - b));
    }
  });

  it("shows what was not sent beside what was, and counts it nowhere", () => {
    const saved = new Float64Array(9);
    saved[1] = 400;
    const bytes = new Float64Array(18);
    bytes[2] = 100;
    const flows = flowsOf({ zones: ZONES, kinds: 2, bytes }, saved);
    expect(flows.map(flowKey)).toEqual(["0 1 0", `0 1 ${SAVED}`]);
    const { left } = flowPicture(flows, ZONES, SIZE);
    expect(left[0]?.bytes).toBe(100);
    expect(left[0]?.height).toBeCloseTo(SIZE.height - 2 * SIZE.gap);
  });

  it("is empty while nothing crossed", () => {
    const none = flowsOf({ zones: ZONES, kinds: 2, bytes: new Float64Array(18) }, undefined);
    expect(flowPicture(none, ZONES, SIZE).ribbons).toEqual([]);
  });
});

test("names stand beside their bars, apart from each other and inside of the picture", () => {
  const thick = { y: 0, height: 60 };
  const thin = [
    { y: 74, height: 1 },
    { y: 89, height: 1 },
  ];
  expect(nameMiddles([thick, ...thin], 90, 14)).toEqual([30, 69, 83]);
  expect(nameMiddles([{ y: 0, height: 2 }, thick], 90, 14)).toEqual([7, 30]);
  expect(nameMiddles([], 90, 14)).toEqual([]);
});
