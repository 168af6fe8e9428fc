/** What a room reads from afar is as large as fits. */
import { describe, expect, test } from "vitest";
import { layOut } from "@/model/map/layout";
import type { Topology } from "@/model/map/places";
import { largestScale, nameRoom } from "./scale";

const TYPE_PX = 12;

function topologyOf(zones: number, stores: number): Topology {
  const nodes: Topology["nodes"][number][] = [];
  for (let zone = 0; zone < zones; zone++) {
    for (let i = 0; i < stores; i++) nodes.push({ zone, kind: "store" });
    nodes.push({ zone, kind: "gateway" });
  }
  return { zones, nodes, delaysUs: [] };
}

describe("at 1,080 lines, with the map alone or beside the meters", () => {
  for (const width of [1380, 1920])
    for (const [zones, stores] of [
      [1, 3],
      [2, 2],
      [3, 1],
      [3, 2],
      [4, 1],
      [5, 1],
    ] as const)
      test(`text of ${zones} zones of ${stores} stores on ${width} px is 32 px or more`, () => {
        const scale = largestScale(topologyOf(zones, stores), width, 950, 1080);
        expect(TYPE_PX * scale).toBeGreaterThanOrEqual(31.9);
        expect(TYPE_PX * scale).toBeLessThanOrEqual(64.1);
      });

  test("every gateway has the room for its name", () => {
    const topology = topologyOf(3, 1);
    const scale = largestScale(topology, 1380, 950, 1080);
    const { nodes } = layOut(topology, 1380, 950, { scale, targetPx: nameRoom(scale) });
    for (const { rect } of nodes)
      expect(Math.min(rect.w, rect.h)).toBeGreaterThanOrEqual(nameRoom(scale));
  });
});

test("more room makes it larger, never smaller", () => {
  const topology = topologyOf(3, 1);
  const beside = largestScale(topology, 1380, 950, 1080);
  expect(largestScale(topology, 1920, 950, 1080)).toBeGreaterThanOrEqual(beside);
  expect(largestScale(topology, 1920, 1020, 1080)).toBeGreaterThanOrEqual(beside);
});

test("what does not fit at that size is smaller, and never below normal", () => {
  const scale = largestScale(topologyOf(12, 3), 1380, 950, 1080);
  expect(scale).toBeGreaterThanOrEqual(1);
  expect(TYPE_PX * scale).toBeLessThan(32);
});
