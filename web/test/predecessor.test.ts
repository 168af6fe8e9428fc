/**
 * A run that plays reaches nothing of the run that is opened after it: neither its clock, nor how
 * far a picture was to get, nor what was done or sought in it.
 */

import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";

import type { Response as Answer, Request } from "@/engine/messages";
import { EngineLoop } from "@/engine/worker/engineLoop";
import type { WorkerLike } from "@/engine/workerLink";
import { LessonPlayer } from "@/lessons/lessonPlayer";
import { lessonStore } from "@/lessons/lessonStore";
import { runOf } from "@/lessons/machine";
import { Controller } from "@/session/controller";
import { judge, readLesson, report } from "@/session/judging";
import { PageStore } from "@/session/pageStore";
import { logOf, type OpenOptions } from "@/session/session";
import { SimStore } from "@/session/simStore";
import { aThirdOf } from "@/test/long";
import { loadEngine, publicScenarios, ROOT, textOf } from "@/test/realEngine";
import { NO_SHELF } from "@/test/testPage";

const { memory: _, ...ENGINE } = loadEngine().engine;
const SPEEDS = [0.2, 1, 20];
const PICTURE_MS = 20;
/** The worker gets to its next command only every so many pictures. */
const PICTURES_PER_COMMAND = 3;

/** Answers when it is told to, one command at a time. */
class BusyWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  private readonly waiting: Request[] = [];
  private nowMs = 0;
  private readonly loop = new EngineLoop({ engine: ENGINE, wallMs: () => (this.nowMs += 1) });

  postMessage(request: Request): void {
    this.waiting.push(request);
  }

  work(): void {
    const request = this.waiting.shift();
    if (request === undefined) return;
    const { id, ...command } = request;
    const data = structuredClone({ id, ...this.loop.run(command) });
    this.onmessage?.({ data } as MessageEvent<Answer>);
  }

  terminate(): void {
    this.waiting.length = 0;
  }
}

/** The page, its pictures and its worker by hand. */
class Page {
  readonly store = new SimStore();
  readonly board = new PageStore();
  readonly worker = new BusyWorker();
  readonly controller: Controller;
  private frames: ((wallMs: number) => void)[] = [];
  private pictures = 0;

  constructor() {
    this.controller = new Controller({
      run: this.store,
      page: this.board,
      storage: {
        load: async () => ({ kind: "nothing" }),
        save: async () => true,
        saveAtOnce: () => {},
      },
      shelf: NO_SHELF,
      wallMs: () => 0,
      makeWorker: () => this.worker,
      nextFrame: (callback) => this.frames.push(callback),
      later: () => {},
      fetchScenario: async (id) => ({ ok: true, value: textOf(id) }),
    });
  }

  get nowUs(): number {
    return this.store.getState().frame?.now_us ?? -1;
  }

  async draw(): Promise<void> {
    this.pictures += 1;
    const wallMs = this.pictures * PICTURE_MS;
    for (const callback of this.frames.splice(0)) callback(wallMs);
    if (this.pictures % PICTURES_PER_COMMAND === 0) this.worker.work();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }

  async until<T>(done: Promise<T>): Promise<T> {
    let isDone = false;
    void done.finally(() => {
      isDone = true;
    });
    while (!isDone) await this.draw();
    return done;
  }

  open(id: string, options: OpenOptions): Promise<boolean> {
    return this.until(this.controller.open({ kind: "builtin", id }, options));
  }

  /** First-look plays, with a picture under way. */
  async predecessor(speed: number): Promise<void> {
    await this.open("first-look", { play: true });
    this.controller.setSpeed(speed);
    await this.until(this.controller.travel.to({ us: 2_000_000 }));
    for (let drawn = 0; drawn < 8; drawn += 1) await this.draw();
    expect(this.store.getState().playing).toBe(true);
    expect(this.nowUs).toBeGreaterThan(2_000_000);
  }

