/**
 * The real engine in Node, for tests that need its memory. One instance for each test file.
 */

import fs from "node:fs";
import path from "node:path";
import * as engine from "engine";

import type { EngineLike } from "@/engine/worker/engineLike";
import { type InstanceExports, stateOf } from "@/engine/worker/instance";

export const ROOT = path.join(import.meta.dirname, "..", "..");
export const WASM_FILE = path.join(ROOT, "core", "wasm_engine", "pkg", "engine_bg.wasm");
const SCENARIOS = path.join(ROOT, "public", "scenarios");
const FIELD = path.join(ROOT, "public", "field");

export function loadEngine(): { engine: EngineLike; exports: InstanceExports } {
  const exports = engine.initSync({ module: fs.readFileSync(WASM_FILE) });
  return { engine: { ...engine, ...stateOf(exports) }, exports };
}

/** The page's own scenarios, by id. */
export function publicScenarios(): { id: string; text: string }[] {
  const files = fs.readdirSync(SCENARIOS).filter((name) => name.endsWith(".json"));
  return files
    .filter((name) => name !== "index.json" && !name.includes("schema"))
    .map((name) => ({
      id: name.replace(/\.json$/, ""),
      text: fs.readFileSync(path.join(SCENARIOS, name), "utf8"),
    }));
}

/** A scenario by its id: of the page's own, or of the track record. */
export function textOf(id: string): string {
  const field = /^field\.(.+)$/.exec(id)?.[1];
  if (field !== undefined) return fs.readFileSync(path.join(FIELD, `${field}.json`), "utf8");
  const found = publicScenarios().find((scenario) => scenario.id === id);
  if (found === undefined) throw new Error(`no scenario ${id}`);
  return found.text;
}
