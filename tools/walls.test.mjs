/** The import walls stand: dependency-cruiser, with the house's own rules, finds what crosses them. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { MAY_IMPORT } from "../.dependency-cruiser.mjs";
import { output, packageProgram, ROOT } from "./steps.mjs";

const FOLDERS = Object.keys(MAY_IMPORT);
const WORKER = 'new Worker(new URL("../engine/worker/a.ts", import.meta.url))';

/** File -> its text and the rule that it breaks, null where it breaks none. */
const CASES = {
  "web/views/map/other.ts": ['import "@/views/log/a";', "view-to-view"],
  "web/views/map/climbs.ts": ['import "./../log/a";', "view-to-view"],
  "web/views/map/words.ts": ['import "../view";', null],
  "web/views/map/own.ts": ['import "./deep/up";', null],
  "web/views/map/deep/up.ts": ['import "../a";', null],

  "web/engine/worker/engine.ts": ['import init from "engine"; init();', null],
  "web/engine/worker/lens.ts": ['export const lens = await import("wasm_tools");', null],
  "web/engine/types.ts": ['import type { A } from "engine"; export type B = A;', null],
  "web/engine/inner.ts": ['import { type A } from "engine"; export type B = A;', null],
  "web/engine/runs.ts": ['import { a } from "engine"; a();', "engine-types"],
  "web/session/types.ts": ['import type { A } from "engine"; export type B = A;', "engine"],
  "web/session/lens.ts": ['export const lens = await import("wasm_tools");', "engine"],
  "web/shell/file.ts": ['import url from "engine/wasm?url"; url();', "engine"],
  "web/shell/around.ts": [
    'import init from "../../core/wasm_engine/pkg/engine"; init();',
    "engine",
  ],
  "web/engine/worker/around.ts": [
    'export * from "../../../core/wasm_engine/pkg/engine";',
    "engine-by-name",
  ],
  "web/main.tsx": ['import "engine";', "engine"],

  "web/session/worker.ts": [`export const worker = ${WORKER};`, null],
  "web/session/imports.ts": ['import { a } from "@/engine/worker/a"; a();', "in-workers"],
  "web/session/loads.ts": ['export const a = import("@/engine/worker/a");', "in-workers"],
  "web/engine/worker/says.ts": ['import { a } from "@/language/a"; a();', "workers-without-words"],
  "web/engine/climbs.ts": ['import { a } from "./worker/a"; a();', "in-workers"],
  "web/engine/worker/asked.ts": ['import { a } from "../a"; a();', null],
  "web/model/types.ts": ['import type { A } from "@/engine/a"; export type B = A;', null],
  "web/model/calls.ts": ['import { a } from "@/engine/a"; a();', "model-types"],

  "web/model/circle.ts": [
    'import type { B } from "./circled"; export type A = B;',
    "circle-of-modules",
  ],
  "web/model/circled.ts": ['import type { A } from "./circle"; export type B = A[];', null],

  "web/views/map/transition.ts": ['import "d3-transition";', "clock"],
  "web/engine/worker/timer.ts": ['export { timer } from "d3-timer";', "clock"],
  "web/views/map/zoom.ts": ['import { zoom } from "d3-zoom"; zoom();', "page-by-d3"],
  "web/views/map/zoomType.ts": ['export type { Zoom } from "d3-zoom";', null],
  "web/views/map/MapScene.ts": ['import { zoom } from "d3-zoom"; zoom();', null],
  "web/views/map/scale.ts": ['import { scale } from "d3-scale"; scale();', null],

  "web/model/react.ts": ['import { useState } from "react"; useState();', "without-react"],
  "web/ui/react.tsx": ['import { useState } from "react"; useState();', null],
  "web/ui/state.ts": ['import { create } from "zustand"; create();', "without-state"],
  "web/session/state.ts": ['import { create } from "zustand"; create();', null],

  "e2e/tests/types.ts": ['import type { A } from "@/engine/a"; export type B = A;', null],
  "e2e/tests/runs.ts": ['import { a } from "@/engine/a"; a();', "visitor-types"],
  "e2e/tests/store.ts": ['import type { A } from "@/session/a"; export type B = A;', "visitor"],
  "e2e/tests/replays.ts": ['import { a } from "@/replay/a"; a();', null],
  "web/replay/runs.ts": ['import { a } from "@/engine/a"; a();', "visitor-types"],
  "web/replay/store.ts": ['import { a } from "@/session/a"; a();', "visitor"],
  "web/shell/replays.ts": ['import { a } from "@/replay/a"; a();', "apart-replay"],
  "web/replay/elements.ts": ['import { a } from "@/element/a"; a();', "apart-element"],
  "web/library/store.ts": ['import { a } from "@/session/a"; a();', "visitor"],
  "web/replay/types.ts": ['import type { A } from "@/engine/a"; export type B = A;', null],
  "e2e/tests/climbs.ts": ['import { a } from "../../web/session/a"; a();', "visitor"],

  "web/session/one/a.ts": ['import "../two/b";', "circle-of-folders"],
  "web/session/two/a.ts": ['import type { B } from "../one/b"; export type A = B;', null],
};

