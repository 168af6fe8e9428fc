/**
 * The worker: loads the engine and feeds commands to the loop in the order they came.
 * The one importer of the engine at run time. Must not decide anything.
 */

import init, { build_info, describe_scenario, force_panic, Playground } from "engine";
import wasmUrl from "engine/wasm?url";

import type { Command, Reply, Request } from "@/protocol/messages";
import { buffersOf, EngineLoop } from "./engineLoop";
import { stateOf } from "./instance";
import { compareReports, loadReading } from "./modules";
import { fetchPrepared } from "./prepared";
import { readingEngine, Texts } from "./reading";

const texts = new Texts();
const loading: Promise<EngineLoop | Reply> = load();
/** Some commands wait for the reader of texts; those after them wait for their turn. */
let turn: Promise<void> = Promise.resolve();

self.onmessage = async (event: MessageEvent<Request>) => {
  const { id, ...command } = event.data;
  if (command.type === "compare") {
    self.postMessage({ id, ...(await compareReports(command.a, command.b)) });
    return;
  }
  turn = turn.then(async () => {
    const reply = await answer(command);
    self.postMessage({ id, ...reply }, { transfer: buffersOf(reply) });
    // The picture stands. Who acts next shall not wait for the network.
    if (reply.type === "opened") loadReader().catch(() => undefined);
  });
};

async function load(): Promise<EngineLoop | Reply> {
  try {
    const wasm = await init({ module_or_path: wasmUrl });
    const module = { build_info, describe_scenario, Playground };
    return new EngineLoop({
      engine: { ...readingEngine(module, texts), force_panic, ...stateOf(wasm) },
      wallMs: () => performance.now(),
    });
  } catch (error) {
    return { type: "panicked", message: `The engine could not be loaded: ${wordsOf(error)}` };
  }
}

async function answer(command: Command): Promise<Reply> {
  try {
    // The engine and the texts come at once.
    const [loop] = await Promise.all([loading, prepare(command)]);
    if (!(loop instanceof EngineLoop)) return loop;
    const reply = loop.run(command);
    const isUnread = command.type === "open" && texts.reader === undefined;
    if (reply.type !== "refused" || !isUnread) return reply;
    // The engine has few words for what is wrong with a choice; the reader has them all.
    await loadReader();
    return loop.run(command);
  } catch (error) {
    return { type: "refused", message: `What reads texts was not fetched: ${wordsOf(error)}` };
  }
}

/** Fetches what reading the command's texts takes. */
async function prepare(command: Command): Promise<void> {
  switch (command.type) {
    case "open": {
      const { scenario, actions } = command.spec;
      if (!texts.has(scenario)) {
        const bytes = await fetchPrepared(scenario);
        if (bytes !== undefined) texts.keep(scenario, bytes);
      }
      if (actions.length > 0 || !texts.has(scenario)) await loadReader();
      return;
    }
    case "validate":
    case "act":
    case "rewrite":
    case "switch":
    case "report":
    case "judge":
    case "lesson":
      await loadReader();
  }
}

async function loadReader(): Promise<void> {
  texts.reader ??= await loadReading();
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
