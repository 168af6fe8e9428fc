/** The state of a class from what was said, in whatever order it comes. */
import { describe, expect, it } from "vitest";

import {
  apply,
  type ClassRun,
  logChange,
  NOTHING_SAID,
  type Numbered,
  takenBeat,
} from "./classRun";
import type { Beat, Said, SaidAction, SaidRun } from "./protocol";

const action = (at_us: number, what = "heal"): SaidAction => ({
  at_us,
  action: { do: what },
  text: what,
});

const run = (seed: number, actions: SaidAction[] = []): SaidRun => ({
  t: "run",
  scenario: { kind: "builtin", id: "first-look", stamp: "" },
  variant: "",
  seed,
  build: "",
  actions,
});

const BEAT: Beat = {
  us: 5,
  events: 3,
  digest: "0123456789abcdef",
  playing: false,
  speed: 1,
  after: 2,
};

function numbered(said: Said, seq: number, before = seq - 1): Numbered {
  return { said, seq, before };
}

function heard(...list: Numbered[]): ClassRun {
  return list.reduce((state, one) => {
    const result = apply(state, one);
    if (result.kind !== "taken") throw new Error(`${one.seq} was ${result.kind}`);
    return result.state;
  }, NOTHING_SAID);
}

describe("what a class has said", () => {
  it("is a run and its log", () => {
    const state = heard(
      numbered(run(1, [action(1)]), 1),
      numbered({ t: "log", keep: 1, add: [action(2)] }, 2),
      numbered({ t: "log", keep: 1, add: [action(3)] }, 5, 2),
    );
    expect(state.log).toEqual([action(1), action(3)]);
    expect(state.seq).toBe(5);
  });

  it("is heard once, however often it is told", () => {
    const state = heard(numbered(run(1), 1), numbered({ t: "log", keep: 0, add: [action(2)] }, 2));
    expect(apply(state, numbered(run(9), 1)).kind).toBe("old");
    expect(apply(state, numbered({ t: "log", keep: 0, add: [] }, 2)).kind).toBe("old");
  });

  it("is missed when something before it was not heard", () => {
    const state = heard(numbered(run(1), 1));
    expect(apply(state, numbered({ t: "log", keep: 0, add: [] }, 4, 3)).kind).toBe("missed");
    // It takes away less than was heard, or more.
    expect(apply(state, numbered({ t: "log", keep: 7, add: [] }, 2)).kind).toBe("missed");
  });

  it("begins anew with another run, whatever was missed", () => {
    const state = heard(numbered(run(1), 1), numbered({ t: "names", ask: true }, 2));
    const result = apply(state, numbered(run(2), 90, 89));
    expect(result).toMatchObject({ kind: "taken", state: { log: [], names: false, seq: 90 } });
  });

  it("has the lesson of before until another one, or none, is said", () => {
    const at = { id: "leader", step: "alone", began_us: null };
    const lesson = (of: typeof at | null): Said => ({ t: "lesson", at: of });
    const open = heard(numbered(run(1), 1), numbered(lesson(at), 2), numbered(run(2), 3));
    expect(open.lesson).toEqual(at);
    expect(heard(numbered(run(1), 1), numbered(lesson(null), 2)).lesson).toBeNull();
  });

  it("stands somewhere only once all before it is known", () => {
    expect(takenBeat(heard(numbered(run(1), 1)), BEAT).kind).toBe("missed");
    const state = heard(numbered(run(1), 1), numbered({ t: "log", keep: 0, add: [] }, 2));
    expect(takenBeat(state, BEAT)).toMatchObject({ kind: "taken", state: { beat: BEAT } });
  });
});

describe("what turns one log into another", () => {
  it("is as little as can be", () => {
    const log = [action(1), action(2)];
    expect(logChange(log, [...log])).toBeNull();
    expect(logChange(log, [action(1), action(2), action(3)])).toEqual({
      keep: 2,
      add: [action(3)],
    });
    expect(logChange(log, [action(1)])).toEqual({ keep: 1, add: [] });
    expect(logChange(log, [action(1), action(2, "cut")])).toEqual({
      keep: 1,
      add: [action(2, "cut")],
    });
  });
});
