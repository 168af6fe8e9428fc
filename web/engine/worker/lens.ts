/** The module that is asked about recorded runs, fetched when it is first asked. */

import type { Command, Reply } from "../messages";
import { fetchModule } from "./fetchModule";
import { keepsTemplates } from "./templates";

type Lens = typeof import("wasm_tools");

let loading: Promise<Lens> | undefined;

export function loadLens(): Promise<Lens> {
  loading ??= started();
  return loading;
}

/** What is asked of reports and files alone: the run goes on meanwhile. */
type OfLens = Extract<Command, { type: "compare" | "challenge" | "score" }>;

export function isOfLens(command: Command): command is OfLens {
  return command.type === "compare" || command.type === "challenge" || command.type === "score";
}

export async function answerByLens(command: OfLens): Promise<Reply> {
  try {
    const lens = await loadLens();
    switch (command.type) {
      case "compare":
        return { type: "compared", comparison: lens.compare(command.a, command.b) };
      case "challenge":
        return { type: "challenge", challenge: lens.read_challenge(command.text) };
      case "score": {
        const { challenge, report, log } = command;
        return { type: "scored", run: lens.challenge_run(challenge, report, log) };
      }
    }
  } catch (error) {
    return { type: "refused", message: error instanceof Error ? error.message : String(error) };
  }
}

async function started(): Promise<Lens> {
  try {
    const [lens, { default: url }] = await Promise.all([
      import("wasm_tools"),
      import("wasm_tools/wasm?url"),
    ]);
    await lens.default({ module_or_path: fetchModule(url) });
    lens.keep_templates(keepsTemplates());
    return lens;
  } catch (error) {
    // The next question asks the network again.
    loading = undefined;
    throw error;
  }
}
