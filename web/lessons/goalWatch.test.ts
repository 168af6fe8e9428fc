import { beforeEach, describe, expect, it } from "vitest";
import type { Frame, Judged } from "@/engine/types";
import type { Session } from "@/session/session";
import { SimStore } from "@/session/simStore";
import type { Others } from "@/session/variantRuns";
import { judgedOf } from "@/test/lessons/lessonFixtures";
import { put } from "@/test/put";
import { GoalWatch, type Watched } from "./goalWatch";

/** A run that is moved by hand, a clock and timers that are, and an engine that is asked. */
class HandRun {
  readonly store = new SimStore();
  nowMs = 0;
  /** Instants at which it was judged, and those to which other runs were brought. */
  readonly asked: number[] = [];
  readonly brought: number[] = [];
  readonly heard: [boolean, number][] = [];
  readonly failed: string[] = [];
  answer: (us: number) => Judged[] | string = () => [judgedOf(false)];
  others: Others = { ok: true, reports: {} };
  /** Called while other runs are on their way. */
  meanwhile = () => {};
  private timers: (() => void)[] = [];
  readonly watch = new GoalWatch({
    run: this.store,
    judge: async () => {
      this.asked.push(this.us);
      const answer = this.answer(this.us);
      return typeof answer === "string"
        ? { ok: false, message: answer }
        : { ok: true, value: answer };
    },
    variants: {
      at: async (_names, _session, us) => {
        this.brought.push(us);
        this.meanwhile();
        return this.others;
      },
    },
    wallMs: () => this.nowMs,
    later: (callback) => this.timers.push(callback),
    pause: () => put(this.store, { playing: false }),
    play: () => put(this.store, { playing: true }),
  });

  constructor() {
    const session = { text: "scenario", branches: [], current: 0 } as unknown as Session;
    put(this.store, { phase: "ready", session });
    this.move(0);
  }

  get us(): number {
    return this.store.getState().frame?.now_us ?? -1;
  }

  move(us: number): void {
    put(this.store, { frame: { now_us: us, digest: `digest at ${us}` } as Frame });
  }

  start(changes: Partial<Watched> = {}): void {
    this.watch.watch({
      goals: [{ a: 1 }],
      variants: [],
      baseline: { reports: async () => ({ ok: true, json: "{}" }) },
      actionsOfOthers: () => [],
      isMeant: () => true,
      decides: (judged) => judged[0]?.standing === "met",
      heard: (judged, us) => this.heard.push([judged[0]?.standing === "met", us]),
      failed: (why) => this.failed.push(why),
      ...changes,
    });
  }

  /** Lets wall time pass, timers ring and promises settle. */
  async pass(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const callback of this.timers.splice(0)) callback();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

describe("the watch on goals", () => {
  let run: HandRun;
  beforeEach(() => {
    run = new HandRun();
  });

  it("asks at most four times a second, and once more where the run stopped", async () => {
    run.start();
    for (let us = 0; us < 1_000; us += 10) {
      run.move(us);
      await run.pass(10);
    }
    expect(run.asked.length).toBeLessThanOrEqual(5);
    await run.pass(250);
    expect(run.asked.at(-1)).toBe(990);
    const before = run.asked.length;
    for (let i = 0; i < 8; i += 1) await run.pass(250);
    expect(run.asked).toHaveLength(before);
  });

  it("does not ask about another run", async () => {
    run.start({ isMeant: () => false });
    run.move(5);
    await run.pass(300);
    expect(run.asked).toEqual([]);
  });

  it("tells nobody once it is stopped", async () => {
    run.start();
    run.watch.stop();
    await run.pass(300);
    expect(run.heard).toEqual([]);
  });

  it("asks no more about an instant of which it gets no answer", async () => {
    run.answer = () => "No.";
    run.start();
    for (let i = 0; i < 8; i += 1) await run.pass(250);
    expect(run.asked).toEqual([0]);
    expect(run.failed).toEqual(["No."]);
    run.answer = () => [judgedOf(true)];
    run.move(7);
    await run.pass(250);
    expect(run.heard).toEqual([[true, 7]]);
  });

  it("brings other variants to the instant before it asks", async () => {
    run.start({ variants: ["off"] });
    await run.pass(0);
    expect(run.brought).toEqual([0]);
    expect(run.heard).toEqual([[false, 0]]);
  });

  it("stands still before it decides of two runs, and goes on when it is not so there", async () => {
    put(run.store, { playing: true });
    let moves = 1;
    run.meanwhile = () => {
      // Once the picture after next came while the other run was on its way.
      if (moves-- > 0) run.move(10);
    };
    run.answer = () => [judgedOf(run.asked.length === 1)];
    run.start({ variants: ["off"] });
    await run.pass(0);
    expect(run.brought).toEqual([0, 10]);
    expect(run.heard).toEqual([[false, 10]]);
    expect(run.store.getState().playing).toBe(true);
  });

  it("tells how far it has come while both go on, at the instant of the other run", async () => {
    put(run.store, { playing: true });
    run.meanwhile = () => run.move(run.us + 10);
    run.start({ variants: ["off"] });
    await run.pass(0);
    await run.pass(300);
    expect(run.heard).toEqual([
      [false, 0],
      [false, 10],
    ]);
    expect(run.store.getState().playing).toBe(true);
  });

  it("says why another run did not come along, and asks no more", async () => {
    run.others = { ok: false, why: "There is no such variant." };
    run.start({ variants: ["off"] });
    await run.pass(0);
    run.move(5);
    await run.pass(300);
    expect(run.failed).toEqual(["There is no such variant."]);
    expect(run.asked).toEqual([]);
  });
});
