/** From a view that wants the tape to the worker's loop and back, with the stand-in engine. */

import { describe, expect, it } from "vitest";

import type { Command, Reply } from "@/engine/messages";
import { EngineLoop } from "@/engine/worker/engineLoop";
import { firstUpdateRequest, updateRequestOf } from "@/session/reduce";
import type { SimState } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { Reel } from "@/session/tape/tape";
import { Tapes } from "@/session/tape/tapes";
import { fakeEngine, fakeScenario } from "@/test/fakeEngine";
import { put } from "@/test/put";

class TapedRun {
  readonly store = new SimStore();
  readonly asked: string[] = [];
  readonly tapes = new Tapes({
    run: this.store,
    updateRequest: () => updateRequestOf(this.state),
    ask: async (command) => this.ask(command),
  });
  private readonly loop = new EngineLoop({ engine: fakeEngine, wallMs: () => 0 });

  ask(command: Command): Reply {
    this.asked.push(command.type);
    const reply = this.loop.run(command);
    if (!("update" in reply)) throw new Error(`no update: ${JSON.stringify(reply)}`);
    this.store.took(reply.update, this.tapes.take(reply.update));
    return reply;
  }

  open(): void {
    const spec = {
      scenario: fakeScenario(),
      variant: "",
      seed: undefined,
      actions: [],
      until_us: 0,
    };
    const reply = this.loop.run({
      type: "open",
      spec,
      updateRequest: firstUpdateRequest(this.state),
    });
    if (reply.type !== "opened") throw new Error("not opened");
    const source = { kind: "file", name: "fake.json", text: spec.scenario } as const;
    this.store.opened(source, spec, reply, this.tapes.opened(reply.update));
  }

  seek(us: number): void {
    this.ask({
      type: "seek",
      to: { us },
      budgetMs: 100,
      updateRequest: updateRequestOf(this.state),
    });
  }

  get state(): SimState {
    return this.store.getState();
  }
}

function opened(): TapedRun {
  const run = new TapedRun();
  run.open();
  return run;
}

function events(run: TapedRun): [first: number | undefined, last: number | undefined] {
  const { event } = run.state.tape?.columns ?? {};
  return [event?.[0], event?.at(-1)];
}

describe("the tape of the page", () => {
  it("is not asked for while no view wants it", () => {
    const run = opened();
    run.seek(5_000);
    expect(updateRequestOf(run.state).tape_after).toBeNull();
    expect(run.state.tape).toBeNull();
  });

  it("begins where a view first wants it, and ends with the last one", () => {
    const run = opened();
    run.seek(5_000);
    const leave = run.tapes.use(new Reel());
    run.seek(9_000);
    expect(events(run)).toEqual([6, 9]);
    expect(updateRequestOf(run.state).tape_after).toBe(9);
    leave();
    expect(updateRequestOf(run.state).tape_after).toBeNull();
    run.seek(12_000);
    expect(events(run)).toEqual([6, 9]);
  });

  it("is made to reach back once, and not again where it cannot reach further", async () => {
    const run = opened();
    run.seek(50_000);
    run.tapes.use(new Reel());
    await run.tapes.reach(0);
    expect(run.state.tape?.fromEvent).toBe(0);
    expect(events(run)).toEqual([1, 50]);
    run.asked.length = 0;
    await run.tapes.reach(0);
    expect(run.asked).toEqual([]);
    expect(run.state.frame?.now_us).toBe(50_000);
  });

  it("reaches an instant, too, that is asked for while another answer is awaited", async () => {
    const run = opened();
    run.seek(50_000);
    run.tapes.use(new Reel());
    // Answers that reach no further than they were asked to.
    const asked: number[] = [];
    const tapes = new Tapes({
      run: run.store,
      updateRequest: () => updateRequestOf(run.state),
      ask: async (command) => {
        if (command.type !== "retrace" || run.state.tape === null) throw new Error("not asked");
        await Promise.resolve();
        asked.push(command.fromUs);
        const event = command.fromUs / 1_000;
        const tape = { ...run.state.tape, fromUs: command.fromUs, fromEvent: event };
        put(run.store, { tape });
        void tapes.reach(10_000);
        return { type: "refused", message: "" };
      },
    });
    await tapes.reach(40_000);
    expect(asked).toEqual([40_000, 10_000]);
  });

  it("is made to reach back after an attempt that failed", async () => {
    const run = opened();
    run.seek(50_000);
    run.tapes.use(new Reel());
    const { ask } = run;
    run.ask = () => {
      throw new Error("no answer");
    };
    await expect(run.tapes.reach(0)).rejects.toThrow("no answer");
    run.ask = ask;
    await run.tapes.reach(0);
    expect(run.state.tape?.fromEvent).toBe(0);
  });

  it("keeps the known future when the run goes back", () => {
    const run = opened();
    run.tapes.use(new Reel());
    run.seek(50_000);
    run.seek(20_000);
    expect(run.state.frame?.events).toBe(20);
    expect(events(run)).toEqual([1, 50]);
    run.seek(60_000);
    expect(events(run)).toEqual([1, 60]);
  });

  it("loses what came after an action in the past", () => {
    const run = opened();
    run.tapes.use(new Reel());
    run.seek(50_000);
    run.seek(20_000);
    run.ask({
      type: "act",
      action: { do: "heal" },
      branch: 1,
      updateRequest: updateRequestOf(run.state),
    });
    expect(run.state.tape?.toEvent).toBe(run.state.frame?.events);
    run.seek(30_000);
    expect(run.state.tape?.toUs).toBe(30_000);
    expect(run.state.tape?.toEvent).toBe(run.state.frame?.events);
  });

  it("is another one with another run", () => {
    const run = opened();
    run.tapes.use(new Reel());
    run.seek(50_000);
    run.open();
    expect(run.state.tape).toMatchObject({ count: 0, fromEvent: 0, toEvent: 0 });
  });
});
