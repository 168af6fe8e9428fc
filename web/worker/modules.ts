/**
 * The modules beside the engine, each fetched when it is first asked for, and the questions that
 * the lens answers here. Must not know the run.
 */

import type { Reply } from "@/protocol/messages";
import { fetchModule } from "./unpack";

type Lens = typeof import("lens");
type Reading = typeof import("reader");

const lens: Fetched<Lens> = { fetch: () => [import("lens"), import("lens/wasm?url")] };
const reading: Fetched<Reading> = { fetch: () => [import("reader"), import("reader/wasm?url")] };

export async function compareReports(a: string, b: string): Promise<Reply> {
  try {
    const { compare } = await loadLens();
    return { type: "compared", comparison: compare(a, b) };
  } catch (error) {
    return { type: "refused", message: error instanceof Error ? error.message : String(error) };
  }
}

/** What is asked about runs. */
export function loadLens(): Promise<Lens> {
  return load(lens);
}

/** What reads texts. */
export function loadReading(): Promise<Reading> {
  return load(reading);
}

interface Module {
  default(options: { module_or_path: Promise<Response> }): Promise<unknown>;
}

/** A module that is fetched once. */
interface Fetched<M extends Module> {
  fetch(): [Promise<M>, Promise<{ default: string }>];
  loading?: Promise<M>;
}

function load<M extends Module>(one: Fetched<M>): Promise<M> {
  one.loading ??= started(one);
  return one.loading;
}

async function started<M extends Module>(one: Fetched<M>): Promise<M> {
  try {
    const [module, { default: url }] = await Promise.all(one.fetch());
    await module.default({ module_or_path: fetchModule(url) });
    return module;
  } catch (error) {
    // The next question asks the network again.
    delete one.loading;
    throw error;
  }
}
