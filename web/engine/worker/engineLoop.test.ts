import { describe, expect, it } from "vitest";
import { fakeEngine, fakeScenario } from "@/test/fakeEngine";
import type { Reply, Update, UpdateRequest } from "../messages";
import type { Action } from "../types";
import { buffersOf, EngineLoop } from "./engineLoop";
import { CHUNK_EVENTS } from "./run";

const REQUEST: UpdateRequest = {
  range: 1,
  notable_after: 0,
  series_after: -1,
  target: null,
  tape_after: null,
};

function started(wallMs: () => number = () => 0): EngineLoop {
  const loop = new EngineLoop({ engine: fakeEngine, wallMs });
  loop.run(openCommand(fakeScenario()));
  return loop;
}

function openCommand(scenario: string, changes = {}) {
  const spec = { scenario, variant: "", seed: undefined, actions: [], until_us: 0, ...changes };
  return { type: "open", spec, updateRequest: REQUEST } as const;
}

function updateOf(reply: Reply): Update {
  if (!("update" in reply)) throw new Error(`no update: ${JSON.stringify(reply)}`);
  return reply.update;
}

describe("the worker's loop", () => {
  it("advances to the instant that was asked for", () => {
    const reply = started().run({
      type: "advance",
      untilUs: 2_500_000,
      budgetMs: 8,
      updateRequest: REQUEST,
    });
    expect(updateOf(reply)).toMatchObject({ reached: true, frame: { now_us: 2_500_000 } });
  });

  it("stops between events when the budget runs out, and says so", () => {
    let wall = 0;
    const loop = started(() => {
      wall += 5;
      return wall;
    });
    const reply = loop.run({
      type: "advance",
      untilUs: 9_000_000,
      budgetMs: 8,
      updateRequest: REQUEST,
    });
    expect(updateOf(reply).reached).toBe(false);
    expect(updateOf(reply).frame.events).toBe(CHUNK_EVENTS * 2);
  });

  it("ends with the same digest however the way was cut into pieces", () => {
    const whole = started().run({
      type: "advance",
      untilUs: 3_000_000,
      budgetMs: 8,
      updateRequest: REQUEST,
    });
    const pieces = started();
    for (let at = 0; at < 3_000_000; at += 16_667) {
      pieces.run({ type: "advance", untilUs: at, budgetMs: 0, updateRequest: REQUEST });
    }
    const last = pieces.run({
      type: "advance",
      untilUs: 3_000_000,
      budgetMs: 8,
      updateRequest: REQUEST,
    });
    expect(updateOf(last).frame.digest).toBe(updateOf(whole).frame.digest);
  });

  it("never goes back: an instant in the past only takes a picture", () => {
    const loop = started();
    loop.run({ type: "advance", untilUs: 1_000_000, budgetMs: 8, updateRequest: REQUEST });
    const reply = loop.run({ type: "advance", untilUs: 500, budgetMs: 8, updateRequest: REQUEST });
    expect(updateOf(reply)).toMatchObject({ reached: true, frame: { now_us: 1_000_000 } });
  });

  it("shows what an action did although the page is paused", () => {
    const reply = started().run({
      type: "act",
      branch: 1,
      action: { do: "isolate", place: "az1" },
      updateRequest: REQUEST,
    });
    expect(updateOf(reply).frame.notables.map(({ text }) => text)).toEqual(["Did isolate."]);
  });

  it("replays actions at their own instants to the same digest", () => {
    const first = started();
    first.run({ type: "advance", untilUs: 1_234_567, budgetMs: 8, updateRequest: REQUEST });
    const acted = first.run({
      type: "act",
      branch: 1,
      action: { do: "heal" },
      updateRequest: REQUEST,
    });
    const end = first.run({
      type: "advance",
      untilUs: 4_000_000,
      budgetMs: 8,
      updateRequest: REQUEST,
    });
    if (acted.type !== "acted") throw new Error("not acted");
    const again = new EngineLoop({ engine: fakeEngine, wallMs: () => 0 });
    const changes = { actions: [acted.logged], until_us: 4_000_000 };
    const reply = again.run(openCommand(fakeScenario(), changes));
    expect(updateOf(reply).frame.digest).toBe(updateOf(end).frame.digest);
  });

  it("keeps the running scenario when another is refused", () => {
    const loop = started();
    loop.run({ type: "advance", untilUs: 1_000_000, budgetMs: 8, updateRequest: REQUEST });
    expect(loop.run(openCommand("noise"))).toMatchObject({ type: "refused" });
    const look = loop.run({ type: "look", updateRequest: REQUEST });
    expect(updateOf(look).frame.now_us).toBe(1_000_000);
  });

  it("takes the first variant when none is named", () => {
    const loop = new EngineLoop({ engine: fakeEngine, wallMs: () => 0 });
    const reply = loop.run(openCommand(fakeScenario({ variants: ["off", "on"] })));
    expect(reply).toMatchObject({ type: "opened", world: { variant: "off" } });
  });

  it("passes a refusal on and goes on", () => {
    const loop = started();
    const reply = loop.run({
      type: "act",
      branch: 1,
      action: { do: "crash", store: "s9" },
      updateRequest: REQUEST,
    });
    expect(reply).toEqual({ type: "refused", message: 'store: found "s9", expected s1' });
    expect(loop.run({ type: "look", updateRequest: REQUEST }).type).toBe("looked");
  });

  it("is lost after a trap and says why, without the stack", () => {
    const loop = started();
    const panicked = {
      type: "panicked",
      message: "panicked at core/wasm_engine/src/lib.rs:1:1:\nforced",
    };
    const action: Action = { do: "crash", store: "trap" };
    expect(loop.run({ type: "act", branch: 1, action, updateRequest: REQUEST })).toEqual(panicked);
    expect(loop.run({ type: "look", updateRequest: REQUEST })).toEqual(panicked);
  });

  it("inspects the selected thing at the instant of the frame", () => {
    const reply = started().run({
      type: "look",
      updateRequest: { ...REQUEST, target: { node: 0 } },
    });
    const { inspection, frame } = updateOf(reply);
    expect(inspection).toEqual({ kind: "link", window_bytes: frame.now_us });
  });

  it("hands each buffer over once", () => {
    const reply = started().run({ type: "look", updateRequest: REQUEST });
    const buffers = buffersOf(reply);
    expect(new Set(buffers).size).toBe(buffers.length);
    expect(buffers).toContain(updateOf(reply).frame.bytes.buffer);
    expect(() => structuredClone(reply, { transfer: buffers })).not.toThrow();
  });
});
