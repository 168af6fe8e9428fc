/** What a fault does to a lane goes by the engine's table, wherever in it the fault stands. */

import { expect, it, vi } from "vitest";
import { FAULT_KINDS } from "@/engine/vocabulary";
import { ROW } from "@/model/trace";
import { rowsOf } from "@/test/messages";
import { HappeningsReader } from "./happenings";

vi.mock("@/engine/vocabulary", async (original) => {
  const tables = await original<typeof import("@/engine/vocabulary")>();
  const flood = { target: "server", blocks: true };
  return { ...tables, FAULT_KINDS: { flood, ...tables.FAULT_KINDS } };
});

function laneUnder(kind: string): string[] {
  const flags = Object.keys(FAULT_KINDS).indexOf(kind);
  const rows = [{ us: 200, what: ROW.FAULT_BEGAN, node: 0, flags }];
  const otherwise = () => ({ state: "unknown", term: 0 }) as const;
  const scope = { count: 1, range: 1, stores: [0], fromUs: 0, toUs: 900, otherwise };
  return new HappeningsReader().read(rowsOf(rows), scope, []).spans.map(({ state }) => state);
}

it.each([
  ["flood", "down"],
  ["crash", "down"],
  ["pause", "paused"],
  ["cut", "unknown"],
  ["degrade", "unknown"],
])("%s: %s", (kind, state) => {
  expect(laneUnder(kind).at(-1)).toBe(state);
});
