/**
 * Breaks an engine from outside, as nothing in the page can: in its worker the next look at its
 * memory throws what a trap throws. That a panic of the engine is such a trap is the contract's test
 * (core/wasm_engine/tests/contract.test.ts).
 */

import type { Page, Worker } from "@playwright/test";

/** The workers with an engine, the session's first. */
function engines(page: Page): Worker[] {
  return page.workers().filter((worker) => /\/worker-[^/]*\.js$/.test(worker.url()));
}

/** `which`: 0 = the session's engine, 1 = that of the run beside it. */
export async function breakEngine(page: Page, which: 0 | 1): Promise<void> {
  const worker = engines(page)[which];
  if (worker === undefined) throw new Error(`There is no engine ${which}.`);
  await worker.evaluate(() => {
    Object.defineProperty(WebAssembly.Memory.prototype, "buffer", {
      get(): never {
        throw new WebAssembly.RuntimeError("panicked: its worker was broken from outside");
      },
    });
  });
}
