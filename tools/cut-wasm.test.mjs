import { describe, expect, it } from "vitest";
import { cut } from "./cut-wasm.mjs";

const text = (words) => [words.length, ...Buffer.from(words)];
const section = (id, content) => [id, content.length, ...content];

/** A module of two functions without arguments that give 7 and 8, the first of them exported. */
function twoFunctions() {
  const gives = (number) => [4, 0, 0x41, number, 0x0b];
  const names = [2, 0, ...text("kept::seven"), 1, ...text("never::eight")];
  return Buffer.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 1, 0x7f]),
    ...section(3, [2, 0, 0]),
    ...section(4, [1, 0x70, 0, 2]),
    ...section(7, [2, ...text("seven"), 0, 0, ...text("table"), 1, 0]),
    ...section(9, [1, 0, 0x41, 0, 0x0b, 2, 0, 1]),
    ...section(10, [2, ...gives(7), ...gives(8)]),
    ...section(0, [...text("name"), 1, names.length, ...names]),
  ]);
}

describe("what is cut out of a module", () => {
  it("stops at once should it run, and the rest is as it was", async () => {
    const { instance } = await WebAssembly.instantiate(cut(twoFunctions(), [/^never::/]));
    const { seven, table } = instance.exports;
    expect(seven()).toBe(7);
    expect(() => table.get(1)()).toThrow(WebAssembly.RuntimeError);
  });

  it("is nothing that JavaScript may call", () => {
    expect(() => cut(twoFunctions(), [/^kept::/])).toThrow("is exported now");
  });

  it("is there: a list of what is gone would hide what came instead", () => {
    expect(() => cut(twoFunctions(), [/^never::/, /^gone::/])).toThrow("cut no more");
  });
});
