/** What decides where a world's things stand. */
import { expect, test } from "vitest";
import { worldOf } from "@/test/fixtures";
import { delayTable, topologyOf } from "./topology";

test("delays stand by where they come from and where they go; those not named are not known", () => {
  const links = [
    { from: 0, to: 1, delay_us: 25_000 },
    { from: 1, to: 0, delay_us: 30_000 },
  ];
  expect(delayTable(3, links)).toEqual([
    [Number.NaN, 25_000, Number.NaN],
    [30_000, Number.NaN, Number.NaN],
    [Number.NaN, Number.NaN, Number.NaN],
  ]);
});

test("a link to a zone that there is not is no delay", () => {
  expect(delayTable(1, [{ from: 4, to: 0, delay_us: 1 }])).toEqual([[Number.NaN]]);
});

test("a world has its zones, its nodes and their delays", () => {
  const world = worldOf({ stores: [1, 1], gateways: [1] });
  expect(topologyOf(world)).toEqual({
    zones: 2,
    nodes: world.nodes,
    delaysUs: [
      [50, 500],
      [500, 50],
    ],
  });
});
