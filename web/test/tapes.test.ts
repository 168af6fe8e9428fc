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

class Desk {
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

function opened(): Desk {
  const desk = new Desk();
  desk.open();
  return desk;
}

function events(desk: Desk): [first: number | undefined, last: number | undefined] {
  const { event } = desk.state.tape?.columns ?? {};
  return [event?.[0], event?.at(-1)];
}

describe("the tape of the page", () => {
  it("is not asked for while no view wants it", () => {
    const desk = opened();
    desk.seek(5_000);
    expect(updateRequestOf(desk.state).tape_after).toBeNull();
    expect(desk.state.tape).toBeNull();
  });

  it("begins where a view first wants it, and ends with the last one", () => {
    const desk = opened();
    desk.seek(5_000);
    const leave = desk.tapes.use(new Reel());
    desk.seek(9_000);
    expect(events(desk)).toEqual([6, 9]);
    expect(updateRequestOf(desk.state).tape_after).toBe(9);
    leave();
    expect(updateRequestOf(desk.state).tape_after).toBeNull();
    desk.seek(12_000);
    expect(events(desk)).toEqual([6, 9]);
  });

  it("is made to reach back once, and not again where it cannot reach further", async () => {
    const desk = opened();
    desk.seek(50_000);
    desk.tapes.use(new Reel());
    await desk.tapes.reach(0);
    expect(desk.state.tape?.fromEvent).toBe(0);
    expect(events(desk)).toEqual([1, 50]);
    desk.asked.length = 0;
    await desk.tapes.reach(0);
    expect(desk.asked).toEqual([]);
    expect(desk.state.frame?.now_us).toBe(50_000);
  });

  it("reaches an instant, too, that is asked for while another answer is awaited", async () => {
    const desk = opened();
    desk.seek(50_000);
    desk.tapes.use(new Reel());
    // Answers that reach no further than they were asked to.
    const asked: number[] = [];
    const tapes = new Tapes({
      run: desk.store,
      updateRequest: () => updateRequestOf(desk.state),
      ask: async (command) => {
        if (command.type !== "retrace" || desk.state.tape === null) throw new Error("not asked");
        await Promise.resolve();
        asked.push(command.fromUs);
        const event = command.fromUs / 1_000;
        const tape = { ...desk.state.tape, fromUs: command.fromUs, fromEvent: event };
        put(desk.store, { tape });
        void tapes.reach(10_000);
        return { type: "refused", message: "" };
      },
    });
    await tapes.reach(40_000);
    expect(asked).toEqual([40_000, 10_000]);
  });

  it("is made to reach back after an attempt that failed", async () => {
    const desk = opened();
    desk.seek(50_000);
    desk.tapes.use(new Reel());
    const { ask } = desk;
    desk.ask = () => {
      throw new Error("no answer");
    };
    await expect(desk.tapes.reach(0)).rejects.toThrow("no answer");
    desk.ask = ask;
    await desk.tapes.reach(0);
    expect(desk.state.tape?.fromEvent).toBe(0);
  });

  it("keeps the known future when the run goes back", () => {
    const desk = opened();
    desk.tapes.use(new Reel());
    desk.seek(50_000);
    desk.seek(20_000);
    expect(desk.state.frame?.events).toBe(20);
    expect(events(desk)).toEqual([1, 50]);
    desk.seek(60_000);
    expect(events(desk)).toEqual([1, 60]);
  });

  it("loses what came after an action in the past", () => {
    const desk = opened();
    desk.tapes.use(new Reel());
    desk.seek(50_000);
    desk.seek(20_000);
    desk.ask({
      type: "act",
      action: { do: "heal" },
      branch: 1,
      updateRequest: updateRequestOf(desk.state),
    });
    expect(desk.state.tape?.toEvent).toBe(desk.state.frame?.events);
    desk.seek(30_000);
    expect(desk.state.tape?.toUs).toBe(30_000);
    expect(desk.state.tape?.toEvent).toBe(desk.state.frame?.events);
  });

  it("is another one with another run", () => {
    const desk = opened();
    desk.tapes.use(new Reel());
    desk.seek(50_000);
    desk.open();
    expect(desk.state.tape).toMatchObject({ count: 0, fromEvent: 0, toEvent: 0 });
  });
});
