/** Machines by kind, the fullest first. */
import { expect, test } from "vitest";
import type { Frame, World } from "@/engine/types";
import { frameOf, worldOf } from "@/test/fixtures";
import { fleetOf } from "./fleet";

const BASE = worldOf({ stores: [1, 1, 1], gateways: [1] });
const resource = (kind: string, id: string, index: number) =>
  ({ kind, id, index, label: kind }) as World["resources"][number];
const WORLD = {
  ...BASE,
  full_ppm: 950_000,
  resources: [
    resource("store-cores", "s1", 0),
    resource("store-cores", "s2", 1),
    resource("gateway-cores", "g1", 2),
    resource("disk", "s1", 3),
    resource("link", "a>b", 4),
  ],
};

function used(servers: number[], ppm: number[]): Frame {
  const frame = frameOf(WORLD, { nowUs: 0 });
  const resources = {
    ...frame.resources,
    servers: Uint32Array.from(servers),
    used_ppm: Uint32Array.from(ppm),
  } as Frame["resources"];
  return { ...frame, resources };
}

test("the fullest kind stands first, and says how many of it are full", () => {
  const rows = fleetOf(WORLD, used([8, 8, 4, 1, 0], [250_000, 200_000, 960_000, 0, 990_000]));
  expect(rows.map(({ kind, full, cells }) => [kind, full, cells.length])).toEqual([
    ["gateway-cores", 1, 1],
    ["store-cores", 0, 2],
  ]);
});

test("what nobody uses, and what has no limit, is left out", () => {
  expect(fleetOf(WORLD, used([8, 8, 4, 1, 0], [0, 0, 0, 0, 500_000]))).toEqual([]);
});
