/**
 * Runs of the real engine as tests use them: one at a time in the instance, as in the worker.
 */

import type { LoggedAction } from "@/engine/types";
import { FOR_EVER } from "@/engine/worker/budget";
import type { EngineLike } from "@/engine/worker/engineLike";
import { Run } from "@/engine/worker/run";

export const LOOK = { range: 0, notable_after: 0, series_after: -1 };

interface Spaced {
  bytesMax?: number;
  /** Events between checkpoints. */
  spacing?: number;
}

export function runsOf(engine: EngineLike) {
  /** Checkpoints much denser than a page takes them, so that short runs go through many. */
  function open(scenario: string, actions: LoggedAction[] = [], kept: Spaced = {}): Run {
    const spec = { scenario, variant: "", seed: undefined, actions, until_us: 0 };
    const run = new Run(spec, { engine, wallMs: () => 0, spacing: 300, ...kept });
    run.keepHistory();
    return run;
  }

  /** One variant, with so many events between checkpoints. */
  function openVariant(scenario: string, variant: string, spacing: number): Run {
    const spec = { scenario, variant, seed: undefined, actions: [], until_us: 0 };
    const run = new Run(spec, { engine, wallMs: () => 0, spacing });
    run.keepHistory();
    return run;
  }

  /** One that never goes back: of it, only the start is kept. */
  function openStraight(scenario: string, actions: LoggedAction[] = []): Run {
    return open(scenario, actions, { spacing: Number.POSITIVE_INFINITY });
  }

  function withRun<T>(run: Run, use: (run: Run) => T): T {
    try {
      return use(run);
    } finally {
      run.free();
    }
  }

  /** The picture of a run that went straight there. */
  function straightTo(scenario: string, actions: LoggedAction[], us: number) {
    return withRun(openStraight(scenario, actions), (run) => {
      run.advance(us, FOR_EVER);
      return run.playground.frame(LOOK);
    });
  }

  return { open, openVariant, openStraight, withRun, straightTo };
}

/** Random numbers from 0 to 1, the same for the same seed. */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
