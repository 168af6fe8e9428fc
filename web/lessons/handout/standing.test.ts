import { describe, expect, test } from "vitest";

import type { Frame, World } from "@/engine/types";
import { standingText } from "./standing";

const WORLD = {
  zones: [{ id: "Dublin" }, { id: "London" }],
  nodes: [
    { id: "s1", zone: 0 },
    { id: "s2", zone: 1 },
  ],
} as World;

const frame = (roles: number[], crashed = false, faults = 0) =>
  ({
    replicas: { count: 2, node: [0, 1], role: roles, term: [1, 4] },
    stores: [{ status: crashed ? "crashed" : "up" }],
    faults: Array.from({ length: faults }),
  }) as unknown as Frame;

describe("a picture in words", () => {
  test("says who leads, each in its term", () => {
    expect(standingText(WORLD, frame([3, 0]))).toBe("s1 in Dublin leads in term 1.");
    expect(standingText(WORLD, frame([3, 3]))).toBe(
      "s1 in Dublin leads in term 1, s2 in London leads in term 4.",
    );
  });

  test("says what is broken", () => {
    expect(standingText(WORLD, frame([0, 0], true, 2))).toBe(
      "no leader; 1 store down; 2 active faults.",
    );
  });
});
