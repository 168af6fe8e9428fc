/** The one importer of the engine at run time: an instance of it for this worker, fetched once. */

import init, * as engine from "engine";
import wasmUrl from "engine/wasm?url";

import { fetchModule } from "./fetchModule";
import type { InstanceExports } from "./instance";
import { keepsTemplates } from "./templates";

type Engine = typeof engine;

let starting: Promise<InstanceExports> | undefined;

/** What the engine offers, and the instance's own exports. */
export async function startEngine(): Promise<{ engine: Engine; exports: InstanceExports }> {
  try {
    starting ??= init({ module_or_path: fetchModule(wasmUrl) });
    const exports = await starting;
    engine.keep_templates(keepsTemplates());
    return { engine, exports };
  } catch (error) {
    // Who asks again asks the network again.
    starting = undefined;
    throw error;
  }
}
