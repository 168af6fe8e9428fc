import { describe, expect, it } from "vitest";

import { type Align, placeAt, type Side } from "./anchor";

const WINDOW = { left: 0, top: 0, width: 1000, height: 600 };
const PANEL = { left: 0, top: 0, width: 200, height: 100 };

describe("a panel that hangs at a button", () => {
  const button = { left: 400, top: 300, width: 80, height: 20 };

  it("stands beside it, on the side that was asked for", () => {
    const at = (side: Side, align: Align) =>
      placeAt(button, PANEL, WINDOW, { side, align, gap: 8 });
    expect(at("bottom", "start")).toEqual({ left: 400, top: 328 });
    expect(at("top", "end")).toEqual({ left: 280, top: 192 });
    expect(at("right", "center")).toEqual({ left: 488, top: 260 });
    expect(at("left", "start")).toEqual({ left: 192, top: 300 });
  });

  it("stands on the other side where there is no room", () => {
    const low = { ...button, top: 560 };
    expect(placeAt(low, PANEL, WINDOW, { side: "bottom", align: "start", gap: 8 }).top).toBe(452);
  });

  it("stays within the window wherever the button is", () => {
    for (let left = -50; left <= 1050; left += 50) {
      for (let top = -50; top <= 650; top += 50) {
        for (const side of ["top", "right", "bottom", "left"] as const) {
          const anchor = { left, top, width: 30, height: 30 };
          const place = placeAt(anchor, PANEL, WINDOW, { side, align: "start", gap: 8 });
          expect(place.left).toBeGreaterThanOrEqual(12);
          expect(place.top).toBeGreaterThanOrEqual(12);
          expect(place.left + PANEL.width).toBeLessThanOrEqual(988);
          expect(place.top + PANEL.height).toBeLessThanOrEqual(588);
        }
      }
    }
  });
});
