/** Which part of the run is in view, and what moves it. */
import { describe, expect, it } from "vitest";
import { mulberry } from "@/test/runs";
import { instantAt, lineOf, NO_GAPS, placeOf } from "./timeScale";
import {
  following,
  panned,
  type Reach,
  showing,
  stretch,
  type View,
  whole,
  zoomedTo,
} from "./window";

const gaps = {
  count: 3,
  fromUs: Float64Array.of(100_000, 400_000, 1_200_000),
  toUs: Float64Array.of(300_000, 1_100_000, 9_000_000),
};
const reach: Reach = { fromUs: 0, toUs: 10_000_000, knownFromUs: 0, widthPx: 1_000, gaps };

function placeIn(view: View, us: number): number {
  const line = lineOf(reach.gaps, view.usPerPx);
  return placeOf(line, us) - placeOf(line, view.leftUs);
}

describe("the window", () => {
  it("shows the whole run with a margin at both ends", () => {
    const view = whole(reach);
    expect(placeIn(view, 0)).toBeCloseTo(24);
    expect(placeIn(view, reach.toUs)).toBeLessThanOrEqual(reach.widthPx - 23);
  });

  it("keeps the instant under the pointer while zooming, also over folds", () => {
    const random = mulberry(3);
    let view = stretch(reach, 300_000, 1_200_000);
    for (let i = 0; i < 200; i++) {
      const at = 200 + random() * 600;
      const line = lineOf(gaps, view.usPerPx);
      const us = instantAt(line, placeOf(line, view.leftUs) + at);
      const next = zoomedTo(view, reach, view.usPerPx * (0.8 + random() * 0.4), at);
      const place = placeIn(next, us);
      const isAtAnEnd = placeIn(next, 0) > 20 || placeIn(next, reach.toUs) < 830;
      if (!isAtAnEnd) expect(place).toBeCloseTo(at, 3);
      view = next;
    }
  });

  it("goes back to the same place when it is dragged to and fro", () => {
    const view = stretch(reach, 350_000, 1_150_000);
    const there = panned(view, reach, 130);
    expect(there).not.toEqual(view);
    expect(panned(there, reach, -130).leftUs).toBeCloseTo(view.leftUs, 3);
  });

  it("does not leave the run", () => {
    const view = stretch(reach, 0, 200_000);
    expect(placeIn(panned(view, reach, -10_000), 0)).toBeCloseTo(24);
    const far = panned(view, reach, 1e7);
    expect(placeIn(far, reach.toUs)).toBeGreaterThan(800);
  });

  it("never zooms out beyond the whole run, nor in beyond a tenth of a microsecond", () => {
    expect(zoomedTo(whole(reach), reach, 1e12, 500).usPerPx).toBe(whole(reach).usPerPx);
    expect(zoomedTo(whole(reach), reach, 1e-9, 500).usPerPx).toBe(0.1);
  });

  it("stays where it is while the present is in view, and then goes with it", () => {
    const even = { ...reach, gaps: NO_GAPS };
    const view = { leftUs: 0, usPerPx: 1_000 };
    expect(following(view, even, 500_000)).toBe(view);
    const later = following(view, even, 2_000_000);
    expect(2_000_000 / 1_000 - later.leftUs / 1_000).toBeCloseTo(820);
    expect(following(later, even, 2_000_000)).toBe(later);
  });

  it("moves to what is to be shown, and not at all when it is in view", () => {
    const view = stretch(reach, 0, 100_000);
    const next = showing(view, reach, 9_500_000, 9_500_400);
    const place = placeIn(next, 9_500_000);
    expect(place).toBeGreaterThan(50);
    expect(place).toBeLessThan(950);
    expect(showing(next, reach, 9_500_000, 9_500_400)).toBe(next);
  });
});
