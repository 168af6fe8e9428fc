import { describe, expect, it } from "vitest";
import type { Layout } from "@/model/map/layout";
import { isAtSea } from "./atSea";

const LAYOUT = {
  width: 800,
  height: 400,
  zones: [{ rect: { x: 100, y: 100, w: 200, h: 100 } }],
  footer: { x: 10, y: 365, w: 300, h: 30 },
} as unknown as Layout;

describe("words at sea", () => {
  it("stand on no island and not beyond the map's edge", () => {
    expect(isAtSea({ x: 500, y: 200 }, 60, LAYOUT)).toBe(true);
    expect(isAtSea({ x: 340, y: 150 }, 60, LAYOUT)).toBe(false);
    expect(isAtSea({ x: 760, y: 200 }, 60, LAYOUT)).toBe(false);
  });

  it("leave the map's own buttons their place", () => {
    expect(isAtSea({ x: 200, y: 370 }, 60, LAYOUT)).toBe(false);
    expect(isAtSea({ x: 500, y: 370 }, 60, LAYOUT)).toBe(true);
  });
});
