/** A sweep in the page's engine is that of the command line, figure by figure. */

import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import * as lens from "wasm_tools";

import { sweep } from "@/engine/worker/sweeping";
import { loadEngine, ROOT, textOf } from "./realEngine";

it("draws the curve that the command line draws", () => {
  const { engine } = loadEngine();
  const module = fs.readFileSync(
    path.join(ROOT, "core", "wasm_tools", "pkg", "wasm_tools_bg.wasm"),
  );
  lens.initSync({ module });
  const kept = path.join(ROOT, "core", "run", "testdata", "sweep.json");
  const run = { scenario: textOf("ladder-tenth"), variant: "rung-2", seed: 1, actions: [] };
  const open = (scenario: string, variant: string, seed: number) =>
    new engine.Playground(scenario, variant, seed);
  const found = sweep(run, 3, { ...lens, open }, () => {});
  expect(found).toEqual(JSON.parse(fs.readFileSync(kept, "utf8")));
});
