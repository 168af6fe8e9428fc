import { describe, expect, test } from "vitest";

import { hear, maySpeak } from "./protocol";

const say = (message: object) => hear({ atlas: 1, id: 7, ...message });

describe("what an embedding page says", () => {
  test.each([
    { do: "load", scenario: "stale-leader", variant: "leader", seed: 3, us: 5_000, play: true },
    { do: "load", text: "{}" },
    { do: "play" },
    { do: "play", speed: 0.1 },
    { do: "pause" },
    { do: "seek", us: 1_000_000 },
    { do: "query", what: "report" },
    { do: "query", what: "frame", beside: true },
    { do: "advance", us: 70_000_000 },
    { do: "step" },
    { do: "step", by: -1 },
    { do: "act", action: { do: "cut", from: "az1", to: "az2", one_way: true } },
    { do: "select", target: { node: 1 } },
    { do: "select", target: null },
    { do: "show", range: 3 },
    { do: "branch", branch: 2 },
    { do: "events", of: ["time", "told", "state"] },
    { do: "events", of: [] },
  ])("is understood: $do", (message) => {
    expect(say(message)).toEqual({ kind: "request", request: { atlas: 1, id: 7, ...message } });
  });

  test("of other scripts is nothing", () => {
    for (const other of [undefined, null, 3, "atlas", {}, { type: "webpackOk" }, []]) {
      expect(hear(other)).toEqual({ kind: "nothing" });
    }
  });

  test("is not its own answer, which a page without a parent hears too", () => {
    for (const answer of [{ ok: true, value: 1 }, { ok: false, error: "no" }, { event: "ready" }]) {
      expect(say(answer)).toEqual({ kind: "nothing" });
    }
  });

  test.each([
    [{ do: "fly" }, 'do: found "fly", expected'],
    [{ do: "seek" }, "us: found undefined, expected"],
    [{ do: "seek", us: -1 }, "us: found -1, expected >=0."],
    [{ do: "seek", us: 0.5 }, "us: found 0.5"],
    [{ do: "play", speed: 1e9 }, "speed: found 1000000000, expected <=100."],
    [{ do: "query", what: "cookies" }, 'what: found "cookies"'],
    [{ do: "pause", now: true }, "now: found"],
    [{ do: "step", by: 2 }, "by: found 2"],
    [{ do: "select", target: { moon: 1 } }, "target: found Object"],
    [{ do: "act", action: "cut" }, 'action: found "cut"'],
    [{ do: "advance", us: 1e12 }, "us: found 1000000000000, expected <=86400000000."],
    [{ do: "events", of: ["keys"] }, 'of.0: found "keys"'],
  ])("is refused in words: %j", (message, words) => {
    const heard = say(message);
    expect(heard).toMatchObject({ kind: "error", id: 7 });
    expect(heard.kind === "error" && heard.error).toContain(words);
  });

  test("without a number is answered without one", () => {
    expect(hear({ atlas: 1, do: "pause" })).toMatchObject({ kind: "error", id: null });
    expect(hear({ atlas: 2, id: 1, do: "pause" })).toMatchObject({ kind: "error", id: 1 });
  });
});

describe("who may speak", () => {
  const parent = {};

  test("is the parent, while it is of the origin that the address names", () => {
    const origin = "https://example.org";
    expect(maySpeak({ origin, source: parent }, parent, origin)).toBe(true);
    expect(maySpeak({ origin: "https://evil.org", source: parent }, parent, origin)).toBe(false);
    // Another frame of the same origin.
    expect(maySpeak({ origin, source: {} }, parent, origin)).toBe(false);
    expect(maySpeak({ origin, source: null }, parent, origin)).toBe(false);
  });
});
