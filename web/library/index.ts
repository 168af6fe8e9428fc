/** `@raft-atlas/engine` in a browser: the module lies beside this script, where bundlers see it. */

import { loader } from "./start.ts";

export type * from "engine";
export { Run } from "./run.ts";
export type { Engine, Opening, Problem, ScenarioFile } from "./start.ts";

export const loadEngine = loader(() => fetch(new URL("./engine_bg.wasm", import.meta.url)));
