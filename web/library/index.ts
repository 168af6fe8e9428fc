/** `@raft-atlas/engine` in a browser: the module lies beside this script, where bundlers see it. */

import { type Engine, loader } from "./start.ts";

export type * from "engine";
export type { Answer, Question, Step } from "wasm_tools";
export type * from "./report.ts";
export { Run } from "./run.ts";
export type { Engine, Opening, Problem, ScenarioFile } from "./start.ts";

export const loadEngine: () => Promise<Engine> = loader({
  engine: () => fetch(new URL("./engine_bg.wasm", import.meta.url)),
  lens: () => fetch(new URL("./wasm_tools_bg.wasm", import.meta.url)),
});
