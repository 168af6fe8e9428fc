/**
 * Workers of the page in Node: the real engine behind the page's own loop, in the same thread. Takes
 * the place of `engine/workers` in tests: `vi.mock("@/engine/workers", () => import("@/test/nodeWorkers"))`.
 */

import type { WorkerLike } from "@/engine/workerLink";
import { loadEngine } from "./realEngine";
import { FakeWorker } from "./testPage";

/** Several runs live in one instance here, so none may keep or restore its memory. */
const { memory: _, values: __, ...engine } = loadEngine().engine;

export function startEngineWorker(): WorkerLike {
  return new FakeWorker(engine);
}
