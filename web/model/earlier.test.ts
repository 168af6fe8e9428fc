import { describe, expect, test } from "vitest";

import type { Frame, World } from "@/engine/types";
import { runFigures } from "./earlier";

describe("figures of a run that another variant took the place of", () => {
  test("are sums over its clients and over what crossed", () => {
    const world = { zones: [{}, {}], kinds: [{}, {}] } as unknown as World;
    const load = { ok: 5, failed: 1, unknown: 2, stale: 3 };
    const frame = {
      workloads: [load, { ...load, ok: 7 }],
      // From the first zone: inside, across; from the second: across, inside; two kinds each.
      bytes: new Float64Array([9, 9, 1, 2, 4, 8, 9, 9]),
      framing: new Float64Array([0, 0, 10, 10, 10, 10, 0, 0]),
      usd: 0.25,
    } as unknown as Frame;
    expect(runFigures(world, frame, false)).toEqual({
      answered: 12,
      unanswered: 6,
      stale: 6,
      crossed: 15,
      usd: 0.25,
    });
    expect(runFigures(world, frame, true).crossed).toBe(55);
  });
});
