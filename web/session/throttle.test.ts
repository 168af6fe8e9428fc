import { expect, it, vi } from "vitest";

import { Throttle } from "./throttle";

it("asks again after a question that failed, and hides no failure", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const timers: (() => void)[] = [];
  let asked = 0;
  let nowMs = 0;
  const throttle = new Throttle({
    isDue: () => asked < 2,
    ask: async () => {
      asked += 1;
      if (asked === 1) throw new Error("its file is gone");
    },
    wallMs: () => nowMs,
    later: (callback) => timers.push(callback),
  });
  throttle.kick();
  await vi.waitFor(() => expect(timers).toHaveLength(1));
  nowMs = 250;
  for (const timer of timers.splice(0)) timer();
  await vi.waitFor(() => expect(asked).toBe(2));
  expect(reported).toHaveBeenCalledExactlyOnceWith(new Error("its file is gone"));
});
