import { describe, expect, it } from "vitest";
import type { FaultView, Frame, World } from "@/engine/types";
import { faultActs, rowOf } from "./acts/acts";
import { blocks } from "./faults";
import { linkActions, linkPress } from "./targetActions";

const ZONES = [
  { id: "a", index: 0 },
  { id: "b", index: 1 },
];
const WORLD = { zones: ZONES, nodes: [] } as unknown as World;

function offered(...faults: Partial<FaultView>[]) {
  return linkActions(WORLD, { faults } as Frame, 0, 1);
}

describe("what can be done to a link", () => {
  it("is every fault that nothing gets past, of both ways and of each", () => {
    const barriers = faultActs("link").filter((kind) => blocks({ kind }));
    expect(offered().map(({ label }) => label)).toEqual(
      barriers
        .map((kind) => rowOf(kind).button)
        .flatMap((act) => [`${act} both ways`, `${act} a → b`, `${act} b → a`]),
    );
    expect(offered()[1]?.action).toEqual({ do: barriers[0], from: "a", to: "b", one_way: true });
  });

  it("is what does not stand there yet, and the end of what does", () => {
    const standing = { id: "cut:a:b", kind: "cut", from: "a", to: "b" } as const;
    expect(offered({ ...standing, one_way: true }).map(({ label }) => label)).toEqual([
      "Cut b → a",
      "Heal",
    ]);
    expect(offered({ ...standing, one_way: false })).toEqual([
      { label: "Heal", action: { do: "heal", fault: "cut:a:b" } },
    ]);
  });

  it("is by one press the first of these", () => {
    const frame = { faults: [] } as unknown as Frame;
    expect(linkPress(WORLD, frame, 0, 1)).toEqual({ do: "cut", from: "a", to: "b" });
  });
});
