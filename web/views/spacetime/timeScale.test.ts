/** Time on a line with quiet stretches folded. */
import { describe, expect, it } from "vitest";
import { mulberry } from "@/test/runs";
import { BREAK_PX, type Gaps, instantAt, lineOf, NO_GAPS, placeOf, zoomToFit } from "./timeScale";

function gapsOf(...pairs: [number, number][]): Gaps {
  return {
    count: pairs.length,
    fromUs: Float64Array.from(pairs, ([from]) => from),
    toUs: Float64Array.from(pairs, ([, to]) => to),
  };
}

/** Stretches apart from each other, of lengths over six powers of ten. */
function randomGaps(seed: number): Gaps {
  const random = mulberry(seed);
  const pairs: [number, number][] = [];
  let at = 0;
  for (let i = 0; i < 20; i++) {
    const from = at + 1 + Math.floor(10 ** (random() * 6));
    const to = from + 1 + Math.floor(10 ** (random() * 6));
    pairs.push([from, to]);
    at = to;
  }
  return gapsOf(...pairs);
}

describe("a line of time", () => {
  it("is even where nothing is folded", () => {
    const line = lineOf(NO_GAPS, 50);
    expect(placeOf(line, 1_000)).toBe(20);
    expect(instantAt(line, 20)).toBe(1_000);
  });

  it("gives a quiet second no more than the width of a break and a little air", () => {
    const line = lineOf(gapsOf([1_000, 1_001_000]), 10);
    const width = placeOf(line, 1_001_000) - placeOf(line, 1_000);
    expect(width).toBeGreaterThan(BREAK_PX);
    expect(width).toBeLessThan(2 * BREAK_PX);
    expect(line.folds).toBe(1);
  });

  it("leaves a stretch alone that is not wider than a break", () => {
    expect(lineOf(gapsOf([1_000, 1_300]), 10).folds).toBe(0);
  });

  it("leads back from every place to its instant, for any stretches and zooms", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const gaps = randomGaps(seed);
      const random = mulberry(seed + 1_000);
      const line = lineOf(gaps, 10 ** (random() * 5 - 1));
      for (let i = 0; i < 50; i++) {
        const us = random() * 12_000_000;
        const back = instantAt(line, placeOf(line, us));
        expect(Math.abs(back - us), `seed ${seed}`).toBeLessThan(1e-3 + us * 1e-9);
      }
    }
  });

  it("never runs backwards", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const line = lineOf(randomGaps(seed), 3);
      let before = Number.NEGATIVE_INFINITY;
      let falls = 0;
      for (let us = 0; us < 8_000_000; us += 9_973) {
        const at = placeOf(line, us);
        if (at < before) falls += 1;
        before = at;
      }
      expect(falls, `seed ${seed}`).toBe(0);
    }
  });

  it("does not jump when a stretch begins to fold", () => {
    const gaps = gapsOf([0, 100_000]);
    let before = placeOf(lineOf(gaps, 1_000), 100_000);
    for (let usPerPx = 1_010; usPerPx < 4_000; usPerPx += 10) {
      const width = placeOf(lineOf(gaps, usPerPx), 100_000);
      expect(before - width).toBeGreaterThanOrEqual(0);
      expect(before - width).toBeLessThan(1.1);
      before = width;
    }
  });
});

describe("the zoom that fits", () => {
  it("shows the whole stretch, and as large as it goes", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const gaps = randomGaps(seed);
      const toUs = (gaps.toUs[9] as number) + 10;
      const usPerPx = zoomToFit(gaps, 0, toUs, 800);
      const width = placeOf(lineOf(gaps, usPerPx), toUs);
      expect(width).toBeLessThanOrEqual(800.001);
      expect(width).toBeGreaterThan(798);
    }
  });
});
