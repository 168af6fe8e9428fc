/** A sweep runs each load to the end of its file, and tells the curve so far after each. */

import { describe, expect, it } from "vitest";

import type { LoadCurve } from "../lens";
import { type SweepTools, sweep } from "./sweeping";

const RUN = { scenario: "file", variant: "on", seed: 7, actions: [] };

/** An engine that needs three pieces for each load. */
function tools(seen: string[]): SweepTools {
  return {
    loads: (points) => [10, 105, 200].slice(0, points),
    at_load: (scenario, variant, seed, log, percent) =>
      `${scenario} ${variant} ${seed} ${log} ${percent}`,
    open: (file) => {
      let pieces = 3;
      seen.push(`open ${file}`);
      return {
        advance: (_, most) => {
          pieces -= 1;
          return pieces > 0 ? most : 0;
        },
        world: () => ({ duration_us: 1_000 }),
        report: () => `report of ${file}, ${pieces} left`,
        free: () => {
          seen.push("free");
        },
      };
    },
    load_curve: (percents, reports) =>
      ({
        points: [...percents].map((percent, place) => ({ percent, digest: reports[place] })),
      }) as unknown as LoadCurve,
  };
}

describe("sweep", () => {
  it("runs every load once, to its end, one after the other", () => {
    const seen: string[] = [];
    const curve = sweep(RUN, 3, tools(seen), () => {});
    expect(seen).toEqual([
      "open file on 7 [] 10",
      "free",
      "open file on 7 [] 105",
      "free",
      "open file on 7 [] 200",
      "free",
    ]);
    expect(curve.points.map(({ digest }) => digest)).toEqual([
      "report of file on 7 [] 10, 0 left",
      "report of file on 7 [] 105, 0 left",
      "report of file on 7 [] 200, 0 left",
    ]);
  });

  it("tells after each how far it is", () => {
    const told: string[] = [];
    sweep(RUN, 3, tools([]), (done, of, { points }) =>
      told.push(`${done}/${of}: ${points.length}`),
    );
    expect(told).toEqual(["1/3: 1", "2/3: 2", "3/3: 3"]);
  });
});
