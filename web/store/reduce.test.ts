import { describe, expect, it } from "vitest";

import { FakePlayground, fakeScenario } from "@/test/fakeEngine";
import { applyUpdate, wishOf } from "./reduce";
import { INITIAL_STATE, type SimState, sameShallow } from "./simStore";

function stateAfter(state: SimState, playground: FakePlayground): SimState {
  const { target: _, tape_after: __, ...request } = wishOf(state);
  const frame = playground.frame(request);
  const memory = { module: 0, history: 0 };
  const how = { jumped: false, reached: true, spentMs: 0, memory };
  const update = { frame, inspection: null, ...how, tape: null, cut: null };
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

  it("asks only for what is new", () => {
    const playground = new FakePlayground(fakeScenario(), "", undefined);
    playground.apply({ do: "heal" });
    playground.advance(1_000_000, 10_000);
    const state = stateAfter(INITIAL_STATE, playground);
    expect(wishOf(state)).toMatchObject({ notable_after: 1, series_after: 9 });
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
