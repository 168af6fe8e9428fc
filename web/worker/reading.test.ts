/**
 * The reader of texts in front of the engine: what the build prepared is what the reader says, and
 * the engine needs no reader until somebody acts.
 */

import fs from "node:fs";
import path from "node:path";
import * as engine from "engine";
import * as reading from "reader";
import { beforeAll, describe, expect, it } from "vitest";
import { stampOf } from "@/lib/stamp";
import { loadEngine, publicScenarios, ROOT, textOf } from "@/test/realEngine";
import { readingEngine, Texts } from "./reading";
import { keyOf, type Prepared, preparedOf } from "./simpleActs";

const PREPARED = path.join(ROOT, "core", "reader", "pkg", "prepared");

/** The build names files by a stamp of its own making; it must be ours. */
function built(id: string, text: string): Prepared {
  const file = fs.readFileSync(path.join(PREPARED, `${id}.${stampOf(text)}.run`));
  return preparedOf(new Uint8Array(file));
}

beforeAll(() => {
  loadEngine();
});

describe("what the build prepared", () => {
  it.each(publicScenarios())("of $id is what the reader makes of its text", ({ id, text }) => {
    const reader = new reading.Reader(text, "", undefined);
    expect(built(id, text).scenario).toEqual(reader.prepared());
  });

  it.each(publicScenarios())("of $id has first acts as the reader reads them", ({ id, text }) => {
    const { scenario, acts } = built(id, text);
    const { variants } = engine.describe_scenario(scenario);
    for (const variant of variants.length > 0 ? variants.map((one) => one.id) : [""]) {
      const reader = new reading.Reader(text, variant, undefined);
      const run = new engine.Playground(scenario, variant, undefined);
      // Long enough for the switches that some scenarios set to stand otherwise than at the start.
      run.advance(20_000_000, 3_000);
      const settings = run.settings_at(run.now_us() + 1);
      for (const [key, act] of acts) {
        const action = Object.fromEntries(JSON.parse(key));
        const read = reader.action(JSON.stringify(action), settings);
        expect([key, act.text, act.bytes]).toEqual([key, read.text(), read.bytes()]);
        read.free();
      }
      run.free();
      reader.free();
    }
    expect(acts.size).toBeGreaterThan(10);
  });

  it("knows every act that a thing's menu offers at first", () => {
    const { acts } = built("first-look", textOf("first-look"));
    const known = (action: object) => acts.has(keyOf(action));
    expect(known({ do: "cut", from: "ohio", to: "virginia" })).toBe(true);
    expect(known({ one_way: true, to: "oregon", from: "ohio", do: "cut" })).toBe(true);
    expect(known({ do: "cut", from: "ohio", to: "virginia", one_way: false })).toBe(true);
    expect(known({ do: "heal", fault: "cut:ohio:virginia" })).toBe(true);
    expect(known({ do: "crash", store: "s1" })).toBe(true);
    expect(known({ do: "cut", from: "ohio", to: "moon" })).toBe(false);
    expect(known({ do: "set", settings: { pre_vote: false } })).toBe(false);
  });

  it("is found by the text alone: one letter more is another text", () => {
    const text = textOf("first-look");
    expect(stampOf(text)).toMatch(/^[0-9a-f]{14}$/);
    expect(stampOf(`${text} `)).not.toBe(stampOf(text));
    expect(stampOf("")).not.toBe(stampOf(" "));
  });
});

describe("without the reader", () => {
  function opened(texts: Texts) {
    const text = textOf("first-look");
    texts.keep(text, built("first-look", text));
    const { Playground, describe_scenario } = readingEngine(engine, texts);
    return { text, Playground, describe_scenario };
  }

  it("a prepared scenario is described, opened and played as with it", () => {
    const texts = new Texts();
    const { text, Playground, describe_scenario } = opened(texts);
    const bare = new Playground(text, "", undefined);
    bare.advance(3_000_000, Number.POSITIVE_INFINITY);
    const whole = readingEngine(engine, new Texts(reading));
    expect(describe_scenario(text)).toEqual(whole.describe_scenario(text));
    const read = new whole.Playground(text, "", undefined);
    read.advance(3_000_000, Number.POSITIVE_INFINITY);
    const wish = { range: 0, notable_after: 0, series_after: -1, shape: 0 };
    expect(bare.frame(wish)).toEqual(read.frame(wish));
  });

  it("a first act is taken, and does what the reader's act does", () => {
    const { text, Playground } = opened(new Texts());
    const bare = new Playground(text, "", undefined);
    const whole = new (readingEngine(engine, new Texts(reading)).Playground)(text, "", undefined);
    for (const run of [bare, whole]) {
      const logged = run.apply({ do: "crash", store: "s2" });
      expect(logged).toEqual({
        at_us: 1,
        action: { do: "crash", store: "s2" },
        text: "Crash s2.",
      });
      run.advance(5_000_000, Number.POSITIVE_INFINITY);
      run.replay({ ...logged, at_us: 6_000_000, action: { do: "restart", store: "s2" } });
      run.advance(9_000_000, Number.POSITIVE_INFINITY);
    }
    const wish = { range: 0, notable_after: 0, series_after: -1, shape: 0 };
    expect(bare.frame(wish)).toEqual(whole.frame(wish));
  });

  it("any other action waits for it, and is then taken", () => {
    const texts = new Texts();
    const { text, Playground } = opened(texts);
    const bare = new Playground(text, "", undefined);
    const put = { do: "put", from: "g1", key: 1 } as const;
    expect(() => bare.apply(put)).toThrow("not here");
    texts.reader = reading;
    expect(bare.apply(put).text).toContain("g1");
  });

  it("a variant or a seed that is none is refused, in few words", () => {
    const { text, Playground } = opened(new Texts());
    expect(() => new Playground(text, "moon", undefined)).toThrow("variant");
    expect(() => new Playground(text, "", 0.5)).toThrow("seed");
  });
});

describe("bytes that the reader did not write", () => {
  it("are refused and harm nothing", () => {
    const bytes = built("first-look", textOf("first-look")).scenario;
    for (const length of [0, 1, 10, bytes.length - 1]) {
      const open = () => new engine.Playground(bytes.slice(0, length), "", undefined);
      expect(open).toThrow("not what the reader of this build wrote");
    }
    expect(() => engine.describe_scenario(new Uint8Array([1, 2, 3]))).toThrow(Error);
  });
});
