/** Lanes keep to their side and routes begin and end at their nodes. */
import { describe, expect, test } from "vitest";
import { highlight, holds, inset } from "./geometry";
import { layOut } from "./layout";
import { makeLanes } from "./linkPaths";
import type { Topology } from "./places";

function topologyOf(zones: number, stores: number): Topology {
  const nodes: { zone: number; kind: "store" | "gateway" }[] = [];
  for (let zone = 0; zone < zones; zone++) {
    for (let i = 0; i < stores; i++) nodes.push({ zone, kind: "store" });
    nodes.push({ zone, kind: "gateway" });
  }
  return { zones, nodes, delaysUs: [] };
}

describe.each([
  [358, 420],
  [708, 556],
  [1400, 900],
])("at %i × %i", (width, height) => {
  for (let zones = 2; zones <= 6; zones++)
    test(`the two directions between ${zones} zones never touch`, () => {
      const layout = layOut(topologyOf(zones, 2), width, height);
      const lanes = makeLanes(layout);
      for (const { from, to } of lanes.pairs) {
        const there = lanes.lane(from, to);
        const back = lanes.lane(to, from);
        if (!there || !back) throw new Error("each pair has two lanes");
        let nearest = Number.POSITIVE_INFINITY;
        for (let i = 0; i <= 40; i++)
          for (let j = 0; j <= 40; j++) {
            const p = highlight(there.path, i / 40);
            const q = highlight(back.path, j / 40);
            nearest = Math.min(nearest, Math.hypot(p.x - q.x, p.y - q.y));
          }
        expect(nearest).toBeGreaterThan(6);
      }
    });

  for (let zones = 2; zones <= 6; zones++)
    test(`no link between ${zones} zones runs through a third`, () => {
      const layout = layOut(topologyOf(zones, 2), width, height);
      const lanes = makeLanes(layout);
      for (const { from, to } of lanes.pairs)
        for (const zone of layout.zones) {
          if (zone.index === from || zone.index === to) continue;
          const path = lanes.lane(from, to)?.path;
          if (!path) throw new Error("lane expected");
          for (let i = 0; i <= 50; i++) {
            const p = highlight(path, i / 50);
            expect(holds(zone.rect, p.x, p.y)).toBe(false);
          }
        }
    });
});

test("a route begins at its sender's edge and ends at its receiver's", () => {
  const layout = layOut(topologyOf(3, 2), 708, 556);
  const lanes = makeLanes(layout);
  layout.nodes.forEach((a, from) => {
    layout.nodes.forEach((b, to) => {
      if (from === to) return;
      const route = lanes.route(from, to);
      const start = highlight(route, 0);
      const end = highlight(route, 1);
      expect(holds(inset(a.rect, -6), start.x, start.y)).toBe(true);
      expect(holds(inset(b.rect, -6), end.x, end.y)).toBe(true);
    });
  });
});

test("a message walks its route at a steady pace", () => {
  const lanes = makeLanes(layOut(topologyOf(3, 1), 708, 556));
  const route = lanes.route(0, 2);
  const steps = Array.from({ length: 21 }, (_, i) => highlight(route, i / 20));
  const lengths = steps.slice(1).map((p, i) => {
    const before = steps[i] ?? p;
    return Math.hypot(p.x - before.x, p.y - before.y);
  });
  const mean = route.length / 20;
  for (const length of lengths) expect(length).toBeLessThan(mean * 1.05);
});

test("ways are found among a thousand stores, each to each of the other zones", () => {
  const layout = layOut(topologyOf(3, 333), 900, 490);
  const lanes = makeLanes(layout);
  const { length } = layout.nodes;
  for (let from = 0; from < length; from++) {
    const route = lanes.route(from, (from + length / 3) % length);
    expect(route.length).toBeGreaterThan(0);
  }
});
