/** Back and forward with the real engine: a run that went back is the run that never did. */

import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { aThirdOf } from "@/test/long";
import { loadEngine, publicScenarios, textOf, WASM_FILE } from "@/test/realEngine";
import { LOOK, mulberry, runsOf } from "@/test/runs";
import type { Action, LoggedAction } from "../types";
import { FOR_EVER } from "./budget";
import { History } from "./history";

const { engine, exports } = loadEngine();
const scenarios = publicScenarios();
const { open, openStraight, withRun, straightTo } = runsOf(engine);

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
    // A name for each field that crosses; some 300 cross.
    expect(held.length).toBeLessThan(320);
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

const EVENTS_ENOUGH = 40_000;

/** The picture after `longestUs` of a run, or where so much has happened that more shows no more. */
function enoughOf(text: string, longestUs: number) {
  return withRun(openStraight(text), (run) => {
    while (run.place.us < longestUs && run.place.events < EVENTS_ENOUGH) {
      run.advance(Math.min(longestUs, run.place.us + 10_000), FOR_EVER);
    }
    return run.playground.frame(LOOK);
  });
}

describe("going back", () => {
  it.each(aThirdOf(scenarios, 1))("changes nothing in $id", ({ text }) => {
    const end = enoughOf(text, Math.min(8_000_000, engine.describe_scenario(text).duration_us));
    const endUs = end.now_us;
    const midUs = Math.floor(endUs * 0.4);
    const mid = straightTo(text, [], midUs);
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
        log.push(run.act(action, 1).logged);
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

  it("begins another branch when somebody acts in the past, and keeps both", () => {
    withRun(open(textOf("first-look")), (run) => {
      const end = () => {
        run.advance(6_000_000, FOR_EVER);
        return run.playground.frame(LOOK).digest;
      };
      run.advance(1_000_000, FOR_EVER);
      const first = run.act({ do: "crash", store: "s3" }, 1).logged;
      run.advance(4_000_000, FOR_EVER);
      const second = run.act({ do: "restart", store: "s3" }, 1).logged;
      const digest = end();
      run.seek({ us: 2_000_000 }, FOR_EVER);
      const { changedPast, dropped, logged } = run.act({ do: "crash", store: "s1" }, 1);
      expect({ changedPast, dropped }).toEqual({ changedPast: true, dropped: [second] });
      const other = end();
      expect(other).not.toBe(digest);
      for (let round = 0; round < 3; round += 1) {
        run.switchTo({ branch: 0, actions: [first, second], furthestUs: 0, us: 6_000_000 });
        expect([run.place.us, run.playground.frame(LOOK).digest]).toEqual([6_000_000, digest]);
        run.switchTo({ branch: 1, actions: [first, logged], furthestUs: 0, us: 6_000_000 });
        expect([run.place.us, run.playground.frame(LOOK).digest]).toEqual([6_000_000, other]);
      }
      // Before they part the two are one: nothing has to happen again.
      run.seek({ us: 1_500_000 }, FOR_EVER);
      const { place } = run;
      run.switchTo({ branch: 0, actions: [first, second], furthestUs: 0, us: 1_500_000 });
      expect(run.place).toEqual(place);
      expect(end()).toBe(digest);
      run.rewrite([first, logged], FOR_EVER);
      expect(run.playground.frame(LOOK).digest).toBe(other);
    });
  });

  it("holds what branches share once, and frees the rest with them", () => {
    withRun(open(textOf("first-look")), (run) => {
      const alone = () => run.memory.history;
      run.advance(3_000_000, FOR_EVER);
      run.seek({ us: 2_900_000 }, FOR_EVER);
      const before = alone();
      const log = run.act({ do: "crash", store: "s1" }, 1).logged;
      expect(alone() - before).toBeLessThan(before / 4);
      run.advance(6_000_000, FOR_EVER);
      run.switchTo({ branch: 0, actions: [], furthestUs: 0, us: 3_000_000 });
      const both = alone();
      run.forget(1);
      expect(alone()).toBeLessThan(both);
      run.switchTo({ branch: 1, actions: [log], furthestUs: 0, us: 6_000_000 });
      const again = run.playground.frame(LOOK).digest;
      expect(again).toBe(straightTo(textOf("first-look"), [log], 6_000_000).digest);
    });
  });
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
