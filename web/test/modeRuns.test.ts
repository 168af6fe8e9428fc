/** The table of modes against runs that went straight to the same instant. */

import { describe, expect, it, vi } from "vitest";
import type { Request, Response } from "@/engine/messages";
import type { LoggedAction, ReadMode, World } from "@/engine/types";
import type { EngineLike } from "@/engine/worker/engineLike";
import { EngineLoop } from "@/engine/worker/engineLoop";
import { type WorkerLike, WorkerLink } from "@/engine/workerLink";
import { withLog } from "@/session/branches";
import { figuresOf } from "@/session/modes/figures";
import { actionsInMode, neededSetting, scenarioInMode } from "@/session/modes/inMode";
import { ModeRuns } from "@/session/modes/modeRuns";
import { makeModesStore } from "@/session/modes/modesState";
import { freshSession, openedState, updateRequestOf } from "@/session/reduce";
import { INITIAL_STATE } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { put } from "@/test/put";
import { loadEngine, textOf } from "@/test/realEngine";

/** Several runs live in one instance here, so none may keep or restore its memory. */
const { Playground, build_info, describe_scenario } = loadEngine().engine;
const ENGINE: EngineLike = { Playground, build_info, describe_scenario };
const REQUEST = updateRequestOf(INITIAL_STATE);
const TEXT = textOf("stale-leader");
const VARIANT = "leader-unchecked";

