/** A class's server that ends by itself is started again, three times, and then the reason is told. */

import { describe, expect, it } from "vitest";
import { Revival, TIMES_MAX } from "./class-revival.mjs";

/** A server that starts as often as it is told to, and a clock by hand. */
function class_({ starts = () => {} } = {}) {
  const state = { nowMs: 0, begun: 0, said: [], gaveUp: [] };
  let timers = [];
  const revival = new Revival({
    start: async () => {
      state.begun += 1;
      starts();
    },
    said: (sentence) => state.said.push(sentence),
    gaveUp: (sentence) => state.gaveUp.push(sentence),
    nowMs: () => state.nowMs,
    later: (callback) => timers.push(callback),
  });
  const pass = async () => {
    while (timers.length > 0) {
      const due = timers;
      timers = [];
      for (const callback of due) callback();
      for (let i = 0; i < 5; i += 1) await Promise.resolve();
    }
  };
  return { state, revival, pass };
}

describe("a server that ends by itself", () => {
  it("is started again, and both are said", async () => {
    const { state, revival, pass } = class_();
    revival.died("signal SIGKILL");
    await pass();
    expect(state.begun).toBe(1);
    expect(state.said[0]).toMatch(/^nats-server ended by itself: signal SIGKILL\n.*\(1 of 3\)\.$/);
    expect(state.said[1]).toMatch(/is back/);
  });

  it("is given up after three times, with the reason", async () => {
    const { state, revival, pass } = class_();
    for (let i = 0; i <= TIMES_MAX; i += 1) {
      revival.died("no space left on device");
      await pass();
    }
    expect(state.begun).toBe(3);
    expect(state.gaveUp).toEqual([expect.stringMatching(/3 times.*: no space left on device$/)]);
    revival.died("again");
    await pass();
    expect(state.gaveUp).toHaveLength(1);
  });

  it("is given up, too, when it does not start again", async () => {
    const { state, revival, pass } = class_({
      starts: () => {
        throw new Error("nats-server did not start: address already in use");
      },
    });
    revival.died("signal SIGKILL");
    await pass();
    expect([state.begun, state.gaveUp]).toEqual([3, [expect.stringMatching(/already in use$/)]]);
  });

  it("has three times again after ten minutes", async () => {
    const { state, revival, pass } = class_();
    for (let i = 0; i < 6; i += 1) {
      state.nowMs += 4 * 60_000;
      revival.died("signal SIGKILL");
      await pass();
    }
    expect([state.begun, state.gaveUp]).toEqual([6, []]);
  });

  it("stays ended when the class was ended meanwhile", async () => {
    const { state, revival, pass } = class_();
    revival.died("signal SIGINT");
    revival.end();
    await pass();
    expect([state.begun, state.said]).toEqual([0, []]);
  });
});
