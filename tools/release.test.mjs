/** A release tries all that it needs, and says what passed. */

import { describe, expect, it, vi } from "vitest";
import { typeProblems } from "./package-lint.mjs";
import { table, tried } from "./release.mjs";
import { Stop } from "./steps.mjs";

const passes = (note) => async () => note;
const stops = (sentence) => async () => {
  throw new Stop(sentence);
};

/** Without what it prints on the way. */
async function quietly(checks) {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    return await tried(checks);
  } finally {
    log.mockRestore();
  }
}

describe("a release", () => {
  it("goes on after what failed, and keeps the first sentence of each", async () => {
    const rows = await quietly([
      ["one", passes("fine")],
      ["two", stops("found a, expected b\nfound c, expected d")],
      ["three", passes()],
    ]);
    expect(rows).toMatchObject([
      { name: "one", passed: true, note: "fine" },
      { name: "two", passed: false, note: "found a, expected b" },
      { name: "three", passed: true, note: "" },
    ]);
  });

  it("ends at once where the program itself is broken", async () => {
    const broken = async () => {
      throw new TypeError("no such function");
    };
    await expect(quietly([["broken", broken]])).rejects.toThrow("no such function");
  });

  it("prints a row for each, under each other", () => {
    const rows = [
      { name: "versions", passed: true, note: "1.0.0", took: "0.1 s" },
      { name: "tag", passed: false, note: "found v1.0.0", took: "12.0 s" },
    ];
    expect(table(rows)).toBe(
      "passed  versions   0.1 s  1.0.0\nFAILED  tag       12.0 s  found v1.0.0",
    );
  });
});

describe("the types of a package", () => {
  const problem = { kind: "NoResolution", entrypoint: ".", resolutionKind: "bundler" };

  it("are at fault where a project resolves them and does not find them", () => {
    expect(typeProblems({ problems: [problem] })).toEqual(["types: NoResolution at . by bundler"]);
  });

  it("are asked for neither by what knows no ES modules, nor of files", () => {
    const problems = [
      { ...problem, resolutionKind: "node10" },
      { ...problem, kind: "CJSResolvesToESM", resolutionKind: "node16-cjs" },
      { ...problem, entrypoint: "./engine_bg.wasm" },
    ];
    expect(typeProblems({ problems })).toEqual([]);
  });

  it("are at fault where there are none", () => {
    expect(typeProblems({ types: false })).toEqual(["types: the package has none"]);
  });
});
