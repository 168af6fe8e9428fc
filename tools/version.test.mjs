/** One version, stated in package.json. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./steps.mjs";
import { differences, versionOf } from "./version.mjs";

const read = (file) => fs.readFileSync(path.join(ROOT, file), "utf8");

/** The repository as it is, but for one file. */
function changed(file, from, to) {
  return (asked) => (asked === file ? read(asked).replace(from, to) : read(asked));
}

describe("the version", () => {
  const wanted = versionOf();

  it("is the same everywhere", () => {
    expect(differences(wanted)).toEqual([]);
  });

  it.each([
    ["Cargo.toml", `version = "${wanted}"`, 'version = "9.9.9"', "Cargo.toml"],
    ["CITATION.cff", `version: ${wanted}`, "version: 9.9.9", "CITATION.cff"],
    ["web/library/README.md", `${wanted}.tgz`, "9.9.9.tgz", "web/library/README.md"],
    ["package-lock.json", `"version": "${wanted}"`, '"version": "9.9.9"', "package-lock.json"],
    [
      "Cargo.lock",
      `name = "sim"\nversion = "${wanted}"`,
      'name = "sim"\nversion = "9.9.9"',
      "Cargo.lock, crate sim",
    ],
  ])("of %s is told where it differs", (file, from, to, place) => {
    expect(differences(wanted, changed(file, from, to))).toEqual([
      `${place}: found version 9.9.9, expected ${wanted} (of package.json)`,
    ]);
  });

  it("of a place that states none is told too", () => {
    const found = differences(wanted, changed("CITATION.cff", /^version: .*$/m, ""));
    expect(found).toEqual([
      `CITATION.cff: found version not stated, expected ${wanted} (of package.json)`,
    ]);
  });

  it("stands in no manifest that takes it from another", () => {
    const packed = ["library", "element", "replay"].map((name) => `web/${name}/package.json`);
    expect(packed.filter((file) => "version" in JSON.parse(read(file)))).toEqual([]);
    expect(read("python/pyproject.toml")).toContain('dynamic = ["version"]');
  });
});
