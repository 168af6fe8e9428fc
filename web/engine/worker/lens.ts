/**
 * The module that is asked about recorded runs, fetched when it is first asked, and the question
 * that is answered in the run's own worker. Must not know the run.
 */

import type { Reply } from "../messages";
import { fetchModule } from "./fetchModule";

type Lens = typeof import("lens");

let loading: Promise<Lens> | undefined;

export function loadLens(): Promise<Lens> {
  loading ??= started();
  return loading;
}

export async function compareReports(a: string, b: string): Promise<Reply> {
  try {
    const { compare } = await loadLens();
    return { type: "compared", comparison: compare(a, b) };
  } catch (error) {
    return { type: "refused", message: error instanceof Error ? error.message : String(error) };
  }
}

async function started(): Promise<Lens> {
  try {
    const [lens, { default: url }] = await Promise.all([import("lens"), import("lens/wasm?url")]);
    await lens.default({ module_or_path: fetchModule(url) });
    return lens;
  } catch (error) {
    // The next question asks the network again.
    loading = undefined;
    throw error;
  }
}