  lessons(): LessonPlayer {
    const { controller } = this;
    const ask = controller.ask.bind(controller);
    return new LessonPlayer({
      run: this.store,
      page: this.board,
      variants: { at: async () => ({ ok: true, reports: {} }), close: () => {} },
      shadow: { at: async () => ({ ok: true, reports: {} }), close: () => {} },
      storage: () => ({ getItem: () => null, setItem: () => {} }),
      wallMs: () => 0,
      later: () => {},
      judge: (goals, others, began) => judge(ask, goals, others, began),
      read: (text) => readLesson(ask, text),
      open: (source, options) => controller.open(source, { ...options, ofLesson: true }),
      advanceTo: (us) => controller.advanceTo(us),
      act: (action) => controller.act(action),
      setSpeed: (speed) => controller.setSpeed(speed),
      showView: () => {},
      report: () => report((command) => controller.ask(command)),
      // What a step plays by itself is no part of where it begins.
      playUntil: () => {},
      seek: (us) => controller.travel.to({ us }),
      isStill: () => false,
      play: () => controller.play(),
      pause: () => controller.pause(),
      bookmark: () => {},
      notify: () => {},
    });
  }
}

const IDS = aThirdOf(publicScenarios(), 2).map(({ id }) => id);
const LESSONS: { id: string }[] = JSON.parse(
  fs.readFileSync(path.join(ROOT, "public", "lessons", "index.json"), "utf8"),
);

describe("a scenario that is opened while another run plays", () => {
  for (const speed of SPEEDS) {
    it.each(IDS)(`at ${speed}×: %s stands at its start`, async (id) => {
      const page = new Page();
      await page.predecessor(speed);
      await page.open(id, { play: false });
      for (let drawn = 0; drawn < 9; drawn += 1) await page.draw();
      expect(page.nowUs).toBe(0);
    });
  }

  it("plays on from its start at its own speed", async () => {
    const page = new Page();
    await page.predecessor(20);
    await page.open("two-cities", {});
    const { speed, playing } = page.store.getState();
    expect(playing).toBe(true);
    for (let drawn = 0; drawn < 50; drawn += 1) await page.draw();
    const passedUs = 50 * PICTURE_MS * 1_000 * speed;
    expect(page.nowUs).toBeGreaterThan(passedUs * 0.5);
    expect(page.nowUs).toBeLessThanOrEqual(passedUs);
  });

  it("hears nothing of what was sought or done in the other run meanwhile", async () => {
    const page = new Page();
    await page.predecessor(1);
    const opened = page.controller.open({ kind: "builtin", id: "two-cities" }, { play: false });
    await page.draw();
    const late = [
      page.controller.travel.to({ us: 9_000_000 }),
      page.controller.act({ do: "heal" }),
      page.controller.step(),
      page.controller.travel.find(1),
    ];
    await page.until(Promise.all([opened, ...late]));
    for (let drawn = 0; drawn < 9; drawn += 1) await page.draw();
    expect(page.nowUs).toBe(0);
    expect(logOf(page.store.getState().session)).toEqual([]);
  });

  it("is the one that was asked for last", async () => {
    const page = new Page();
    await page.predecessor(1);
    const first = page.controller.open({ kind: "builtin", id: "two-cities" }, { play: true });
    const last = page.controller.open({ kind: "builtin", id: "stale-leader" }, { play: false });
    await page.until(Promise.all([first, last]));
    const { session, playing } = page.store.getState();
    expect(session?.source).toMatchObject({ id: "stale-leader" });
    expect(playing).toBe(false);
  });
});

describe("a lesson that is opened while another run plays", () => {
  beforeAll(() => {
    vi.stubGlobal("fetch", async (address: string) => {
      const file = path.join(ROOT, "public", address.slice(address.indexOf("lessons/")));
      return new Response(fs.readFileSync(file, "utf8"));
    });
    return () => vi.unstubAllGlobals();
  });

  for (const speed of SPEEDS) {
    it.each(LESSONS)(`at ${speed}×: $id stands where it begins`, async ({ id }) => {
      lessonStore.setState(lessonStore.getInitialState());
      const page = new Page();
      await page.predecessor(speed);
      await page.until(page.lessons().open(id, null));
      for (let drawn = 0; drawn < 9; drawn += 1) await page.draw();
      const { play } = lessonStore.getState();
      if (play === null) throw new Error("The lesson was not opened.");
      const { base } = runOf(play, play.at);
      expect(page.nowUs).toBe(base?.start_us ?? 0);
      expect(page.store.getState().playing).toBe(false);
    });
  }
});
