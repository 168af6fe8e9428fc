import { describe, expect, it } from "vitest";

import type { Action, LoggedAction } from "@/engine/types";
import { needsOf } from "./needs";

const crash = (store: string): Action => ({ do: "crash", store });

function recorded(...actions: [number, Action][]) {
  const timed = actions.map(([at_us, action]) => ({ at_us, action }));
  return { solution: { variant: null, actions: timed, until_us: 20 } };
}

function done(...actions: [number, Action][]): LoggedAction[] {
  return actions.map(([at_us, action]) => ({ at_us, action, text: "" }));
}

const at = (nowUs: number, actions: LoggedAction[] = []) => ({ actions, beganUs: 5, nowUs });
const whats = (needs: ReturnType<typeof needsOf>) => needs.all.map(({ isDone }) => isDone);

describe("what a step needs", () => {
  it("is due at once, whenever it was recorded, so that no time is wasted first", () => {
    const step = recorded([9, crash("s2")]);
    expect(needsOf(step, at(5)).due?.what).toEqual({ action: crash("s2") });
    expect(needsOf(step, at(5, done([6, crash("s2")]))).due).toEqual(
      needsOf(step, at(5)).due, // Done later than the instant shown is not done yet.
    );
    expect(needsOf(step, at(6, done([6, crash("s2")]))).due).toBeNull();
  });

  it("waits with a second action as long as the recorded one did", () => {
    const step = recorded([9, { do: "restart", store: "s2" }], [12, { do: "transfer", to: "s2" }]);
    const log = done([6, { do: "restart", store: "s2" }]);
    expect(needsOf(step, at(8, log)).due).toBeNull();
    expect(needsOf(step, at(9, log)).due?.what).toEqual({ action: { do: "transfer", to: "s2" } });
  });

  it("asks for settings by name, and for none twice", () => {
    const step = recorded([9, { do: "set", settings: { apply_delay: "500ms", lease: "0us" } }]);
    expect(needsOf(step, at(5)).all.map(({ what }) => what)).toEqual([
      { setting: "apply_delay" },
      { setting: "lease" },
    ]);
    const set = done([6, { do: "set", settings: { lease: "1ms" } }]);
    expect(whats(needsOf(step, at(7, set)))).toEqual([false, true]);
  });

  it("takes another store for the recorded one, where any would do", () => {
    const step = recorded([9, crash("s1")], [9, crash("s2")]);
    const log = done([6, crash("s3")], [7, crash("s2")]);
    expect(whats(needsOf(step, at(8, log)))).toEqual([true, true]);
  });

  it("does not count what was done before the step began", () => {
    const step = recorded([9, crash("s1")]);
    expect(whats(needsOf(step, at(6, done([4, crash("s1")]))))).toEqual([false]);
  });

  it("is nothing where nothing was recorded", () => {
    expect(needsOf({ solution: null }, at(5))).toEqual({ all: [], due: null });
  });
});
