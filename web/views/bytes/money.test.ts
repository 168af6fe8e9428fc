import { describe, expect, it } from "vitest";

import { type Cube, repriced, total } from "@/lib/traffic";
import { billOf } from "./money";

const ZONES = [{ region: "a" }, { region: "a" }, { region: "b" }];
const LINKS = [0, 1, 2].flatMap((from) =>
  [0, 1, 2].map((to) => ({ from, to, usd_per_gb: from === to ? 0 : 0.02 })),
);

function cubeOf(bytes: (from: number, to: number, kind: number) => number): Cube {
  const cells = LINKS.flatMap(({ from, to }) => [bytes(from, to, 0), bytes(from, to, 1)]);
  return { zones: 3, kinds: 2, bytes: Float64Array.from(cells) };
}

const GB = 1e9;
const cube = cubeOf((from, to, kind) => (from === to ? 7 * GB : kind === 0 ? GB : 0));

function bill(links = LINKS, writes = 1000) {
  return billOf({ cube, rates: undefined, links, zones: ZONES, writes, now_us: 3600e6 });
}

describe("the bill of a run", () => {
  it("is for what crosses, at each link's price, and the same by kind and by class", () => {
    const { usd, byKind, classes } = bill();
    expect(usd).toBeCloseTo(6 * 0.02);
    expect(total(byKind)).toBeCloseTo(usd);
    expect(classes.map(({ name, usd: part }) => [name, part])).toEqual([
      ["Between zones of a region", 0.04],
      ["Between regions", 0.08],
    ]);
  });

  it("tells a million writes from the writes that were acknowledged, and nothing without any", () => {
    expect(bill().perMillionWrites).toBeCloseTo(120);
    expect(bill(LINKS, 0).perMillionWrites).toBeUndefined();
  });

  it("carries the mean rate on for 30 days, and the last rate too where it is known", () => {
    expect(bill().perMonth).toBeCloseTo(0.12 * 24 * 30);
    expect(bill().perMonthNow).toBeUndefined();
    const rates = cubeOf((from, to, kind) => (from === 0 && to === 1 && kind === 1 ? GB : 0));
    const { perMonthNow } = billOf({
      cube,
      rates,
      links: LINKS,
      zones: ZONES,
      writes: 0,
      now_us: 1,
    });
    expect(perMonthNow).toBeCloseTo(0.02 * 3600 * 24 * 30);
  });

  it("follows other prices, which leave links inside a zone alone", () => {
    const links = repriced(LINKS, ZONES, { list: "own", zones: 0, regions: 1 });
    expect(bill(links as typeof LINKS).usd).toBeCloseTo(4);
    expect(repriced(LINKS, ZONES, null)).toBe(LINKS);
    expect(links[0]?.usd_per_gb).toBe(0);
  });
});
