/** `@raft-atlas/engine` in Node, which fetches no files. */

import { readFile } from "node:fs/promises";
import { type Engine, loader } from "./start.ts";

export type * from "engine";
export type { Answer, Question, Step } from "wasm_tools";
export type * from "./report.ts";
export { Run } from "./run.ts";
export type { Engine, Opening, Problem, ScenarioFile } from "./start.ts";

export const loadEngine: () => Promise<Engine> = loader({
  engine: () => readFile(new URL("./engine_bg.wasm", import.meta.url)),
  lens: () => readFile(new URL("./wasm_tools_bg.wasm", import.meta.url)),
});
