/** Back and forward with the real engine: a run that went back is the run that never did. */

import fs from "node:fs";
import { describe, expect, it } from "vitest";

import type { Action, LoggedAction } from "@/protocol/engine";
import { loadEngine, publicScenarios, WASM_FILE } from "@/test/realEngine";
import { History } from "./history";
import { FOR_EVER, Run } from "./run";

const { engine, exports } = loadEngine();
const scenarios = publicScenarios();
const LOOK = { range: 0, notable_after: 0, series_after: -1 };

function textOf(id: string): string {
  const found = scenarios.find((scenario) => scenario.id === id);
  if (found === undefined) throw new Error(`no scenario ${id}`);
  return found.text;
}

/** Checkpoints much denser than a page takes them, so that short runs go through many. */
function open(scenario: string, actions: LoggedAction[] = [], bytesMax?: number): Run {
  const spec = { scenario, variant: "", seed: undefined, actions, until_us: 0 };
  const dense = { spacing: 100, ...(bytesMax === undefined ? {} : { bytesMax }) };
  const run = new Run(spec, { engine, wallMs: () => 0, ...dense });
  run.keepHistory();
  return run;
}

/** One run lives in the instance at a time, as in the worker. */
function withRun<T>(run: Run, use: (run: Run) => T): T {
  try {
    return use(run);
  } finally {
    run.free();
  }
}

/** The picture of a run that went straight there. */
function straightTo(scenario: string, actions: LoggedAction[], us: number) {
  return withRun(open(scenario, actions), (run) => {
    run.advance(us, FOR_EVER);
    return run.playground.frame(LOOK);
  });
}

describe("the instance between two calls", () => {
  it("has no mutable global but the stack pointer", () => {
    expect(mutableGlobals(fs.readFileSync(WASM_FILE))).toBe(1);
  });

  it("holds names of fields only, and its table does not grow again", () => {
    const before = exports.__wbindgen_externrefs.length;
    withRun(open(textOf("hundred-ranges")), (run) => {
      run.advance(2_000_000, FOR_EVER);
      run.playground.frame(LOOK);
      run.playground.world();
      run.playground.inspect({ node: 0 });
    });
    expect(exports.__wbindgen_externrefs.length).toBe(before);
    const held = engine.values?.take().filter((value) => value != null) ?? [];
    expect(held.filter((value) => typeof value !== "string")).toEqual([]);
    expect(held.length).toBeLessThan(300);
  });

  it("has the names of its own time after a jump", () => {
    withRun(open(textOf("first-look")), (run) => {
      run.advance(9_000_000, FOR_EVER);
      const frame = run.playground.frame(LOOK);
      run.advance(16_000_000, FOR_EVER);
      run.seek({ us: 0 }, FOR_EVER);
      // Other names come first now than on the first way.
      run.playground.inspect({ node: 0 });
      run.playground.world();
      run.seek({ us: 9_000_000 }, FOR_EVER);
      expect(run.playground.frame(LOOK)).toEqual(frame);
    });
  });

  it("uses the pages that it grew by again", () => {
    withRun(open(textOf("first-look")), (run) => {
      run.advance(20_000_000, FOR_EVER);
      const grown = exports.memory.buffer.byteLength;
      for (let round = 0; round < 20; round += 1) {
        run.seek({ us: 0 }, FOR_EVER);
        run.advance(20_000_000, FOR_EVER);
      }
      expect(exports.memory.buffer.byteLength).toBe(grown);
    });
  });
});