/** A worker whose clock jumps, so that it gets a piece of the way at a time. */
class PiecewiseWorker implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  terminated = false;
  commands = 0;
  private readonly loop: EngineLoop;

  constructor() {
    let nowMs = 0;
    this.loop = new EngineLoop({ engine: ENGINE, wallMs: () => (nowMs += 4) });
  }

  postMessage({ id, ...command }: Request): void {
    this.commands += 1;
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

/** The page with a run at an instant, and its table. */
class ModesPage {
  readonly store = new SimStore();
  readonly workers: PiecewiseWorker[] = [];
  readonly known = makeModesStore();
  readonly runs: ModeRuns;
  /** No worker starts. */
  isBroken = false;
  private readonly first = new EngineLoop({ engine: ENGINE, wallMs: () => 0 });

  constructor(text = TEXT, variant = VARIANT) {
    const spec = { scenario: text, variant, seed: undefined, actions: [], until_us: 0 };
    const reply = this.first.run({ type: "open", spec, updateRequest: REQUEST });
    if (reply.type !== "opened") throw new Error(JSON.stringify(reply));
    const source = { kind: "builtin", id: "x" } as const;
    put(this.store, openedState(INITIAL_STATE, source, spec, reply));
    this.runs = new ModeRuns(this.store, this.known, () => {
      if (this.isBroken) throw new Error("No worker.");
      const worker = new PiecewiseWorker();
      this.workers.push(worker);
      return new WorkerLink(worker);
    });
  }

  goTo(us: number): void {
    const reply = this.first.run({
      type: "seek",
      to: { us },
      budgetMs: 1e9,
      updateRequest: REQUEST,
    });
    if (!("update" in reply)) throw new Error(JSON.stringify(reply));
    put(this.store, { frame: reply.update.frame });
  }

  log(actions: LoggedAction[]): void {
    const { session } = this.store.getState();
    if (session === null) throw new Error("no session");
    put(this.store, { session: withLog(session, actions) });
  }

  async settled(): Promise<void> {
    while (this.known.getState().working) await new Promise((done) => setTimeout(done, 1));
  }

  get world(): World {
    const { world } = this.store.getState();
    if (world === null) throw new Error("no world");
    return world;
  }

  row(mode: ReadMode) {
    const found = this.known.getState().rows.find((row) => row.mode === mode);
    if (found === undefined) throw new Error(`no row ${mode}`);
    return found;
  }
}

/** What a run that goes straight there says. */
function straight(mode: ReadMode, untilUs: number, world: World, actions: LoggedAction[] = []) {
  // Nothing of what some modes cannot do without is set in this scenario.
  const also = neededSetting(mode, { safe_time: "off", timestamps: "none" });
  const text = scenarioInMode(TEXT, VARIANT, mode, also);
  const playground = new Playground(text, VARIANT, undefined);
  for (const logged of actionsInMode(actions, mode, also)) {
    playground.advance(logged.at_us - 1, 1e9);
    playground.replay(logged);
  }
  playground.advance(untilUs, 1e9);
  const figures = figuresOf(playground.report(), mode, world);
  playground.free();
  return figures;
}

describe("the table of modes", () => {
  it("has the figures of runs that went straight to the instant, mode by mode", async () => {
    const page = new ModesPage();
    page.goTo(9_000_000);
    page.runs.start();
    await page.settled();
    const { rows } = page.known.getState();
    expect(rows.map(({ mode }) => mode)).toEqual(page.world.read_modes.map(({ id }) => id));
    for (const { mode, figures, us, refusal } of rows) {
      if (refusal !== "") {
        // Without a placement driver nobody gives timestamps.
        expect([mode, figures, us]).toEqual(["version", undefined, -1]);
        expect(refusal).toContain("timestamps");
        continue;
      }
      expect(us).toBe(9_000_000);
      expect(figures, mode).toEqual(straight(mode, 9_000_000, page.world));
    }
    expect(page.row("leader-unchecked").figures?.stale).toBeGreaterThan(0);
    expect(page.row("leader").figures).toMatchObject({ stale: 0, violation: "" });
    page.runs.stop();
  });

  it("follows the run, going on from where it was", async () => {
    const page = new ModesPage();
    page.goTo(2_000_000);
    page.runs.start();
    await page.settled();
    const { length } = page.workers;
    page.goTo(7_500_000);
    await page.settled();
    expect(page.workers).toHaveLength(length);
    expect(page.row("local").figures).toEqual(straight("local", 7_500_000, page.world));
    page.runs.stop();
  });

  it("follows it back, and to what a person did", async () => {
    const page = new ModesPage();
    page.goTo(7_000_000);
    page.runs.start();
    await page.settled();
    page.goTo(3_000_000);
    const settings = { read_mode: "follower" } as const;
    const log: LoggedAction[] = [
      { at_us: 1_000_001, action: { do: "crash", store: "s3" }, text: "" },
      { at_us: 1_200_001, action: { do: "set", settings }, text: "" },
    ];
    page.log(log);
    await page.settled();
    expect(page.row("follower").us).toBe(3_000_000);
    for (const mode of ["local", "leader", "follower"] as const) {
      expect(page.row(mode).figures).toEqual(straight(mode, 3_000_000, page.world, log));
    }
    page.runs.stop();
  });

  it("ends its workers when nobody looks, and keeps what it found", async () => {
    const page = new ModesPage();
    page.goTo(1_000_000);
    page.runs.start();
    await page.settled();
    page.runs.stop();
    expect(page.workers.every(({ terminated }) => terminated)).toBe(true);
    expect(page.row("leader").figures).toBeDefined();
    const commands = page.workers.reduce((sum, worker) => sum + worker.commands, 0);
    page.goTo(2_000_000);
    expect(page.workers.reduce((sum, worker) => sum + worker.commands, 0)).toBe(commands);
  });

  it("is measured once for who does not stay, and follows nothing then", async () => {
    const page = new ModesPage();
    page.goTo(3_000_000);
    await page.runs.measure();
    expect(page.row("leader").figures).toEqual(straight("leader", 3_000_000, page.world));
    expect(page.workers.every(({ terminated }) => terminated)).toBe(true);
    page.goTo(4_000_000);
    await page.settled();
    expect(page.row("leader").us).toBe(3_000_000);
  });

  it("goes on where somebody opens it while it is measured", async () => {
    const page = new ModesPage();
    page.goTo(2_000_000);
    const measured = page.runs.measure();
    page.runs.start();
    await measured;
    page.goTo(3_000_000);
    await page.settled();
    expect(page.row("leader").us).toBe(3_000_000);
    page.runs.stop();
    expect(page.workers.every(({ terminated }) => terminated)).toBe(true);
  });

  it("tells a failure, waits for nothing then, and goes on with the next instant", async () => {
    const page = new ModesPage();
    const told = vi.fn();
    vi.stubGlobal("reportError", told);
    page.isBroken = true;
    page.goTo(1_000_000);
    await expect(page.runs.measure()).rejects.toThrow("No worker.");
    page.runs.start();
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(new Error("No worker.")));
    await page.settled();
    expect(page.known.getState().rows.map(({ onWayUs }) => onWayUs)).not.toContain(0);
    page.isBroken = false;
    page.goTo(2_000_000);
    await page.settled();
    expect(page.row("leader").us).toBe(2_000_000);
    page.runs.stop();
    vi.unstubAllGlobals();
  });

  it("is empty again for another run", async () => {
    const page = new ModesPage();
    page.goTo(1_000_000);
    page.runs.start();
    await page.settled();
    const other = freshSession(
      { kind: "builtin", id: "x" },
      { scenario: TEXT, variant: "leader", seed: 9, actions: [], until_us: 0 },
      "leader",
      9,
    );
    put(page.store, { session: other });
    expect(page.row("leader").figures).toBeUndefined();
    await page.settled();
    page.runs.stop();
  });
});

describe("a run in one mode", () => {
  it("leaves no load, gateway or request a mode of its own, and no action that chooses one", () => {
    const text = JSON.stringify({
      settings: { read_mode: "local", pre_vote: true },
      topology: { gateways: [{ id: "g1", zone: "z", read_mode: "local" }] },
      workload: [{ id: "a", read_mode: "leader" }],
      actions: [
        { at: "1s", do: "set", settings: { read_mode: "local" } },
        { at: "2s", do: "get", key: 1, read_mode: "local" },
      ],
      variants: {
        other: { settings: { read_mode: "leader" } },
        mine: { settings: { read_mode: "leader" }, workload: [{ id: "b", read_mode: "leader" }] },
      },
    });
    expect(JSON.parse(scenarioInMode(text, "mine", "follower"))).toEqual({
      settings: { read_mode: "follower", pre_vote: true },
      topology: { gateways: [{ id: "g1", zone: "z" }] },
      workload: [{ id: "a" }],
      actions: [{ at: "2s", do: "get", key: 1 }],
      variants: {
        other: { settings: { read_mode: "leader" } },
        mine: { settings: { read_mode: "follower" }, workload: [{ id: "b" }] },
      },
    });
  });
});
