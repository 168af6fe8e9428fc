/**
 * The worker: loads the engine and feeds commands to the loop in the order they came.
 * The one importer of the engine at run time. Must not decide anything.
 */

import init, { build_info, describe_scenario, force_panic, Playground } from "engine";
import wasmUrl from "engine/wasm?url";

import type { Reply, Request } from "@/protocol/messages";
import { buffersOf, EngineLoop } from "./engineLoop";
import { stateOf } from "./instance";
import { compareReports } from "./lens";

const loading: Promise<EngineLoop | Reply> = load();

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id, ...command } = event.data;
  if (command.type === "compare") {
    self.postMessage({ id, ...(await compareReports(command.a, command.b)) });
    return;
  }
  const loop = await loading;
  const reply = loop instanceof EngineLoop ? loop.run(command) : loop;
  self.postMessage({ id, ...reply }, { transfer: buffersOf(reply) });
};

async function load(): Promise<EngineLoop | Reply> {
  try {
    const wasm = await init({ module_or_path: wasmUrl });
    return new EngineLoop({
      engine: { build_info, describe_scenario, force_panic, Playground, ...stateOf(wasm) },
      wallMs: () => performance.now(),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "panicked", message: `The engine could not be loaded: ${why}` };
  }
}
