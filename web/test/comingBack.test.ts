/** A session comes back after a reload, a stopped engine and a worker that is gone. */

import { beforeEach, describe, expect, it } from "vitest";

import { LEFT_BYTES_MAX } from "@/session/engineRoom";
import { logOf } from "@/session/session";
import { Desk, settled } from "@/test/desk";
import { fakeScenario } from "@/test/fakeEngine";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;

describe("a session that comes back", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = new Desk();
    await desk.controller.open(FILE);
  });

  it("keeps the future over a reload", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const digest = desk.state.frame?.digest;
    await desk.controller.travel.to({ us: 500_000 });
    await desk.flushTimers();
    const later = desk.loadedAgain();
    await later.controller.start("first-look", false, {});
    expect(later.state.frame).toMatchObject({ now_us: 500_000, notables: [] });
    expect(later.state.furthestUs).toBe(2_000_000);
    await later.controller.travel.to({ us: 2_000_000 });
    expect(later.state.frame?.digest).toBe(digest);
  });

  it("brings the same instant back after a reload, by replay", async () => {
    await desk.controller.advanceTo(1_500_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(4_000_000);
    await desk.flushTimers();
    const digest = desk.state.frame?.digest;
    const later = desk.loadedAgain();
    await later.controller.start("first-look", false, { play: true });
    expect(later.state).toMatchObject({ playing: false, frame: { now_us: 4_000_000, digest } });
    expect(later.board.getState().notice?.text).toContain("Your session is back at");
  });

  it("keeps a session the moment it is opened, and all of it when the page is left", async () => {
    expect(desk.saved).toMatchObject({ now_us: 0, branches: [{ actions: [] }] });
    await desk.controller.act({ do: "heal" });
    desk.controller.leave();
    expect(desk.left).toMatchObject({ now_us: 1, branches: [{ actions: [{ at_us: 1 }] }] });
  });

  it("opens what the address asks for instead of another session", async () => {
    await desk.flushTimers();
    const later = desk.loadedAgain();
    await later.controller.start("first-look", true, { variant: "on" });
    expect(later.state.world?.variant).toBe("on");
  });

  it("goes on when the kept session cannot be used, and says so", async () => {
    const later = new Desk();
    later.restored = { kind: "unusable", text: "It could not be read." };
    await later.controller.start("first-look", false, {});
    expect(later.board.getState().notice?.text).toBe("It could not be read.");
    expect(later.state).toMatchObject({
      phase: "ready",
    });
  });

  it("says once that storage does not work", async () => {
    desk.storageWorks = false;
    await desk.flushTimers();
    await desk.controller.step();
    await settled();
    expect(desk.board.getState().notice?.alert).toBe(true);
  });

  it("keeps everything through a panic and replays it in a fresh engine", async () => {
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const digest = desk.state.frame?.digest;
    await desk.controller.act({ do: "crash", store: "trap" });
    expect(desk.state).toMatchObject({ phase: "panicked", playing: false });
    expect(desk.state.problem?.text).toContain("forced");
    expect(logOf(desk.state.problem?.stopped ?? null)).toHaveLength(2);
    expect(desk.workers[0]?.terminated).toBe(true);
    await desk.controller.recover("instant");
    expect(desk.state).toMatchObject({ phase: "ready", problem: null });
    expect(desk.state.frame).toMatchObject({ now_us: 2_000_000, digest });
    expect(desk.workers).toHaveLength(2);
  });

  it("offers the action that trapped the engine in the file, and leaves it out of the restart", async () => {
    await desk.controller.act({ do: "crash", store: "trap" });
    expect(desk.state.phase).toBe("panicked");
    expect(logOf(desk.state.problem?.stopped ?? null)).toMatchObject([
      { at_us: 1, action: { do: "crash", store: "trap" } },
    ]);
    await desk.controller.recover("instant");
    expect(desk.state.phase).toBe("ready");
    expect(desk.log).toEqual([]);
  });

  it("starts a worker that is gone without a word again, with all that was done, and plays on", async () => {
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.act({ do: "isolate", place: "az1" });
    await desk.controller.advanceTo(3_000_000);
    await desk.controller.travel.to({ us: 1_500_000 });
    const { session, frame } = desk.state;
    desk.controller.setSpeed(10);
    desk.controller.play();
    const [worker] = desk.workers;
    if (worker !== undefined) worker.gone = true;
    await desk.draw(2);
    await desk.losePatience();
    expect(desk.workers).toHaveLength(2);
    expect(desk.state).toMatchObject({ phase: "ready", problem: null, playing: true });
    expect(desk.state.session).toEqual(session);
    expect(desk.state.frame?.digest).toBe(frame?.digest);
    expect(desk.state.furthestUs).toBe(3_000_000);
    expect(desk.board.getState().notice?.text).toMatch(
      /^The engine was gone and was started again. Your session is back at 1.500.000.s, 1 action/,
    );
    await desk.draw(3);
    expect(desk.state.frame?.now_us).toBeGreaterThan(1_500_000);
  });

  it("comes back without a word when it is to be said in another language", async () => {
    await desk.controller.advanceTo(1_500_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const { session, frame } = desk.state;
    await desk.controller.sayAgain();
    expect(desk.workers).toHaveLength(2);
    expect(desk.state.session).toEqual(session);
    expect(desk.state.frame?.digest).toBe(frame?.digest);
    expect(desk.board.getState().notice).toBeNull();
  });

  it("leaves the choice to the person when the next one is gone at once", async () => {
    for (const _ of [1, 2]) {
      const worker = desk.workers.at(-1);
      if (worker !== undefined) worker.gone = true;
      void desk.controller.ask({ type: "report" });
      await desk.losePatience();
    }
    expect(desk.state).toMatchObject({ phase: "panicked", problem: { title: expect.any(String) } });
    expect(desk.workers).toHaveLength(2);
  });

  describe("once a run has made the engine's memory large", () => {
    const small = fakeScenario({ title: "Small" });

    beforeEach(async () => {
      const [worker] = desk.workers;
      if (worker !== undefined) worker.bytes = LEFT_BYTES_MAX + 1;
      await desk.controller.advanceTo(1_000_000);
    });

    it("gives the next one an engine of its own, and ends the one before", async () => {
      await desk.controller.open({ kind: "file", name: "small.json", text: small });
      expect(desk.workers.map(({ terminated }) => terminated)).toEqual([true, false]);
      expect(desk.state).toMatchObject({ phase: "ready", memory: { module: 0 } });
      await desk.controller.advanceTo(500_000);
      expect(desk.state.frame?.now_us).toBe(500_000);
      await desk.controller.open(FILE);
      expect(desk.workers).toHaveLength(2);
    });

    it("goes on with the one before when the next one is refused", async () => {
      await desk.controller.open({ kind: "file", name: "noise.json", text: "noise" });
      expect(desk.workers.map(({ terminated }) => terminated)).toEqual([false, true]);
      await desk.controller.advanceTo(2_000_000);
      expect(desk.state).toMatchObject({ phase: "ready", frame: { now_us: 2_000_000 } });
    });
  });
});
