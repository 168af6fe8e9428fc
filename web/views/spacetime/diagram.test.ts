/** What a person sets of the diagram, also before there is a picture. */
import { describe, expect, it } from "vitest";
import type { World } from "@/engine/types";
import { Diagram } from "./diagram";
import { NO_GAPS } from "./timeScale";
import { type Reach, stretch, whole } from "./window";

function world(): World {
  const link = { from: 0, to: 1, delay_us: 20_000 };
  return {
    nodes: [],
    zones: ["a", "b"],
    links: [link],
    tick_us: 100_000,
    heartbeat_ticks: 2,
  } as unknown as World;
}

const reach: Reach = {
  fromUs: 0,
  toUs: 7_000_000,
  knownFromUs: 0,
  widthPx: 1_000,
  gaps: NO_GAPS,
};

const NOTHING = { kindsSeen: 0, hasLeases: false, hasDecisions: false };

describe("a diagram that has just opened", () => {
  it("follows the present, near enough that messages lean", () => {
    const diagram = new Diagram(world());
    diagram.settle(reach, 7_000_000, NOTHING);
    const { view, follows } = diagram.snapshot();
    expect(follows).toBe(true);
    expect(view?.usPerPx).toBe(500);
  });

  it("shows the whole run when that was asked for before the first picture", () => {
    const diagram = new Diagram(world());
    diagram.showWhole();
    expect(diagram.snapshot().view).toBeNull();
    diagram.settle(reach, 7_000_000, NOTHING);
    expect(diagram.snapshot().view).toEqual(whole(reach));
    expect(diagram.snapshot().follows).toBe(false);
  });

  it("shows one round, of the present that there is by then", () => {
    const diagram = new Diagram(world());
    diagram.showRound(0);
    diagram.settle(reach, 7_000_000, NOTHING);
    expect(diagram.snapshot().view).toEqual(stretch(reach, 6_800_000, 7_000_000));
  });

  it("does what was asked for once, not with each picture", () => {
    const diagram = new Diagram(world());
    diagram.showWhole();
    diagram.settle(reach, 7_000_000, NOTHING);
    diagram.zoom(1);
    const near = diagram.snapshot().view;
    diagram.settle(reach, 7_000_000, NOTHING);
    expect(diagram.snapshot().view).toEqual(near);
  });

  it("shows the whole run also when the record of it comes later than the wish", () => {
    const diagram = new Diagram(world());
    const unknown = { count: 1, fromUs: Float64Array.of(0), toUs: Float64Array.of(6_900_000) };
    diagram.settle({ ...reach, knownFromUs: 6_900_000, gaps: unknown }, 7_000_000, NOTHING);
    diagram.showWhole();
    diagram.settle(reach, 7_000_000, NOTHING);
    expect(diagram.snapshot().view).toEqual(whole(reach));
  });

  it("leaves a window that was moved where it is when the record grows back", () => {
    const diagram = new Diagram(world());
    const late = { ...reach, knownFromUs: 6_900_000 };
    diagram.settle(late, 7_000_000, NOTHING);
    diagram.showWhole();
    diagram.zoom(1);
    diagram.pan(100);
    const near = diagram.snapshot().view;
    diagram.settle(reach, 7_000_000, NOTHING);
    expect(diagram.snapshot().view).toEqual(near);
  });
});
