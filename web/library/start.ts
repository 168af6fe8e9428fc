/**
 * The engine as other projects have it, and how it is started. It must not know the page, a worker, a
 * clock, or where the module's bytes come from.
 */

import init, * as wasm from "engine";
import { Run } from "./run.ts";

/** A scenario file, as text or as what `JSON.parse` makes of it. */
export type ScenarioFile = string | object;

/** Which of a scenario's runs. */
export interface Opening {
  /** A variant that the file names; without it the file's own run. */
  variant?: string;
  /** Without it the file's. Equal file, variant and seed give an equal digest on every machine. */
  seed?: number;
}

/** What is wrong with a file, and where: "nodes[2].zone". */
export interface Problem {
  path: string;
  text: string;
}

/** The module, started. */
export class Engine {
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
  open(file: ScenarioFile, { variant = "", seed }: Opening = {}): Run {
    return new Run(new wasm.Playground(textOf(file), variant, seed));
  }
}

/** Compiles the module, once for a process or page; later calls get the same engine. */
export function loader(bytes: () => Promise<Response | BufferSource>): () => Promise<Engine> {
  let starting: Promise<Engine> | undefined;
  const start = async (): Promise<Engine> => {
    try {
      await init({ module_or_path: await bytes() });
      return new Engine();
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
