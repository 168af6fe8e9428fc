/** Arrows: where they stand, and that none is lost however many there are. */
import { describe, expect, it } from "vitest";
import { worldOf } from "@/test/fixtures";
import type { MessageRow } from "@/test/messages";
import { mulberry } from "@/test/runs";
import { pictureOf, sourcesFor } from "@/test/spacetime";
import { layOutArrows } from "./arrows";
import { distanceTo, messageAt } from "./hit";
import { type Picture, wayOf, xOf } from "./picture";

const world = worldOf({ stores: [1, 1, 1], gateways: [1, 0, 0] });
const [APPEND, ACK] = [0, 1];

function exchange(count: number, everyUs: number, tookUs = 500): MessageRow[] {
  return Array.from({ length: count }, (_, i) => ({
    sentUs: i * everyUs,
    endUs: i * everyUs + tookUs,
    from: i % 2,
    to: 1 - (i % 2),
    type: i % 2 === 0 ? APPEND : ACK,
  }));
}

function linesIn(picture: Picture): number {
  return layOutArrows(picture).groups.reduce((sum, { lines }) => sum + lines.length / 4, 0);
}

describe("arrows", () => {
  it("lead from the sender's lane to the receiver's, as steep as they are fast", () => {
    const slow = { sentUs: 1_000, endUs: 3_000, from: 0, to: 2, type: APPEND };
    const picture = pictureOf(sourcesFor(world, [slow]), { leftUs: 0, usPerPx: 10 });
    const arrows = layOutArrows(picture);
    const group = arrows.groups.find(({ lines }) => lines.length > 0);
    const [x1, y1, x2, y2] = [...(group?.lines.values ?? [])];
    expect([x1, x2]).toEqual([xOf(picture, 1_000), xOf(picture, 3_000)]);
    expect([y1, y2]).toEqual([picture.lanes.yOfNode[0], picture.lanes.yOfNode[2]]);
    expect(group?.crosses).toBe(true);
    expect(arrows.gates.length).toBe(4);
  });

  it("are heavier only between zones", () => {
    const inside = { sentUs: 10, endUs: 60, from: 3, to: 0, type: 13 };
    const picture = pictureOf(sourcesFor(world, [inside]), { leftUs: 0, usPerPx: 1 });
    const arrows = layOutArrows(picture);
    expect(arrows.groups.filter(({ lines }) => lines.length > 0).map((g) => g.crosses)).toEqual([
      false,
    ]);
    expect(arrows.gates.length).toBe(0);
  });

  it("end halfway with a cross when lost or cut, at the lane when the receiver is down", () => {
    const base = { sentUs: 0, endUs: 500, from: 0, to: 1, type: APPEND };
    const rows = [2, 3, 4, 5].map((outcome) => ({ ...base, outcome }));
    const picture = pictureOf(sourcesFor(world, rows), { leftUs: 0, usPerPx: 1 });
    const { crosses, doomed } = layOutArrows(picture);
    const [top, bottom] = [picture.lanes.yOfNode[0] ?? 0, picture.lanes.yOfNode[1] ?? 0];
    const half = (top + bottom) / 2;
    const heights = [0, 1, 2, 3].map((i) => crosses.values[i * 3 + 1]);
    expect(heights).toEqual([half, half, half, bottom]);
    expect(doomed.length).toBe(16);
  });

  it("have marks where there is room and become columns where there is none", () => {
    const few = pictureOf(sourcesFor(world, exchange(200, 1_000)), null);
    expect(layOutArrows(few).detail).toBe("full");
    const many = pictureOf(sourcesFor(world, exchange(20_000, 1_000)), null);
    const arrows = layOutArrows(many);
    expect(arrows.detail).toBe("dense");
    expect(arrows.count).toBe(20_000);
    const rects = arrows.density?.rects ?? [];
    expect(rects.some(({ length }) => length > 0)).toBe(true);
    // What is painted is bounded by the pixels, not by the messages.
    expect(rects.reduce((sum, { length }) => sum + length / 4, 0)).toBeLessThan(8_000);
  });

  it("are all there, in every window and zoom", () => {
    const rows = exchange(400, 700);
    const random = mulberry(5);
    for (let i = 0; i < 40; i++) {
      const view = { leftUs: random() * 200_000, usPerPx: 20 + random() * 300 };
      const picture = pictureOf(sourcesFor(world, rows), view);
      const { plot } = picture;
      const inView = rows.filter((_, row) => {
        const { x1, x2 } = wayOf(picture, row);
        return x2 >= plot.x && x1 <= plot.x + plot.w;
      });
      const drawn = linesIn(picture);
      expect(drawn).toBeGreaterThanOrEqual(inView.length);
      expect(drawn).toBeLessThanOrEqual(inView.length + 4);
    }
  });
});

describe("a place in the picture", () => {
  it("means the nearest arrow within reach, or none", () => {
    const rows = exchange(300, 2_500);
    const random = mulberry(9);
    const picture = pictureOf(sourcesFor(world, rows), { leftUs: 100_000, usPerPx: 60 });
    let hits = 0;
    for (let i = 0; i < 500; i++) {
      const x = picture.plot.x + random() * picture.plot.w;
      const y = picture.plot.y + random() * picture.plot.h;
      const found = messageAt(picture, x, y, 8);
      const nearest = Math.min(...rows.map((_, row) => distanceTo(wayOf(picture, row), x, y)));
      if (found < 0) expect(nearest).toBeGreaterThan(8);
      else {
        hits += 1;
        expect(distanceTo(wayOf(picture, found), x, y)).toBe(nearest);
      }
    }
    expect(hits).toBeGreaterThan(20);
  });
});
