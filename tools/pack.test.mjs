/** What stands in the manifest of a package that is packed. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { manifestOf, RUNS } from "./pack.mjs";
import { ROOT } from "./steps.mjs";
import { versionOf } from "./version.mjs";

const PACKAGES = ["library", "element", "replay"].map((name) => path.join(ROOT, "web", name));

describe("a packed package", () => {
  it.each(PACKAGES)(
    "has the version of everything, words to be found by, and its manifest: %s",
    (from) => {
      const { name, version, keywords, exports } = JSON.parse(manifestOf(from, ""));
      expect(name).toMatch(/^@raft-atlas\//);
      expect(version).toBe(versionOf());
      expect(keywords).toEqual(expect.arrayContaining(["raft", "distributed-systems"]));
      expect(exports["./package.json"]).toBe("./package.json");
    },
  );

  it("says where its sources are, where that is known", () => {
    const [, element] = PACKAGES;
    expect(JSON.parse(manifestOf(element, "https://e.org/atlas"))).toMatchObject({
      repository: { type: "git", url: "git+https://e.org/atlas.git", directory: "web/element" },
      homepage: "https://e.org/atlas",
    });
    expect(JSON.parse(manifestOf(element, ""))).not.toHaveProperty("repository");
  });

  it("lets programs import every run that it has", () => {
    const [library] = PACKAGES;
    const { exports } = JSON.parse(manifestOf(library, ""));
    for (const name of RUNS) {
      expect(exports[`./${name}/*.json`]).toBe(`./${name}/*.json`);
      expect(fs.existsSync(path.join(ROOT, "public", name, "index.json")), name).toBe(true);
    }
  });
});
