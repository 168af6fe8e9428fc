/** `@raft-atlas/engine` in Node, which fetches no files. */

import { readFile } from "node:fs/promises";
import { loader } from "./start.ts";

export type * from "engine";
export { Run } from "./run.ts";
export type { Engine, Opening, Problem, ScenarioFile } from "./start.ts";

export const loadEngine = loader(() => readFile(new URL("./engine_bg.wasm", import.meta.url)));
