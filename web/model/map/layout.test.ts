/** The places of the map hold at every size that the page can have. */
import { describe, expect, test } from "vitest";
import { holds, overlaps, type Rect } from "./geometry";
import { type Layout, layOut } from "./layout";
import type { Topology } from "./places";

const SIZES: readonly [number, number][] = [
  [358, 420],
  [390, 520],
  [480, 480],
  [640, 420],
  [708, 556],
  [900, 420],
  [1000, 700],
  [1400, 900],
];

function topologyOf(zones: number, stores: number, gateways: number): Topology {
  const nodes: { zone: number; kind: "store" | "gateway" }[] = [];
  for (let zone = 0; zone < zones; zone++)
    for (let i = 0; i < stores; i++) nodes.push({ zone, kind: "store" });
  for (let zone = 0; zone < zones; zone++)
    for (let i = 0; i < gateways; i++) nodes.push({ zone, kind: "gateway" });
  return { zones, nodes, delaysUs: [] };
}

function inside(outer: Rect, inner: Rect): boolean {
  return holds(outer, inner.x, inner.y) && holds(outer, inner.x + inner.w, inner.y + inner.h);
}

/** The most zones that a scenario may have (`limits.rs`). */
const ZONES_MAX = 12;

function check(layout: Layout, topology: Topology, leastPx = 24): void {
  const canvas = { x: 0, y: 0, w: layout.width, h: layout.height };
  expect(layout.zones).toHaveLength(topology.zones);
  layout.zones.forEach((zone, i) => {
    expect(inside(canvas, zone.rect)).toBe(true);
    expect(overlaps(zone.rect, layout.footer)).toBe(false);
    for (const other of layout.zones.slice(i + 1))
      expect(overlaps(zone.rect, other.rect, 16)).toBe(false);
  });
  topology.nodes.forEach((node, i) => {
    const place = layout.nodes[i];
    if (!place) throw new Error(`node ${i} has no place`);
    const zone = layout.zones[node.zone];
    if (!zone) throw new Error(`zone ${node.zone} has no place`);
    expect(inside(zone.rect, place.rect)).toBe(true);
    // A lone store bears its zone's name itself.
    if (!(zone.lone && node.kind === "store")) expect(overlaps(place.rect, zone.title)).toBe(false);
    expect(place.rect.w).toBeGreaterThanOrEqual(leastPx);
    expect(place.rect.h).toBeGreaterThanOrEqual(leastPx);
    for (const other of layout.nodes.slice(i + 1))
      expect(overlaps(place.rect, other.rect)).toBe(false);
  });
}

describe.each(SIZES)("at %i × %i", (width, height) => {
  for (let zones = 1; zones <= 6; zones++)
    for (let stores = 1; stores <= 6; stores++)
      for (const gateways of [0, 1, 2])
        test(`${zones} zones of ${stores} stores and ${gateways} gateways do not overlap`, () => {
          const topology = topologyOf(zones, stores, gateways);
          check(layOut(topology, width, height), topology);
        });
});

describe.each(SIZES)("in a grid at %i × %i", (width, height) => {
  // A phone has room for a glyph of some pixels; a person zooms in.
  const leastPx = width < 600 || height < 500 ? 6 : 16;
  for (let zones = 7; zones <= ZONES_MAX; zones++)
    for (let stores = 1; stores <= 4; stores++)
      for (const gateways of [0, 1])
        test(`${zones} zones of ${stores} stores and ${gateways} gateways have places`, () => {
          const topology = topologyOf(zones, stores, gateways);
          check(layOut(topology, width, height), topology, leastPx);
        });
});

test("the study's map says everything that a store can say", () => {
  const layout = layOut(topologyOf(3, 1, 1), 708, 556);
  expect(layout.nodes.map((node) => node.density)).toEqual(Array(6).fill("full"));
});

test("what passes between stores that stand over each other has room, though they fill the width", () => {
  const { nodes } = layOut(topologyOf(2, 3, 1), 992, 520);
  const [first, beside, below] = nodes.map(({ rect }) => rect);
  if (first === undefined || beside === undefined || below === undefined)
    throw new Error("There are no three stores.");
  expect(nodes[0]?.density).toBe("full");
  expect(beside.x - (first.x + first.w)).toBeLessThan(12);
  expect(below.y - (first.y + first.h)).toBeGreaterThanOrEqual(12);
});

test("where nothing is known of delays, a triangle stands on a side", () => {
  const [first, second, third] = layOut(topologyOf(3, 1, 0), 708, 556).zones;
  if (!first || !second || !third) throw new Error("three zones expected");
  expect(second.rect.y).toBe(third.rect.y);
  expect(second.rect.y).toBeGreaterThan(first.rect.y + first.rect.h);
  const middle = (second.rect.x + third.rect.x + third.rect.w) / 2;
  expect(Math.abs(first.rect.x + first.rect.w / 2 - middle)).toBeLessThan(2);
});

test("where a store is alone on its island, the island's name stands in the store's cell", () => {
  const alone = layOut(topologyOf(3, 1, 1), 708, 556).zones;
  const among = layOut(topologyOf(3, 2, 1), 708, 556).zones;
  expect(alone.map(({ lone }) => lone)).toEqual([true, true, true]);
  expect(among.map(({ lone }) => lone)).toEqual([false, false, false]);
});

test("the same topology and size give the same places", () => {
  const topology = topologyOf(5, 4, 1);
  expect(layOut(topology, 900, 640)).toEqual(layOut(topology, 900, 640));
});

describe("for a finger", () => {
  const least = ({ nodes }: Layout) => Math.min(...nodes.flatMap(({ rect }) => [rect.w, rect.h]));

  test.each([
    [390, 487],
    [390, 246],
    [490, 292],
  ])("each store and gateway of three zones is 44 px or more at %i × %i", (width, height) => {
    const layout = layOut(topologyOf(3, 1, 1), width, height, { targetPx: 44 });
    expect(least(layout)).toBeGreaterThanOrEqual(44);
  });

  test("where there is no such room they are as large as for a pointer", () => {
    const fine = layOut(topologyOf(6, 3, 1), 390, 236);
    const coarse = layOut(topologyOf(6, 3, 1), 390, 236, { targetPx: 44 });
    expect(least(coarse)).toBe(least(fine));
  });
});

test("with hardly any height nothing has a negative size", () => {
  for (const height of [0, 20, 70, 120])
    for (const zones of [1, 3, 6, 12]) {
      const layout = layOut(topologyOf(zones, 3, 1), 844, height);
      const rects = [
        ...layout.zones.flatMap((z) => [z.rect, z.title]),
        ...layout.nodes.map((n) => n.rect),
      ];
      for (const { w, h } of rects) expect(Math.min(w, h)).toBeGreaterThanOrEqual(0);
    }
});
