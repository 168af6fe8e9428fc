/** Messages that are denser than pixels. */
import { expect, test } from "vitest";
import { mulberry } from "@/test/runs";
import { Density, STRENGTHS } from "./density";

const YS = [10, 20, 40, 50];

function cover(density: Density, style: number): Map<string, number> {
  const cells = new Map<string, number>();
  STRENGTHS.forEach((_, strength) => {
    const rects = density.rects[style * STRENGTHS.length + strength];
    if (rects === undefined) return;
    for (let i = 0; i < rects.length; i += 4) {
      const [x, y, w, h] = [0, 1, 2, 3].map((k) => rects.values[i + k] as number) as [
        number,
        number,
        number,
        number,
      ];
      for (let column = x; column < x + w; column++) {
        const cell = `${column} ${y} ${h}`;
        expect(cells.has(cell), "a place is painted once").toBe(false);
        cells.set(cell, strength);
      }
    }
  });
  return cells;
}

test("everything that passes is painted, with its strength, and nothing else", () => {
  for (let seed = 1; seed <= 15; seed++) {
    const random = mulberry(seed);
    const density = new Density(2, YS);
    const passing = [new Map<string, number>(), new Map<string, number>()];
    let column = 0;
    for (let i = 0; i < 400; i++) {
      column += Math.floor(random() ** 4 * 4);
      const style = Math.floor(random() * 2);
      const [a, b] = [Math.floor(random() * 4), Math.floor(random() * 4)];
      density.add(style, a, b, column);
      for (let space = Math.min(a, b); space < Math.max(a, b); space++) {
        const cell = `${column} ${YS[space]} ${(YS[space + 1] as number) - (YS[space] as number)}`;
        passing[style]?.set(cell, (passing[style]?.get(cell) ?? 0) + 1);
      }
    }
    density.finish();
    passing.forEach((expected, style) => {
      const painted = cover(density, style);
      expect(painted.size, `seed ${seed}`).toBe(expected.size);
      for (const [cell, count] of expected)
        expect(painted.get(cell)).toBe(count < 2 ? 0 : count < 5 ? 1 : 2);
    });
  }
});
