import { describe, expect, it } from "vitest";

import { isDuration } from "./durations";
import { actionOf, type Form } from "./verbs";

const FORM: Form = {
  from: "az1",
  to: "az2",
  place: "s1",
  store: "s2",
  machine: "g1",
  toStore: "s3",
  key: 50,
  into: "4",
  learner: false,
  driftPercent: -2.5,
  range: "3",
  oneWay: true,
  delayMs: 20,
  jitterMs: 0,
  lossPercent: 5,
  vanishPercent: 1,
  bandwidthMbps: 10,
};

describe("do something", () => {
  it("makes the action that each verb names", () => {
    expect(actionOf("cut", FORM)).toEqual({ do: "cut", from: "az1", to: "az2", one_way: true });
    expect(actionOf("isolate", FORM)).toEqual({ do: "isolate", place: "s1" });
    expect(actionOf("crash", FORM)).toEqual({ do: "crash", store: "g1" });
    expect(actionOf("pause", FORM)).toEqual({ do: "pause", store: "s2" });
    expect(actionOf("campaign", FORM)).toEqual({ do: "campaign", store: "s2", range: 3 });
    expect(actionOf("transfer", FORM)).toEqual({ do: "transfer", to: "s2", range: 3 });
  });

  it("sets a clock in millionths", () => {
    expect(actionOf("set_clock", FORM)).toEqual({
      do: "set_clock",
      store: "g1",
      drift_ppm: -25_000,
    });
  });

  it("changes members and borders", () => {
    const on = { store: "s2", range: 3 };
    expect(actionOf("add_replica", FORM)).toEqual({ do: "add_replica", ...on, learner: false });
    expect(actionOf("remove_replica", FORM)).toEqual({ do: "remove_replica", ...on });
    expect(actionOf("move_replica", FORM)).toEqual({
      do: "move_replica",
      from: "s2",
      to: "s3",
      range: 3,
    });
    expect(actionOf("split", FORM)).toEqual({ do: "split", range: 3, key: 50 });
    expect(actionOf("merge", FORM)).toEqual({ do: "merge", range: 3, into: 4 });
    expect(actionOf("merge", { ...FORM, into: "3" })).toBe("A range goes into another one.");
  });

  it("leaves out what a degraded link keeps", () => {
    expect(actionOf("degrade", FORM)).toEqual({
      do: "degrade",
      from: "az1",
      to: "az2",
      one_way: true,
      delay: "20ms",
      loss: 0.05,
      vanish: 0.01,
      bandwidth: "10Mbps",
    });
  });

  it("says why there is nothing to do", () => {
    expect(actionOf("cut", { ...FORM, to: "az1" })).toBe("A link has two different ends.");
    const nothing = { ...FORM, delayMs: 0, lossPercent: 0, vanishPercent: 0, bandwidthMbps: 0 };
    expect(actionOf("degrade", nothing)).toContain("Give a delay");
  });

  it("knows a duration", () => {
    expect(["0us", "3ms", "1.5s"].every(isDuration)).toBe(true);
    expect(["3", "ms", "-1s", "1 s", "1m"].some(isDuration)).toBe(false);
  });
});
