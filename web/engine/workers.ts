/**
 * Begins workers: the only place that does, and the only way from the page to `engine/worker`, which
 * alone loads the two modules. Must not know what a worker is asked.
 */

/** For a run. */
export function startEngineWorker(): Worker {
  return new Worker(new URL("./worker/worker.ts", import.meta.url), {
    type: "module",
    name: "engine",
  });
}

/** For questions about a recorded run. */
export function startLensWorker(): Worker {
  return new Worker(new URL("./worker/lensWorker.ts", import.meta.url), {
    type: "module",
    name: "lens",
  });
}

/** For texts that are being written. */
export function startCheckWorker(): Worker {
  return new Worker(new URL("./worker/checkWorker.ts", import.meta.url), {
    type: "module",
    name: "checker",
  });
}
