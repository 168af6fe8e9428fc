import { describe, expect, it, vi } from "vitest";

import type { Frame, Inspection, RangeInfo, Target } from "@/engine/types";
import { FakePlayground, fakeScenario } from "@/test/fakeEngine";
import { faultOf } from "@/test/fixtures";
import { applyUpdate, knownOf, updateRequestOf } from "./reduce";
import { INITIAL_STATE, type SimState } from "./simState";
import { sameShallow } from "./useRead";

function stateAfter(state: SimState, playground: FakePlayground): SimState {
  const { target: _, tape_after: __, ...request } = updateRequestOf(state);
  const frame = playground.frame(request);
  const memory = { module: 0, history: 0 };
  const how = { jumped: false, reached: true, memory };
  const update = { frame, inspected: null, inspection: null, ...how, tape: null, cut: null };
  return { ...state, ...applyUpdate(state, update) };
}

describe("an update", () => {
  it("replaces the frame and keeps the identity of parts that stayed the same", () => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    const first = stateAfter(INITIAL_STATE, playground);
    playground.advance(50_000, 1_000);
    const second = stateAfter(first, playground);
    expect(second.frame).not.toBe(first.frame);
    expect(second.frame?.settings).toBe(first.frame?.settings);
    playground.apply({ do: "set", settings: { pre_vote: false } });
    playground.advance(60_000, 1_000);
    expect(stateAfter(second, playground).frame?.settings.pre_vote).toBe(false);
  });

  it("compares what may have stayed without writing it out: it comes with each picture", () => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    const first = stateAfter(INITIAL_STATE, playground);
    playground.advance(50_000, 1_000);
    const written = vi.spyOn(JSON, "stringify");
    const second = stateAfter(first, playground);
    const times = written.mock.calls.length;
    written.mockRestore();
    expect([times, second.frame?.settings === first.frame?.settings]).toEqual([0, true]);
  });

  it("asks only for what is new", () => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    playground.apply({ do: "heal" });
    playground.advance(1_000_000, 10_000);
    const state = stateAfter(INITIAL_STATE, playground);
    expect(updateRequestOf(state)).toMatchObject({ notable_after: 1, series_after: 9 });
  });
});

describe("what is known of the selected thing", () => {
  const of = (window_bytes: number): Inspection => ({ kind: "link", window_bytes });
  const opened = (): SimState =>
    stateAfter(INITIAL_STATE, new FakePlayground(fakeScenario(), "", undefined));
  const answered = (state: SimState, inspected: Target, inspection: Inspection): SimState => {
    const frame = { ...state.frame } as Frame;
    const memory = { module: 0, history: 0 };
    const how = { jumped: false, reached: true, memory, tape: null, cut: null };
    return { ...state, ...applyUpdate(state, { frame, inspected, inspection, ...how }) };
  };

  it("is what was told of it", () => {
    const state = answered(opened(), { node: 3 }, of(1));
    expect(knownOf(state, { node: 3 })).toEqual(of(1));
  });

  it("is not what was told late of the thing that was selected before", () => {
    const late = answered(opened(), { request: 7 }, of(2));
    expect(knownOf(late, { node: 3 })).toBeNull();
    const own = answered(late, { node: 3 }, of(3));
    expect(knownOf(own, { node: 3 })).toBe(own.inspection);
  });

  it("keeps its identity while nothing of it changes", () => {
    const first = answered(opened(), { node: 3 }, of(1));
    expect(answered(first, { node: 3 }, of(1)).inspection).toBe(first.inspection);
  });
});

describe("active faults", () => {
  const cut = faultOf({ kind: "cut", from: "az1", to: "az2" });
  const stateWith = (state: SimState, faults_mark: number, faults = [cut]): SimState => {
    const frame = { ...state.frame, faults_mark, faults } as Frame;
    const memory = { module: 0, history: 0 };
    const how = { jumped: false, reached: true, memory };
    const update = { frame, inspected: null, inspection: null, ...how, tape: null, cut: null };
    return { ...state, ...applyUpdate(state, update) };
  };

  it("are asked for by their mark, and stay while it is the same", () => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    const first = stateWith(stateAfter(INITIAL_STATE, playground), 7);
    expect(updateRequestOf(first).faults).toBe(7);
    const second = stateWith(first, 7, []);
    expect(second.frame?.faults).toBe(first.frame?.faults);
    expect(stateWith(second, 9, []).frame?.faults).toEqual([]);
  });
});

describe("ranges that come and go", () => {
  const opened = (): { state: SimState; playground: FakePlayground } => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    const world = playground.world();
    const state = { ...INITIAL_STATE, world, range: 2 };
    return { state: stateAfter(state, playground), playground };
  };
  /** A range of these keys, with one replica. */
  const range = (id: number, first_key: number, last_key: number): RangeInfo => {
    return { id, first_key, last_key, replicas: [{ peer: 1, node: 0 }] };
  };
  const reshaped = (state: SimState, shape: number, ranges: RangeInfo[]): SimState => {
    const frame = { ...state.frame, shape, ranges } as Frame;
    const memory = { module: 0, history: 0 };
    const how = { jumped: false, reached: true, memory };
    const update = { frame, inspected: null, inspection: null, ...how, tape: null, cut: null };
    return { ...state, ...applyUpdate(state, update) };
  };

  it("are those of the last frame that had them, and asked for by their shape", () => {
    const { state } = opened();
    expect(updateRequestOf(state).shape).toBe(0);
    const split = reshaped(state, 77, [range(1, 0, 9), range(2, 10, 14), range(3, 15, 19)]);
    expect(split.world?.ranges.map(({ id, first_key }) => [id, first_key])).toEqual([
      [1, 0],
      [2, 10],
      [3, 15],
    ]);
    expect(split.world?.nodes).toBe(state.world?.nodes);
    expect(split.range).toBe(2);
    expect(updateRequestOf(split).shape).toBe(77);
    expect(reshaped(split, 77, []).world).toBe(split.world);
  });

  it("are followed by their keys when the shown one is merged away", () => {
    const { state } = opened();
    const whole = range(1, 0, 19);
    const merged = reshaped(state, 78, [whole]);
    expect(merged.range).toBe(1);
    expect(merged.world?.ranges).toEqual([whole]);
  });
});

describe("sameShallow", () => {
  it("compares flat objects and arrays by their members", () => {
    expect(sameShallow({ a: 1 }, { a: 1 })).toBe(true);
    expect(sameShallow([1, 2], [1, 2])).toBe(true);
    expect(sameShallow({ a: 1 }, { a: 1, b: undefined })).toBe(false);
    expect(sameShallow([], {})).toBe(false);
  });

  it("leaves typed arrays to their identity", () => {
    expect(sameShallow(new Uint8Array(2), new Uint8Array(2))).toBe(false);
  });
});
