/**
 * The built module, loaded in Node, for the tests beside it.
 * Must not know what is tested.
 */

import fs from "node:fs";
import { fileURLToPath } from "node:url";

type Module = typeof import("engine");

const PKG = new URL("../pkg/", import.meta.url);
const SCENARIOS = new URL("../../../public/scenarios/", import.meta.url);

export interface LoadedEngine {
  engine: Module;
  memory: WebAssembly.Memory;
}

/** The module's bytes as set-up and the build made them. */
export function moduleBytes(): Uint8Array<ArrayBuffer> {
  const file = fileURLToPath(new URL("engine_bg.wasm", PKG));
  if (!fs.existsSync(file)) throw new Error("The module is not built; run: npm run build:wasm");
  return new Uint8Array(fs.readFileSync(file));
}

/** One instance for the process: a second `init` returns the first. */
export async function loadEngine(): Promise<LoadedEngine> {
  return started(await import("engine"));
}

/** An instance of its own, for tests that end it. */
export async function freshEngine(): Promise<LoadedEngine> {
  const url = new URL(`engine.js?fresh=${Math.random()}`, PKG).href;
  return started((await import(/* @vite-ignore */ url)) as Module);
}

async function started(module: Module): Promise<LoadedEngine> {
  const { memory } = await module.default({ module_or_path: moduleBytes() });
  return { engine: module, memory };
}

export function scenarioText(name: string): string {
  return fs.readFileSync(new URL(`${name}.json`, SCENARIOS), "utf8");
}
