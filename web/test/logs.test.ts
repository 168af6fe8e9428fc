import { beforeAll, describe, expect, it } from "vitest";
import type { EngineLike, PlaygroundLike } from "@/engine/worker/engineLike";
import { loadEngine, textOf } from "@/test/realEngine";
import { cellAfter } from "@/views/logs/gridKeys";
import {
  cellName,
  isConflict,
  type Lane,
  lanesOf,
  lostAt,
  lostName,
  marksAt,
  rightEntry,
  stageOf,
} from "@/views/logs/logModel";

let engine: EngineLike;

beforeAll(() => {
  engine = loadEngine().engine;
});

const LOOK = { range: 0, notable_after: 0, series_after: -1 };

function lanes(playground: PlaygroundLike): Lane[] {
  const picture = playground.log(0, 1, 512);
  if (picture === null) throw new Error("range 0 has logs");
  return lanesOf(playground.world(), playground.frame(LOOK).replicas, picture);
}

/** A range whose leader's zone is cut off while clients there go on writing. */
function split(): PlaygroundLike {
  const playground = new engine.Playground(textOf("five-replicas"), "", undefined);
  playground.advance(3_000_000, 1e9);
  playground.apply({ do: "isolate", place: "Frankfurt" });
  playground.advance(5_900_000, 1e9);
  return playground;
}

describe("the logs of a range", () => {
  it("puts the leader first and says how far each replica is", () => {
    const playground = new engine.Playground(textOf("five-replicas"), "", undefined);
    playground.advance(3_000_000, 1e9);
    const shown = lanes(playground);
    expect(shown.map((lane) => lane.leads)).toEqual([true, false, false, false, false]);
    expect(new Set(shown.map((lane) => lane.zone)).size).toBe(3);
    for (const lane of shown) {
      expect(stageOf(lane, lane.applied)).toBe("applied");
      expect(stageOf(lane, lane.log.last + 1)).toBe("written");
      expect(marksAt(lane, lane.commit).map((mark) => mark.id)).toContain("committed");
      const entry = lane.entries.get(1);
      expect(entry).toMatchObject({ kind: "empty", request: 0, term: 1 });
      expect(lane.log.matched > 0).toBe(!lane.leads);
    }
    playground.free();
  });

  it("shows entries that differ from the leader's, and after the cut what took their place", () => {
    const playground = split();
    const differing = lanes(playground).flatMap((lane) =>
      [...lane.entries.values()].filter((entry) =>
        isConflict(entry, rightEntry(lanes(playground), entry.index)),
      ),
    );
    expect(differing.length).toBeGreaterThan(0);
    const index = differing[0]?.index ?? 0;
    const term = differing[0]?.term ?? 0;
    const before = lanes(playground);
    const named = before.map((lane) => cellName(lane, index, rightEntry(before, index)));
    expect(named.some((name) => name.includes("differs: elsewhere it is of term"))).toBe(true);

    playground.apply({ do: "heal" });
    playground.advance(6_400_000, 1e9);
    const healed = lanes(playground);
    const now_us = playground.now_us();
    const lost = healed.map((lane) => lostAt(lane, index, now_us));
    expect(lost.some((gone) => gone?.entry.term === term && !gone.by_crash)).toBe(true);
    for (const lane of healed) {
      for (const entry of lane.entries.values()) {
        expect(isConflict(entry, rightEntry(healed, entry.index))).toBe(false);
      }
    }
    const gone = lost.find((entry) => entry !== undefined);
    if (gone) expect(lostName(gone, now_us)).toMatch(/overwritten by another leader's entry/);
    for (const lane of healed) expect(lostAt(lane, index, now_us + 5_000_001)).toBeUndefined();
    playground.free();
  });

  it("tells only of the stretch that was asked for", () => {
    const playground = split();
    const picture = playground.log(0, -1, 10);
    expect(picture?.end).toBe((picture?.last ?? 0) + 1);
    expect((picture?.end ?? 0) - (picture?.from ?? 0)).toBe(10);
    for (const log of picture?.replicas ?? []) {
      for (const { index } of log.entries) {
        expect(index).toBeGreaterThanOrEqual(picture?.from ?? 0);
      }
    }
    expect(playground.log(99, -1, 10)).toBeNull();
    playground.free();
  });
});

describe("keys in the grid", () => {
  const room = { picture: { first: 33, last: 90 }, lanes: 3, page: 20 };

  it("lead to the neighbour, the ends and a page on", () => {
    const at = { lane: 1, index: 50 };
    expect(cellAfter("ArrowLeft", at, room)).toEqual({ lane: 1, index: 49 });
    expect(cellAfter("ArrowDown", at, room)).toEqual({ lane: 2, index: 50 });
    expect(cellAfter("End", at, room)).toEqual({ lane: 1, index: 90 });
    expect(cellAfter("PageUp", at, room)).toEqual({ lane: 1, index: 32 });
    expect(cellAfter("a", at, room)).toBeUndefined();
  });

  it("stay at an edge: there they must not move in time", () => {
    expect(cellAfter("ArrowRight", { lane: 2, index: 90 }, room)).toEqual({ lane: 2, index: 90 });
    expect(cellAfter("ArrowDown", { lane: 2, index: 90 }, room)).toEqual({ lane: 2, index: 90 });
  });
});
