import { beforeAll, describe, expect, it } from "vitest";

import type { Action, Notable } from "@/protocol/engine";
import { attemptOf, triedIn } from "@/store/attempt";
import type { EngineLike, PlaygroundLike } from "@/worker/engineLike";
import { loadEngine, textOf } from "./realEngine";

let engine: EngineLike;

beforeAll(() => {
  engine = loadEngine().engine;
});

const attempt = attemptOf({ kind: "builtin", id: "first-look" });
const WISH = { range: 0, notable_after: 0, series_after: -1, shape: 0 };

/** What is tried in a run of some seconds, with these done at 4 s. */
function tried(actions: Action[], untilUs: number, seed = 1) {
  const run: PlaygroundLike = new engine.Playground(textOf("first-look"), "", seed);
  run.advance(4_000_000, Number.POSITIVE_INFINITY);
  for (const action of actions) run.apply(action);
  run.advance(untilUs, Number.POSITIVE_INFINITY);
  const frame = run.frame(WISH);
  const told: Notable[] = frame.notables;
  if (attempt === null) throw new Error("first-look has something to try");
  const found = triedIn(attempt, frame, told, run.world());
  run.free();
  return found;
}

describe("what first-look asks to try", () => {
  it("comes true in every run: soon after the cut, and not before", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const cut: Action = { do: "cut", from: "ohio", to: "oregon" };
      expect(tried([cut], 4_300_000, seed)).toMatchObject({ metUs: null, fault: { kind: "cut" } });
      const { metUs } = tried([cut], 8_000_000, seed);
      expect(metUs).toBeGreaterThan(4_300_000);
    }
  });

  it("does not come true without the cut, nor by another one", () => {
    expect(tried([], 12_000_000)).toEqual({ fault: null, metUs: null });
    const other: Action = { do: "cut", from: "ohio", to: "virginia" };
    expect(tried([other], 12_000_000)).toEqual({ fault: null, metUs: null });
    const wrongWay: Action = { do: "cut", from: "oregon", to: "ohio", one_way: true };
    expect(tried([wrongWay], 12_000_000).metUs).toBeNull();
  });

  it("is there for the first scenario only", () => {
    expect(attemptOf({ kind: "builtin", id: "stale-leader" })).toBeNull();
    expect(attemptOf(undefined)).toBeNull();
  });
});
