/** What the rooms of a session work with: the browser, the stores, and what they ask of each other. */

import type { Command, Opened, Panicked, Reply, RunSpec, UpdateRequest } from "@/engine/messages";
import type { Action } from "@/engine/types";
import type { Every, WorkerLike } from "@/engine/workerLink";
import type { OpeningRun } from "@/model/easing";
import type { Fetched } from "@/model/fetched";
import type { SessionShelf } from "./keep/keptSessions";
import type { SessionStorage } from "./keep/storage";
import type { PageStore } from "./pageStore";
import type { ScenarioSource } from "./session";
import type { SimStore } from "./simStore";
import type { Tape } from "./tape/tapeTypes";

/** What the session gets from the browser it runs in, or from a test. */
export interface Platform {
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

export interface Deps extends Platform {
  /**
   * Sends a command and takes what its reply changes. `taking` is called before, and told together
   * with it.
   */
  ask(command: Command, attempted?: Action, taking?: (reply: Reply) => void): Promise<Reply>;
  /** What the next picture should hold. */
  updateRequest(): UpdateRequest;
  /** Another instant or branch is shown. */
  arrived(): void;
  save(): void;
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
  /** The speed that suits the opening of a run, until somebody chooses another. */
  ease(run: OpeningRun): void;
  setRange(range: number): void;
  seek(us: number): Promise<void>;
  switchTo(branch: number, us: number): Promise<void>;
  /** Whether something else than playing moves the instant. */
  isTravelling(): boolean;
  panicked(reply: Panicked): void;
  reject(name: string, message: string, source?: ScenarioSource): false;

  // --- opening a run ------------------------------------------------------------------------------

  /** The reply, or undefined when the worker was replaced meanwhile. */
  openInEngine(spec: RunSpec): Promise<Reply | undefined>;
  /** The run that stood is about to be left, or was left for this one. */
  leaving(): void;
  /** Another run stands; what it has of the record. */
  opened(reply: Opened): Tape | null;
  /** A run goes on from where it stands, with no time owed. */
  settled(): void;
}
