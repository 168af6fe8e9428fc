/**
 * What the session gets from the browser it runs in, or from a test: workers, clocks, storage and
 * files. Must not know what the session does with it.
 */

import type { Every, WorkerLike } from "@/engine/workerLink";
import type { Fetched } from "@/model/fetched";
import type { SessionShelf } from "./keep/keptSessions";
import type { SessionStorage } from "./keep/storage";
import type { PageStore } from "./pageStore";
import type { SimStore } from "./simStore";

export interface Platform {
  /** The run that is shown, and the page. */
  run: SimStore;
  page: PageStore;
  makeWorker(): WorkerLike;
  /** For tests: how a silent worker is waited for. */
  every?: Every;
  storage: SessionStorage;
  /** Where sessions are kept that others took the place of. */
  shelf: SessionShelf;
  /** Calls back before the next picture, with the wall time in milliseconds. */
  nextFrame(callback: (wallMs: number) => void): void;
  later(callback: () => void, ms: number): void;
  /** Wall time, to date what is kept. */
  wallMs(): number;
  fetchScenario?: (id: string) => Promise<Fetched<string>>;
}
