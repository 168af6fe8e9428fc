/** The import walls stand: in the exact check, and in the linter that an editor shows. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { output, packageProgram, ROOT } from "./steps.mjs";
import { importsOf, MAY_IMPORT, wallsCrossed } from "./walls.mjs";

const FOLDERS = Object.keys(MAY_IMPORT);

function crossed(file, code) {
  return wallsCrossed(file, code).join("\n");
}

/**
 * Lints files of the given texts with the house's own configuration, in a folder apart.
 * @param {Record<string, string>} files path -> text
 * @returns {Promise<Set<string>>} the files in which a forbidden import was found
 */
async function biomeForbids(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "walls-"));
  try {
    const config = JSON.parse(fs.readFileSync(path.join(ROOT, "biome.json"), "utf8"));
    const apart = { ...config, $schema: undefined, vcs: { enabled: false } };
    const all = { ...files, "biome.json": JSON.stringify(apart) };
    for (const [file, text] of Object.entries(all)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text);
    }
    const only = "--only=style/noRestrictedImports";
    const args = ["lint", only, "--reporter=json", "--max-diagnostics=none", "."];
    const program = packageProgram("@biomejs/biome", "biome");
    const { out } = await output(process.execPath, [program, ...args], { cwd: folder });
    const found = JSON.parse(out).diagnostics.map(
      ({ location }) => location.path.file ?? location.path,
    );
    return new Set(found.map((file) => file.replaceAll("\\", "/").replace(/^\.\//, "")));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe("reading imports", () => {
  it("sees every form", () => {
    const code = `
      import "a";
      import b from "b";
      import {
        c,
      } from "c";
      import type { D } from "d";
      import { type E } from "e";
      export { f } from "f";
      const g = await import("g");
      const h = new Worker(new URL("h", import.meta.url), { type: "module" });
      // import "no";
      export const text = "no";
    `;
    const found = importsOf(code);
    expect(found.map(({ specifier }) => specifier)).toEqual("abcdefgh".split(""));
    expect(found.filter(({ typeOnly }) => typeOnly).map(({ specifier }) => specifier)).toEqual([
      "d",
      "e",
    ]);
    expect(found.filter(({ url }) => url).map(({ specifier }) => specifier)).toEqual(["h"]);
  });
});

describe("walls between folders", () => {
  for (const from of FOLDERS) {
    for (const to of FOLDERS.filter((folder) => folder !== from)) {
      const allowed = MAY_IMPORT[from].includes(to);
      it(`web/${from} ${allowed ? "may" : "may not"} import web/${to}`, () => {
        const file = from === "views" ? "web/views/map/a.ts" : `web/${from}/a.ts`;
        const up = from === "views" ? "../.." : "..";
        for (const specifier of [`@/${to}/b`, `${up}/${to}/b`]) {
          const crossing = crossed(file, `import { b } from "${specifier}";`);
          expect(crossing === "").toBe(allowed);
        }
      });
    }
  }

  it("keeps one view out of another, however it is written", () => {
    for (const specifier of ["@/views/log/b", "../log/b", "./../log/b"]) {
      expect(crossed("web/views/map/a.ts", `import { b } from "${specifier}";`)).toContain("view");
    }
    expect(crossed("web/views/map/a.ts", 'import { b } from "./b";')).toBe("");
    expect(crossed("web/views/map/deep/a.ts", 'import { b } from "../b";')).toBe("");
  });

  it("lets the worker alone load the engine", () => {
    expect(crossed("web/worker/a.ts", 'import init from "engine";')).toBe("");
    expect(crossed("web/protocol/a.ts", 'import type { A } from "engine";')).toBe("");
    expect(crossed("web/protocol/a.ts", 'import { A } from "engine";')).toContain("engine");
    expect(crossed("web/store/a.ts", 'import type { A } from "engine";')).toContain("engine");
    expect(crossed("web/app/a.ts", 'import url from "engine/wasm?url";')).toContain("engine");
    const around = 'import init from "../../core/wasm/pkg/engine.js";';
    expect(crossed("web/app/a.ts", around)).toContain("engine");
    expect(crossed("web/worker/a.ts", 'const lens = await import("lens");')).toBe("");
    expect(crossed("web/store/a.ts", 'const lens = await import("lens");')).toContain("lens");
  });

  it("lets the store name the worker, and import nothing of it", () => {
    const url = 'new Worker(new URL("../worker/worker.ts", import.meta.url));';
    expect(crossed("web/store/simClient.ts", url)).toBe("");
    expect(crossed("web/app/a.ts", url)).toContain("worker");
    expect(crossed("web/store/a.ts", 'import { a } from "@/worker/a";')).toContain("worker");
  });

  it("keeps clocks out, and the page's D3 in its leaves", () => {
    expect(crossed("web/views/map/a.ts", 'import "d3-transition";')).toContain("clock");
    expect(crossed("web/views/map/a.ts", 'import { timer } from "d3-timer";')).toContain("clock");
    expect(crossed("web/views/map/a.ts", 'import { zoom } from "d3-zoom";')).toContain("Scene");
    expect(crossed("web/views/map/MapScene.ts", 'import { zoom } from "d3-zoom";')).toBe("");
    expect(crossed("web/views/map/a.ts", 'import { scaleLinear } from "d3-scale";')).toBe("");
  });

  it("keeps React out of what the worker shares", () => {
    expect(crossed("web/lib/a.ts", 'import { useState } from "react";')).toContain("React");
    expect(crossed("web/ui/a.tsx", 'import { useState } from "react";')).toBe("");
  });

  it("lets the browser tests see types of the protocol only", () => {
    expect(crossed("e2e/tests/a.ts", 'import type { A } from "@/protocol/messages";')).toBe("");
    expect(crossed("e2e/tests/a.ts", 'import { a } from "@/store/a";')).toContain("visitor");
    expect(crossed("e2e/tests/a.ts", 'import { a } from "../../web/store/a";')).toContain(
      "visitor",
    );
  });
});

describe("the linter says the same", () => {
  it("in each folder, of each other folder", async () => {
    const files = {};
    const expected = [];
    for (const from of FOLDERS) {
      for (const to of FOLDERS.filter((folder) => folder !== from)) {
        const file = `web/${from}/${from === "views" ? "map/" : ""}to-${to}.ts`;
        files[file] = `export { b } from "@/${to}/b";\n`;
        if (!MAY_IMPORT[from].includes(to)) expected.push(file);
      }
    }
    expect([...(await biomeForbids(files))].sort()).toEqual(expected.sort());
  });

  it("of the engine and of D3", async () => {
    const files = {
      "web/app/engine.ts": 'export * as e from "engine";\n',
      "web/worker/engine.ts": 'export * as e from "engine";\n',
      "web/worker/timer.ts": 'export * as t from "d3-timer";\n',
      "web/views/map/zoom.ts": 'export * as z from "d3-zoom";\n',
      "web/views/map/MapScene.ts": 'export * as z from "d3-zoom";\n',
    };
    expect([...(await biomeForbids(files))].sort()).toEqual([
      "web/app/engine.ts",
      "web/views/map/zoom.ts",
      "web/worker/timer.ts",
    ]);
  });
});
