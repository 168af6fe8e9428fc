import { describe, expect, it } from "vitest";

import { type Cube, repriced, total } from "@/model/traffic";
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

const NO_WARM_UP = new Float64Array(0);
const HOUR = { from_us: 0, to_us: 3600e6 };

function bill(links = LINKS, writes = 1000, span = HOUR, warm = NO_WARM_UP) {
  const wire = cubeOf((from, to, kind) => (from === to ? 7 * GB : kind === 0 ? 1.5 * GB : 0));
  const metered = { cube, wire, payload: cube, warm };
  return billOf({ ...metered, links, zones: ZONES, writes, span });
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

  it("has the wire and the payload beside each other", () => {
    const { wireUsd, payloadUsd } = bill();
    expect(wireUsd).toBeCloseTo(0.18);
    expect(payloadUsd).toBeCloseTo(0.12);
  });

  it("carries what was spent in the window on for 30 days, without the warm-up", () => {
    expect(bill().perMonth).toBeCloseTo(0.12 * 24 * 30);
    // Half of the bytes and half of the time were the warm-up.
    const half = { from_us: 1800e6, to_us: 3600e6 };
    const warm = cube.bytes.map((bytes) => bytes / 2);
    expect(bill(LINKS, 0, half, warm).perMonth).toBeCloseTo(0.12 * 24 * 30);
    expect(bill(LINKS, 0, { from_us: 5, to_us: 5 }).perMonth).toBeUndefined();
  });

  it("follows other prices, which leave links inside a zone alone", () => {
    const links = repriced(LINKS, ZONES, { list: "own", zones: 0, regions: 1 });
    expect(bill(links as typeof LINKS).usd).toBeCloseTo(4);
    expect(repriced(LINKS, ZONES, null)).toBe(LINKS);
    expect(links[0]?.usd_per_gb).toBe(0);
  });
});
