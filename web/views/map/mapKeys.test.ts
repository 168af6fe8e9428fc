/** Arrow keys lead to neighbours, and everywhere. */
import { describe, expect, test } from "vitest";
import { layOut } from "@/model/map/layout";
import { labelPlaces } from "@/model/map/linkLabels";
import { makeLanes } from "@/model/map/linkPaths";
import { neighbourOf, type Stop } from "@/model/map/mapKeys";
import type { Topology } from "@/model/map/places";

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

function stopsOf(zones: number, width: number, height: number): Stop[] {
  const nodes: Topology["nodes"][number][] = [];
  for (let zone = 0; zone < zones; zone++)
    for (const kind of ["store", "store", "gateway"] as const) nodes.push({ zone, kind });
  const layout = layOut({ zones, nodes, delaysUs: [] }, width, height);
  const lanes = makeLanes(layout);
  const words = { main: "400 µs · 12.3 kB/s", short: "400 µs", rate: "12.3 kB/s", trouble: "" };
  const links = lanes.pairs.map(({ from, to }) => ({
    there: lanes.lane(from, to) as never,
    back: lanes.lane(to, from) as never,
    words,
  }));
  const labels = labelPlaces(layout, links);
  return [
    ...layout.zones.map((zone) => ({ key: `zone:${zone.index}`, rect: zone.title })),
    ...layout.nodes.map((node) => ({ key: `node:${node.index}`, rect: node.rect })),
    ...lanes.pairs.map((pair, i) => ({
      key: `link:${pair.from}:${pair.to}`,
      rect: labels[i] as Stop["rect"],
    })),
  ];
}

describe.each([
  [708, 556],
  [1400, 900],
  [390, 520],
  [500, 300],
])("at %i × %i", (width, height) => {
  for (const zones of [1, 2, 3, 4, 5, 6])
    test(`everything of ${zones} zones is reached from the first zone`, () => {
      const stops = stopsOf(zones, width, height);
      const reached = new Set(["zone:0"]);
      const todo = ["zone:0"];
      for (let at = todo.pop(); at !== undefined; at = todo.pop())
        for (const arrow of ARROWS) {
          const next = neighbourOf(stops, at, arrow);
          if (next === undefined || reached.has(next.key)) continue;
          reached.add(next.key);
          todo.push(next.key);
        }
      expect(stops.map(({ key }) => key).filter((key) => !reached.has(key))).toEqual([]);
    });
});

test("right of one zone's stores lies the link, and then the next zone", () => {
  const stops = stopsOf(2, 1000, 600);
  const visited: string[] = [];
  for (let at: string | undefined = "node:1"; at !== undefined; ) {
    visited.push(at);
    at = neighbourOf(stops, at, "ArrowRight")?.key;
  }
  expect(visited).toContain("link:0:1");
  // Two stores and a gateway in each zone, in the order of the nodes.
  expect(visited.at(-1)).toMatch(/^node:[345]$/);
});

test("brackets go through everything, however dense", () => {
  const stops = stopsOf(12, 1000, 600);
  let at = stops[0]?.key ?? "";
  let count = 1;
  for (let next = neighbourOf(stops, at, "]"); next; next = neighbourOf(stops, at, "]")) {
    at = next.key;
    count += 1;
  }
  expect(count).toBe(stops.length);
  expect(neighbourOf(stops, at, "[")).toBe(stops.at(-2));
  expect(neighbourOf(stops, stops[0]?.key ?? "", "[")).toBeUndefined();
});

test("at the edge an arrow leads nowhere", () => {
  const stops = [
    { key: "a", rect: { x: 0, y: 0, w: 10, h: 10 } },
    { key: "b", rect: { x: 50, y: 0, w: 10, h: 10 } },
  ];
  expect(neighbourOf(stops, "b", "ArrowRight")).toBeUndefined();
  expect(neighbourOf(stops, "b", "ArrowUp")).toBeUndefined();
  expect(neighbourOf(stops, "b", "ArrowLeft")?.key).toBe("a");
});
