/** The engine as other projects have it, and how it is started. It. */

import init, * as wasm from "engine";
import type { Lens } from "wasm_tools";
import { Run } from "./run.ts";

/** A scenario file, as text or as what `JSON.parse` makes of it. */
export type ScenarioFile = string | object;

/** Which of a scenario's runs. */
export interface Opening {
  /** A variant that the file names; without it the file's own run. */
  variant?: string;
  /** Without it the file's. Equal file, variant and seed give an equal digest on every machine. */
  seed?: number;
  /** Keeps what happens with its causes, so that `why` can be asked; it takes memory. */
  record?: boolean;
}

/** @internal Where the bytes of the two modules come from. */
export interface Modules {
  engine(): Promise<Bytes>;
  lens(): Promise<Bytes>;
}

/** @internal What WebAssembly is compiled from, in browsers and in Node. */
export type Bytes = Response | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** What is wrong with a file, and where: "nodes[2].zone". */
export interface Problem {
  path: string;
  text: string;
}

/** The module, started. */
export class Engine {
  readonly #modules: Modules;

  /** @internal */
  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** Its version, and that of raft-rs in it. */
  readonly build: wasm.BuildInfo = wasm.build_info();

  /** All that is wrong with a scenario or lesson file; empty: nothing. */
  problems(file: ScenarioFile): Problem[] {
    return JSON.parse(wasm.problems(textOf(file)));
  }

  /** A file's title, variants and length, without running it. Throws where it is not valid. */
  describe(file: ScenarioFile): wasm.ScenarioSummary {
    return wasm.describe_scenario(textOf(file));
  }

  /** A run at its start. Throws an `Error` that names the place, what was found and expected. */
  open(file: ScenarioFile, { variant = "", seed, record = false }: Opening = {}): Run {
    const text = textOf(file);
    return new Run({
      open: () => new wasm.Playground(text, variant, seed),
      isRecorded: record,
      lens: () => lensOf(this.#modules, text, variant, seed),
    });
  }
}

/** The second module, which is loaded when somebody first asks why. */
async function lensOf(
  modules: Modules,
  text: string,
  variant: string,
  seed: number | undefined,
): Promise<Lens> {
  const { default: init, Lens } = await import("wasm_tools");
  await init({ module_or_path: await modules.lens() });
  return new Lens(text, variant, seed);
}

/** @internal Compiles the module, once for a process or page; later calls get the same engine. */
export function loader(modules: Modules): () => Promise<Engine> {
  let starting: Promise<Engine> | undefined;
  const start = async (): Promise<Engine> => {
    try {
      await init({ module_or_path: await modules.engine() });
      return new Engine(modules);
    } catch (error) {
      // Who asks again looks for the bytes again.
      starting = undefined;
      throw error;
    }
  };
  return () => {
    starting ??= start();
    return starting;
  };
}

function textOf(file: ScenarioFile): string {
  return typeof file === "string" ? file : JSON.stringify(file);
}