describe("going back", () => {
  it.each(scenarios)("changes nothing in $id", ({ text }) => {
    const endUs = Math.min(8_000_000, engine.describe_scenario(text).duration_us);
    const midUs = Math.floor(endUs * 0.4);
    const mid = straightTo(text, [], midUs);
    const end = straightTo(text, [], endUs);
    withRun(open(text), (run) => {
      run.advance(endUs, FOR_EVER);
      run.seek({ us: midUs }, FOR_EVER);
      expect(run.playground.frame(LOOK)).toEqual(mid);
      run.advance(endUs, FOR_EVER);
      expect(run.playground.frame(LOOK)).toEqual(end);
      run.seek({ event: mid.events }, FOR_EVER);
      expect(run.playground.frame(LOOK).digest).toBe(mid.digest);
    });
  });

  it("goes over a crash, a restart with its snapshot, and a setting", () => {
    const scenario = textOf("first-look");
    const script: [number, Action][] = [
      [1_000_000, { do: "crash", store: "s2" }],
      [3_000_000, { do: "set", settings: { read_mode: "follower" } }],
      [14_000_000, { do: "restart", store: "s2" }],
    ];
    withRun(open(scenario), (run) => {
      const log: LoggedAction[] = [];
      for (const [us, action] of script) {
        run.advance(us, FOR_EVER);
        log.push(run.act(action).logged);
      }
      run.advance(20_000_000, FOR_EVER);
      const { digest } = run.playground.frame(LOOK);
      for (const us of [13_999_999, 900_000, 15_000_000, 2_999_999, 3_000_001, 500_000]) {
        run.seek({ us }, FOR_EVER);
        run.advance(20_000_000, FOR_EVER);
        expect(run.playground.frame(LOOK).digest).toBe(digest);
      }
      run.free();
      const again = open(scenario, log);
      again.advance(20_000_000, FOR_EVER);
      expect(again.playground.frame(LOOK).digest).toBe(digest);
      run.playground = again.playground;
    });
  });

  it("steps back event by event and forward again", () => {
    withRun(open(textOf("stale-leader")), (run) => {
      run.advance(3_000_000, FOR_EVER);
      const count = run.playground.events();
      run.seek({ event: count }, FOR_EVER);
      const there: string[] = [];
      for (let back = 0; back < 400; back += 1) {
        const frame = run.playground.frame(LOOK);
        expect(frame.events).toBe(count - back);
        there.push(`${frame.now_us} ${frame.digest}`);
        run.seek({ event: count - back - 1 }, FOR_EVER);
      }
      for (let back = 399; back >= 0; back -= 1) {
        run.step();
        const frame = run.playground.frame(LOOK);
        expect(`${frame.now_us} ${frame.digest}`).toBe(there[back]);
      }
    });
  });

  it("finds the next and the previous event of a thing", () => {
    withRun(open(textOf("stale-leader")), (run) => {
      run.advance(2_000_000, FOR_EVER);
      const origin = run.place.events;
      const forward: number[] = [];
      for (let i = 0; i < 30; i += 1) {
        expect(run.find(1, { node: 0 }, 0)).toBe(true);
        forward.push(run.place.events);
      }
      expect(forward[0]).toBeGreaterThan(origin);
      for (let i = 28; i >= 0; i -= 1) {
        expect(run.find(-1, { node: 0 }, 0)).toBe(true);
        expect(run.place.events).toBe(forward[i]);
      }
      const before = run.place;
      expect(run.find(1, { message: 9_999_999 }, 0)).toBe(false);
      expect(run.place).toEqual(before);
      expect(run.find(-1, null, 0)).toBe(true);
    });
  });

  it("sets later actions aside when somebody acts in the past, and brings them back", () => {
    withRun(open(textOf("first-look")), (run) => {
      run.advance(1_000_000, FOR_EVER);
      const first = run.act({ do: "crash", store: "s3" }).logged;
      run.advance(4_000_000, FOR_EVER);
      const second = run.act({ do: "restart", store: "s3" }).logged;
      run.advance(6_000_000, FOR_EVER);
      const { digest } = run.playground.frame(LOOK);
      run.seek({ us: 2_000_000 }, FOR_EVER);
      const { changedPast, dropped } = run.act({ do: "crash", store: "s1" });
      expect({ changedPast, dropped }).toEqual({ changedPast: true, dropped: [second] });
      run.advance(6_000_000, FOR_EVER);
      expect(run.playground.frame(LOOK).digest).not.toBe(digest);
      run.rewrite([first, second], FOR_EVER);
      expect(run.place.us).toBe(6_000_000);
      expect(run.playground.frame(LOOK).digest).toBe(digest);
    });
  });
});

