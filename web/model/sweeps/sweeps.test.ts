/** Fronts, sensitivities and choices of a sweep's runs, each against a plain count. */

import { describe, expect, it } from "vitest";
import { Brushing } from "./brushing";
import { type Dimension, dimensionOf, valueText } from "./dimension";
import { dominates, front } from "./front";
import { alikeText, effectsOn, median, pointsOf } from "./points";

/** Knuth's multiplier: draws that are the same everywhere. */
function drawsOf(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

describe("the front", () => {
  it("is that of comparing each with each", () => {
    let best = 0;
    let all = 0;
    for (let seed = 0; seed < 1500; seed++) {
      const draw = drawsOf(seed);
      const figures = 1 + draw(4);
      // Few different values make many ties; many make few.
      const range = [2, 5, 1000][seed % 3] ?? 2;
      const points = Array.from({ length: draw(40) }, () =>
        Array.from({ length: figures }, () => draw(range) - 1),
      );
      const plain = points.map((one) => !points.some((other) => dominates(other, one)));
      expect(front(points)).toEqual(plain);
      best += plain.filter(Boolean).length;
      all += points.length;
    }
    expect(best).toBeGreaterThan(1500);
    expect(best * 2).toBeLessThan(all);
  });

  it("is of the points that keep the limits, each aim its own way", () => {
    const figure = (name: string, cells: number[]) =>
      dimensionOf({ name, label: name, kind: "figure", cells });
    const [cost, rate] = [figure("cost", [1, 1, 2, 2, 0, 0]), figure("rate", [5, 5, 9, 9, 99, 99])];
    const counted = {
      points: Uint32Array.of(0, 0, 1, 1, 2, 2),
      kept: Uint8Array.of(1, 1, 1, 1, 1, 0),
      seeds: 2,
    };
    const found = pointsOf(
      counted,
      [cost, rate],
      [
        { figure: "cost", aim: "minimize" },
        { figure: "rate", aim: "maximize" },
      ],
      [],
    );
    expect(found.map(({ keeps, isBest }) => [keeps, isBest])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  it("is of points with the same circumstances", () => {
    const cost = dimensionOf({ name: "cost", label: "", kind: "figure", cells: [3, 4, 9, 7] });
    const axis = (name: string, cells: string[]) =>
      dimensionOf({ name, label: name, kind: "axis", cells });
    const rtt = axis("rtt", ["5ms", "5ms", "40ms", "40ms"]);
    const load = axis("load", ["1", "2", "1", "2"]);
    const points = Uint32Array.of(0, 1, 2, 3);
    const counted = { points, kept: Uint8Array.of(1, 1, 1, 1), seeds: 1 };
    const best = (circumstances: Dimension[]) =>
      pointsOf(counted, [cost], [{ figure: "cost", aim: "minimize" }], circumstances).flatMap(
        ({ point, isBest }) => (isBest ? [point] : []),
      );
    expect(best([])).toEqual([0]);
    expect(best([rtt])).toEqual([0, 3]);
    expect(best([rtt, load])).toEqual([0, 1, 2, 3]);
    expect(alikeText([rtt, load])).toBe("no other with the same rtt, load is better");
  });
});

describe("the effect of an axis", () => {
  it("is how far the median moves over its values, the greatest first", () => {
    const cells = ["a", "a", "b", "b"];
    const mode = dimensionOf({ name: "mode", label: "mode", kind: "axis", cells });
    const size = dimensionOf({ name: "size", label: "size", kind: "axis", cells: [1, 2, 1, 2] });
    const only = dimensionOf({ name: "only", label: "only", kind: "axis", cells: [1, 1, 1, 1] });
    const us = dimensionOf({ name: "p99_us", label: "", kind: "figure", cells: [10, 12, 50, 60] });
    const found = effectsOn(us, [size, only, mode]);
    expect(found.map(({ axis, from, to }) => [axis.name, from, to])).toEqual([
      ["mode", 10, 50],
      ["size", 10, 12],
    ]);
  });

  it("takes the lesser of two in the middle", () => {
    expect(median([4, 1, 3, 2])).toBe(2);
    expect(median([1, Number.NaN])).toBeNaN();
  });
});

describe("brushing", () => {
  it("chooses what a plain look at all stretches chooses, and tells what changed", () => {
    const draw = drawsOf(3);
    const runs = 200;
    const dims = ["a", "b", "c"].map((name) =>
      dimensionOf({
        name,
        label: name,
        kind: "figure",
        cells: Array.from({ length: runs }, () => (draw(9) === 0 ? null : draw(50))),
      }),
    );
    const brushing = new Brushing(runs);
    let before = Array.from({ length: runs }, () => true);
    for (let move = 0; move < 300; move++) {
      const dim = dims[draw(3)];
      if (dim === undefined) continue;
      const from = draw(50);
      brushing.move(dim, draw(4) === 0 ? null : [from, from + draw(30)]);
      const plain = Array.from({ length: runs }, (_, run) =>
        dims.every(({ name, values }) => {
          const stretch = brushing.stretches.get(name);
          const value = values[run] ?? Number.NaN;
          return stretch === undefined || (value >= stretch[0] && value <= stretch[1]);
        }),
      );
      expect(plain.map((_, run) => brushing.has(run))).toEqual(plain);
      expect(brushing.count).toBe(plain.filter(Boolean).length);
      const changed = plain.flatMap((is, run) => (is === before[run] ? [] : [run]));
      expect([...brushing.changed.subarray(0, brushing.changes)]).toEqual(changed);
      before = plain;
    }
  });
});

describe("a dimension", () => {
  it("puts texts in the order of the sweep file and numbers on a line", () => {
    const mode = dimensionOf({
      name: "axis.mode",
      label: "mode",
      kind: "axis",
      cells: ["stale", "leader", null, "new"],
      order: ["leader", "lease", "stale"],
    });
    expect(mode.steps).toEqual(["leader", "stale", "new"]);
    expect([...mode.values]).toEqual([1, 0, Number.NaN, 2]);
    expect(valueText(mode, 1)).toBe("stale");
    const us = dimensionOf({ name: "w.p99_us", label: "", kind: "figure", cells: [40_000, 2_500] });
    expect([us.from, us.to, valueText(us, 2_500)]).toEqual([2_500, 40_000, "2.5\u00a0ms"]);
    const usd = dimensionOf({ name: "money.per_month", label: "", kind: "figure", cells: [4.5] });
    expect(valueText(usd, 4.5)).toBe("$4.50");
  });
});
