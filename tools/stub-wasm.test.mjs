import { describe, expect, it } from "vitest";
import { stubbed } from "./stub-wasm.mjs";

const section = (id, ...content) => [id, content.length, ...content];
const named = (index, name) => [index, name.length, ...Buffer.from(name)];

/** Two functions without parameters that return 1 and 2. */
const NAMES = [2, ...named(0, "one"), ...named(1, "two")];
const MODULE = Buffer.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 0, 1, 0x7f),
  ...section(3, 2, 0, 0),
  ...section(7, 2, ...named(1, "a").slice(1), 0, 0, ...named(1, "b").slice(1), 0, 1),
  ...section(10, 2, 4, 0, 0x41, 1, 0x0b, 4, 0, 0x41, 2, 0x0b),
  ...section(0, 4, ...Buffer.from("name"), 1, NAMES.length, ...NAMES),
);

function exportsOf(bytes) {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
}

describe("functions that are never called", () => {
  it("trap, and the others are as they were", () => {
    const { a, b } = exportsOf(stubbed(MODULE, /^two$/));
    expect(a()).toBe(1);
    expect(() => b()).toThrow(WebAssembly.RuntimeError);
  });

  it("are found by their names alone: without one the module stays as it is", () => {
    expect(stubbed(MODULE, /^three$/)).toEqual(MODULE);
  });
});
