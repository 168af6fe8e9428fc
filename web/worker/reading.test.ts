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

const PREPARED = path.join(ROOT, "core", "reader", "pkg", "prepared");

/** The build names files by a stamp of its own making; it must be ours. */
function built(id: string, text: string): Uint8Array {
  return new Uint8Array(fs.readFileSync(path.join(PREPARED, `${id}.${stampOf(text)}.run`)));
}

beforeAll(() => {
  loadEngine();
});

describe("what the build prepared", () => {
  it.each(publicScenarios())("of $id is what the reader makes of its text", ({ id, text }) => {
    const reader = new reading.Reader(text, "", undefined);
    expect(built(id, text)).toEqual(reader.prepared());
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

  it("an action waits for it, and is then taken", () => {
    const texts = new Texts();
    const { text, Playground } = opened(texts);
    const bare = new Playground(text, "", undefined);
    expect(() => bare.apply({ do: "crash", store: "s1" })).toThrow("not here");
    texts.reader = reading;
    expect(bare.apply({ do: "crash", store: "s1" }).text).toBe("Crash s1.");
  });

  it("a variant or a seed that is none is refused, in few words", () => {
    const { text, Playground } = opened(new Texts());
    expect(() => new Playground(text, "moon", undefined)).toThrow("variant");
    expect(() => new Playground(text, "", 0.5)).toThrow("seed");
  });
});

describe("bytes that the reader did not write", () => {
  it("are refused and harm nothing", () => {
    const bytes = built("first-look", textOf("first-look"));
    for (const length of [0, 1, 10, bytes.length - 1]) {
      const open = () => new engine.Playground(bytes.slice(0, length), "", undefined);
      expect(open).toThrow("not what the reader of this build wrote");
    }
    expect(() => engine.describe_scenario(new Uint8Array([1, 2, 3]))).toThrow(Error);
  });
});
