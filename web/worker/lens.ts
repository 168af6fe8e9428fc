/**
 * Questions that the second module answers; it is fetched with the first of them. Must not know
 * the run.
 */

import type { Reply } from "@/protocol/messages";

let loading: Promise<typeof import("lens")> | undefined;

export async function compareReports(a: string, b: string): Promise<Reply> {
  try {
    const { compare } = await loadLens();
    return { type: "compared", comparison: compare(a, b) };
  } catch (error) {
    return { type: "refused", message: error instanceof Error ? error.message : String(error) };
  }
}

/** The module, fetched once. */
export function loadLens(): Promise<typeof import("lens")> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof import("lens")> {
  try {
    const [module, { default: url }] = await Promise.all([import("lens"), import("lens/wasm?url")]);
    await module.default({ module_or_path: url });
    return module;
  } catch (error) {
    // The next question asks the network again.
    loading = undefined;
    throw error;
  }
}
