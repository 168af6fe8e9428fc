import { describe, expect, it } from "vitest";
import type { FaultView, World } from "@/engine/types";
import { cutPairs } from "./cuts";

const zone = (index: number) => ({ index, id: `az${index + 1}`, region: "r" });
const store = (index: number, at: number) => ({
  index,
  id: `s${index + 1}`,
  kind: "store" as const,
  zone: at,
  cores: 4,
});
const world: Pick<World, "zones" | "nodes"> = {
  zones: [zone(0), zone(1), zone(2)],
  nodes: [store(0, 0), store(1, 1), store(2, 1), store(3, 2)],
};

function fault(kind: FaultView["kind"], from: string, to: string, one_way = false): FaultView {
  return {
    id: "f1",
    kind,
    text: "",
    since_us: 0,
    from,
    to,
    one_way,
    delay_us: 0,
    jitter_us: 0,
    loss_ppm: 0,
    vanish_ppm: 0,
    bandwidth_bps: 0,
  };
}

const rows = (faults: FaultView[]): string[] => {
  const letters = cutPairs(world, faults).map((state) => state.charAt(0));
  return [0, 3, 6].map((at) => letters.slice(at, at + 3).join(""));
};

describe("pairs of zones kept apart", () => {
  it("are none without faults, nor with slow links and crashed stores", () => {
    expect(rows([])).toEqual(["ooo", "ooo", "ooo"]);
    expect(rows([fault("degrade", "az1", "az2"), fault("crash", "s1", "")])).toEqual([
      "ooo",
      "ooo",
      "ooo",
    ]);
  });

  it("are two for a cut both ways and one for a cut one way", () => {
    expect(rows([fault("cut", "az1", "az2")])).toEqual(["oco", "coo", "ooo"]);
    expect(rows([fault("cut", "az1", "az2", true)])).toEqual(["oco", "ooo", "ooo"]);
  });

  it("are all of an isolated zone's, but not what stays inside of it", () => {
    expect(rows([fault("isolate", "az2", "")])).toEqual(["oco", "coc", "oco"]);
  });

  it("are in part when only one of two stores is cut off", () => {
    expect(rows([fault("isolate", "s2", "")])).toEqual(["opo", "pcp", "opo"]);
    expect(rows([fault("cut", "s1", "s3", true)])).toEqual(["opo", "ooo", "ooo"]);
  });

  it("are cut when two faults together close every path", () => {
    expect(rows([fault("cut", "az1", "s2"), fault("cut", "az1", "s3")])).toEqual([
      "oco",
      "coo",
      "ooo",
    ]);
  });
});
