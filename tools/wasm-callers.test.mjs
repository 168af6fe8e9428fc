import { describe, expect, it } from "vitest";
import { strangers } from "./wasm-callers.mjs";

const text = (words) => [words.length, ...Buffer.from(words)];
const section = (id, content) => [id, content.length, ...content];
/** As the linker writes places. */
const padded = (number) => [number | 128, 128, 128, 128, 0];
const word = (number) => [number, 0, 0, 0];

const NOTHING = [];
const CALLS = [0x10, ...padded(0)];
const POINTS = [0x41, ...padded(1), 0x1a];

/** A module of a function that is to be cut, in slot 1 of the table, and two that do these things. */
function linked({ logger = NOTHING, engine = NOTHING, data = [] }) {
  const does = (code) => [code.length + 2, 0, ...code, 0x0b];
  const names = ["texts::fmt", "logger::emit", "engine::tell"].flatMap((name, at) => [
    at,
    ...text(name),
  ]);
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [3, 0, 0, 0]),
    ...section(9, [1, 0, 0x41, 1, 0x0b, 1, 0]),
    ...section(10, [3, ...does([]), ...does(logger), ...does(engine)]),
    ...section(11, [1, 0, 0x41, 0, 0x0b, data.length, ...data]),
    ...section(0, [...text("name"), 1, names.length + 1, 3, ...names]),
  ]);
}

const callers = (module) => strangers(linked(module), /^texts::/, /^logger::/);

describe("who can reach what is to be cut", () => {
  it("is nobody where only those that are known do", () => {
    expect(callers({})).toEqual([]);
    expect(callers({ logger: CALLS })).toEqual([]);
    expect(callers({ logger: POINTS, engine: [0x01] })).toEqual([]);
  });

  it("is whoever calls it", () => {
    expect(callers({ logger: CALLS, engine: CALLS })).toEqual(["engine::tell"]);
  });

  it("is whoever takes its place in the table, as every text that is put together does", () => {
    expect(callers({ engine: POINTS })).toEqual(["engine::tell"]);
  });

  it("is whoever shows a number without knowing which, through a table of methods", () => {
    const data = [...word(0), ...word(8), ...word(8), ...word(1)];
    expect(callers({ data })).toEqual(["data that names texts::fmt"]);
    expect(callers({ data: [...word(1), ...word(1)] })).toEqual([]);
  });

  it("is not asked of a module that has nothing of the kind: its names have changed", () => {
    expect(() => strangers(linked({}), /^gone::/, /^logger::/)).toThrow("nothing named");
  });
});
