/**
 * A page without a browser: the session's controller with the worker's loop over the stand-in engine
 * (or the one handed in), storage that is a variable, pictures and timers by hand. For tests only.
 */

import type { Request, Response } from "@/engine/messages";
import type { LoggedAction } from "@/engine/types";
import type { EngineLike } from "@/engine/worker/engineLike";
import { EngineLoop } from "@/engine/worker/engineLoop";
import { PATIENCE_CHECKS, type WorkerLike } from "@/engine/workerLink";
import type { Fetched } from "@/model/fetched";
import { Controller } from "@/session/controller";
import type { SessionShelf } from "@/session/keep/keptSessions";
import type { Restored, SessionStorage } from "@/session/keep/storage";
import { PageStore } from "@/session/pageStore";
import { logOf, type SavedSession } from "@/session/session";
import type { SimState } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { fakeEngine, fakeScenario } from "./fakeEngine";

/** What the stand-in for the page's first scenario says. */
export const FIRST = fakeScenario({ variants: ["off", "on"] });

/** Where nothing is kept. */
export const NO_SHELF: SessionShelf = {
  isThere: () => false,
  put: async () => false,
  list: async () => [],
  leftNews: async () => undefined,
  remove: async () => false,
};

/** The worker's loop behind a message port that answers in the next microtask. */
export class FakeWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  terminated = false;
  /** It is gone, and no event says so. */
  gone = false;
  /** What its engine has grown to. */
  bytes = 0;
  private readonly loop: EngineLoop;

  constructor(engine: EngineLike) {
    this.loop = new EngineLoop({ engine, wallMs: () => 0 });
  }

  postMessage({ id, ...command }: Request): void {
    queueMicrotask(() => {
      if (this.terminated || this.gone) return;
      const data = structuredClone({ id, ...this.loop.run(command) });
      if ("update" in data) data.update.memory.module = this.bytes;
      this.onmessage?.({ data } as MessageEvent<Response>);
    });
  }

  terminate(): void {
    this.terminated = true;
  }
}

export class TestPage {
  readonly store = new SimStore();
  readonly board = new PageStore();
  readonly workers: FakeWorker[] = [];
  saved: SavedSession | undefined;
  left: SavedSession | undefined;
  storageWorks = true;
  restored: Restored = { kind: "nothing" };
  /** The shelf of sessions, the latest first. */
  shelf: SavedSession[] = [];
  /** What a closed tab left. */
  leftNews: SavedSession | undefined;
  private frames: ((wallMs: number) => void)[] = [];
  private timers: (() => void)[] = [];
  private wallMs = 0;
  private checks: (() => void)[] = [];
  readonly controller: Controller;
  readonly storage: SessionStorage;

  constructor(engine: EngineLike = fakeEngine) {
    this.storage = {
      load: async () => this.restored,
      save: async (session) => {
        if (this.storageWorks) this.saved = structuredClone(session);
        return this.storageWorks;
      },
      saveAtOnce: (session) => {
        this.left = structuredClone(session);
      },
    };
    this.controller = new Controller({
      run: this.store,
      page: this.board,
      storage: this.storage,
      shelf: {
        isThere: () => true,
        put: async (session) => {
          const others = this.shelf.filter(({ id }) => id !== session.id);
          this.shelf = [structuredClone(session), ...others];
          return this.storageWorks;
        },
        list: async () => this.shelf,
        leftNews: async () => this.leftNews,
        remove: async (id) => {
          const { length } = this.shelf;
          this.shelf = this.shelf.filter((kept) => kept.id !== id);
          return this.shelf.length < length;
        },
      },
      wallMs: () => 0,
      every: (callback) => {
        this.checks.push(callback);
        return () => {
          this.checks = this.checks.filter((check) => check !== callback);
        };
      },
      makeWorker: () => this.makeWorker(engine),
      nextFrame: (callback) => this.frames.push(callback),
      later: (callback) => this.timers.push(callback),
      fetchScenario: (id) => this.fetchScenario(id),
    });
  }

  makeWorker(engine: EngineLike = fakeEngine): WorkerLike {
    const worker = new FakeWorker(engine);
    this.workers.push(worker);
    return worker;
  }

  async fetchScenario(id: string): Promise<Fetched<string>> {
    if (id === "first-look") return { ok: true, value: FIRST };
    return { ok: false, message: `There is no scenario "${id}" here.` };
  }

  get state(): SimState {
    return this.store.getState();
  }

  /** The page loaded again, with what this one has kept. */
  loadedAgain(): TestPage {
    const later = new TestPage();
    if (this.saved === undefined) throw new Error("nothing was saved");
    later.restored = { kind: "session", saved: this.saved };
    return later;
  }

  /** What was done in the present branch. */
  get log(): LoggedAction[] {
    return logOf(this.state.session);
  }

  /** So many pictures, 20 ms apart. */
  async draw(pictures: number): Promise<void> {
    for (let drawn = 0; drawn < pictures; drawn += 1) {
      this.wallMs += 20;
      for (const callback of this.frames.splice(0)) callback(this.wallMs);
      await settled();
    }
  }

  /** As long as a silent worker is waited for. */
  async losePatience(): Promise<void> {
    for (let i = 0; i < PATIENCE_CHECKS; i += 1) {
      for (const check of [...this.checks]) check();
    }
    for (let i = 0; i < 5; i += 1) await settled();
  }

  async flushTimers(): Promise<void> {
    for (const callback of this.timers.splice(0)) callback();
    await settled();
  }
}

export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}
