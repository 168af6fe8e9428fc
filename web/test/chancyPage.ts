/**
 * A page with a second run beside its first, over workers that get as far as chance lets them. For
 * tests only.
 */

import { expect } from "vitest";
import type { Request, Response } from "@/engine/messages";
import type { EngineLike } from "@/engine/worker/engineLike";
import { EngineLoop } from "@/engine/worker/engineLoop";
import { type WorkerLike, WorkerLink } from "@/engine/workerLink";
import { Beside } from "@/session/beside/beside";
import type { BesideChoice } from "@/session/beside/besideChoice";
import { Controller } from "@/session/controller";
import { PageStore } from "@/session/pageStore";
import type { SavedSession } from "@/session/session";
import type { SimState } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { fakeEngine } from "./fakeEngine";
import { loadEngine } from "./realEngine";
import { NO_SHELF } from "./testPage";

/** Two runs live in one instance here, so neither may keep or restore its memory. */
const { Playground, build_info, describe_scenario } = loadEngine().engine;

export { Playground };
export const REAL: EngineLike = { Playground, build_info, describe_scenario };

/** A worker that gets as far as chance lets it: its clock jumps when it is looked at. */
class ChancyWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  terminated = false;
  private readonly loop: EngineLoop;

  constructor(engine: EngineLike, random: () => number) {
    let nowMs = 0;
    const wallMs = () => {
      nowMs += random() * 6;
      return nowMs;
    };
    this.loop = new EngineLoop({ engine, wallMs });
  }

  postMessage({ id, ...command }: Request): void {
    setTimeout(() => {
      if (this.terminated) return;
      const reply = this.loop.run(command);
      this.onmessage?.({ data: structuredClone({ id, ...reply }) } as MessageEvent<Response>);
    }, 0);
  }

  terminate(): void {
    this.terminated = true;
  }
}

export class ChancyPage {
  readonly store = new SimStore();
  readonly board = new PageStore();
  readonly workers: ChancyWorker[] = [];
  readonly controller: Controller;
  readonly random: () => number;
  private readonly engine: EngineLike;
  private frames: ((wallMs: number) => void)[] = [];
  private wallMs = 0;
  beside: Beside | undefined;
  saved: SavedSession | undefined;

  constructor(seed: number, engine: EngineLike = fakeEngine) {
    this.engine = engine;
    let state = seed;
    this.random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    this.controller = new Controller({
      run: this.store,
      page: this.board,
      storage: {
        load: async () => ({ kind: "nothing" }),
        save: async (session) => {
          this.saved = structuredClone(session);
          return true;
        },
        saveAtOnce: () => {},
      },
      shelf: NO_SHELF,
      wallMs: () => 0,
      makeWorker: () => this.makeWorker(),
      nextFrame: (callback) => this.frames.push(callback),
      later: () => {},
      fetchScenario: async () => ({ ok: false, message: "none" }),
    });
  }

  async put(choice: BesideChoice): Promise<string | undefined> {
    const { link, group } = this.controller;
    const made = new Beside(
      {
        run: this.store,
        page: this.board,
        first: link,
        group,
        second: new WorkerLink(this.makeWorker()),
        wallMs: () => 0,
      },
      choice,
    );
    this.beside = made;
    return made.open(this.board.getState().layout.choices);
  }

  get state(): SimState {
    return this.store.getState();
  }

  get second(): SimState {
    const { beside } = this.board.getState();
    if (beside === null) throw new Error("no run beside");
    return beside.store.getState();
  }

  /** So many pictures, at each of which both runs are at one instant. */
  async draw(pictures: number): Promise<void> {
    for (let drawn = 0; drawn < pictures; drawn += 1) {
      await this.pictures(1);
      this.expectOneInstant();
    }
  }

  async pictures(count: number): Promise<void> {
    for (let drawn = 0; drawn < count; drawn += 1) {
      this.wallMs += 20;
      for (const callback of this.frames.splice(0)) callback(this.wallMs);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  expectOneInstant(): void {
    expect(this.second.frame?.now_us).toBe(this.state.frame?.now_us);
  }

  private makeWorker(): ChancyWorker {
    const worker = new ChancyWorker(this.engine, this.random);
    this.workers.push(worker);
    return worker;
  }
}