/** Each folder imports each other one, by its name and by climbing. */
function betweenFolders() {
  const found = {};
  for (const from of FOLDERS) {
    for (const to of FOLDERS.filter((folder) => folder !== from)) {
      const rule = MAY_IMPORT[from].includes(to) ? null : `web-${from}`;
      const place = from === "views" ? "views/map" : from;
      const up = place.replace(/[^/]+/g, "..");
      const kind = from === "model" ? "type " : "";
      found[`web/${place}/to-${to}.ts`] = [`export ${kind}{ b } from "@/${to}/a";`, rule];
      found[`web/${place}/up-to-${to}.ts`] = [`import type {} from "${up}/${to}/a";`, rule];
    }
  }
  return found;
}

/** What is imported above has to be there. */
const STUBS = [
  ...FOLDERS.map((folder) => `web/${folder}/a.ts`),
  "web/engine/worker/a.ts",
  "web/replay/a.ts",
  "web/element/a.ts",
  "web/views/map/a.ts",
  "web/views/log/a.ts",
  "web/views/view.ts",
  "web/session/one/b.ts",
  "web/session/two/b.ts",
  "core/wasm_engine/pkg/engine.d.ts",
  "core/wasm_tools/pkg/wasm_tools.d.ts",
  "node_modules/d3-zoom/index.js",
];

/** The rules that are broken, as "where: rule". */
async function broken(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "walls-"));
  try {
    const shared = { "tsconfig.json": fs.readFileSync(path.join(ROOT, "tsconfig.json"), "utf8") };
    for (const [file, text] of Object.entries({ ...shared, ...files })) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), `${text}\n`);
    }
    const config = path.join(ROOT, ".dependency-cruiser.mjs");
    const program = packageProgram("dependency-cruiser", "depcruise");
    const args = [program, "web", "e2e", "--config", config, "--output-type", "json"];
    const { out } = await output(process.execPath, args, { cwd: folder });
    const { violations } = JSON.parse(out).summary;
    return new Set(violations.map(({ from, rule }) => `${from}: ${rule.name}`));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

describe("import walls", () => {
  const cases = { ...betweenFolders(), ...CASES };
  let found = new Set();
  beforeAll(async () => {
    const stubs = STUBS.map((file) => [file, "export const a = 1;"]);
    const texts = Object.entries(cases).map(([file, [text]]) => [file, text]);
    found = await broken(Object.fromEntries([...stubs, ...texts]));
  });

  for (const [file, [text, rule]] of Object.entries(cases)) {
    const what = rule === null ? "lets pass" : `finds (${rule})`;
    it(`${what} in ${file}: ${text}`, () => {
      const place = rule === "circle-of-folders" ? path.posix.dirname(file) : file;
      if (rule !== null) expect(found).toContain(`${place}: ${rule}`);
      else expect([...found].filter((line) => line.startsWith(`${file}:`))).toEqual([]);
    });
  }
});