describe("wandering by seed", () => {
  const SEQUENCES = 500;
  const SPAN_US = 1_500_000;
  const ACTIONS: Action[] = [
    { do: "crash", store: "s2" },
    { do: "restart", store: "s2" },
    { do: "pause", store: "s1" },
    { do: "resume", store: "s1" },
    { do: "set", settings: { read_mode: "follower" } },
    { do: "set", settings: { pre_vote: false } },
    { do: "isolate", place: "s3" },
    { do: "heal" },
  ];
  const wandered = ["first-look", "stale-leader", "follower-read", "one-way-cut", "two-cities"];

  it(`ends as a fresh run does, ${SEQUENCES} times`, () => {
    for (let seed = 1; seed <= SEQUENCES; seed += 1) {
      const scenario = textOf(wandered[seed % wandered.length] ?? "first-look");
      const random = mulberry(seed);
      let log: LoggedAction[] = [];
      // A tight budget for every other one, so that checkpoints are merged too.
      const bytesMax = seed % 2 === 0 ? 400_000 : undefined;
      const digest = withRun(open(scenario, [], bytesMax), (run) => {
        for (let move = 0; move < 8; move += 1) log = wander(run, random, log);
        run.seek({ us: SPAN_US }, FOR_EVER);
        return run.playground.frame(LOOK).digest;
      });
      expect(`${seed} ${straightTo(scenario, log, SPAN_US).digest}`).toBe(`${seed} ${digest}`);
    }
  }, 60_000);

  /** One move: a jump, some events, or an action; returns the log that stands afterwards. */
  function wander(run: Run, random: () => number, log: LoggedAction[]): LoggedAction[] {
    const choice = random();
    if (choice < 0.35) run.seek({ us: Math.floor(random() * SPAN_US) }, FOR_EVER);
    else if (choice < 0.5) run.seek({ event: Math.floor(random() * run.place.events) }, FOR_EVER);
    else if (choice < 0.6) run.step();
    else if (choice < 0.65) run.find(random() < 0.5 ? 1 : -1, { node: 1 }, 0);
    else if (run.place.us < SPAN_US) {
      try {
        const action = ACTIONS[Math.floor(random() * ACTIONS.length)] as Action;
        const { logged, dropped } = run.act(action);
        return [...log.slice(0, log.length - dropped.length), logged];
      } catch (error) {
        // Refused: a store that does not run cannot be paused, and so on.
        expect(error).not.toBeInstanceOf(WebAssembly.RuntimeError);
      }
    }
    return log;
  }
});

describe("the history's budget", () => {
  it("holds while checkpoints are dense near the end", () => {
    const bytesMax = 1024 * 1024;
    let wall = 0;
    let state = new Int32Array(16_384);
    const images: Int32Array[] = [];
    const history = new History({ memory: () => state.buffer, wallMs: () => wall, bytesMax });
    history.start({ us: 0, events: 0, applied: 0 });
    images[0] = state.slice();
    const random = mulberry(3);
    for (let n = 1; n <= 400; n += 1) {
      if (n === 200) {
        const larger = new Int32Array(32_768);
        larger.set(state);
        state = larger;
      }
      for (let i = 0; i < 300; i += 1) {
        state[Math.floor(random() * state.length)] = Math.floor(random() * 2 ** 31);
      }
      images[n] = state.slice();
      wall += 1;
      history.record({ us: n * 1_000, events: n * 5_000, applied: 0 });
      expect(history.bytes).toBeLessThanOrEqual(bytesMax);
    }
    const { places } = history;
    expect(places[0]?.events).toBe(0);
    expect(places.length).toBeGreaterThan(8);
    const gaps = places.slice(1).map((place, i) => place.events - (places[i]?.events ?? 0));
    expect(gaps.at(-1)).toBeLessThan(gaps[0] ?? 0);
    for (const at of [3, 0, places.length - 1, 1, 5, 2]) {
      const { events } = history.restore(at);
      const image = images[events / 5_000] as Int32Array;
      expect(state.subarray(0, image.length)).toEqual(image);
      expect(state.subarray(image.length).every((word) => word === 0)).toBe(true);
    }
  });
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Counts mutable globals in the module's global section (id 6). */
function mutableGlobals(bytes: Uint8Array): number {
  let at = 8;
  const number = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    const id = bytes[at];
    at += 1;
    const size = number();
    const end = at + size;
    if (id === 6) {
      let mutable = 0;
      const count = number();
      for (let i = 0; i < count; i += 1) {
        at += 1;
        if (bytes[at] === 1) mutable += 1;
        at += 1;
        // An initialiser of one constant and its end.
        at += 1;
        number();
        at += 1;
      }
      return mutable;
    }
    at = end;
  }
  return 0;
}
