/** A session comes back after a reload, a stopped engine and a worker that is gone. */

import { beforeEach, describe, expect, it } from "vitest";

import { LEFT_BYTES_MAX } from "@/session/engineRoom";
import { logOf } from "@/session/session";
import { fakeScenario } from "@/test/fakeEngine";
import { settled, TestPage } from "@/test/testPage";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;

describe("a session that comes back", () => {
  let page: TestPage;

  beforeEach(async () => {
    page = new TestPage();
    await page.controller.open(FILE);
  });

  it("keeps the future over a reload", async () => {
    await page.controller.advanceTo(1_000_000);
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    const digest = page.state.frame?.digest;
    await page.controller.travel.to({ us: 500_000 });
    await page.flushTimers();
    const later = page.loadedAgain();
    await later.controller.start("first-look", false, {});
    expect(later.state.frame).toMatchObject({ now_us: 500_000, notables: [] });
    expect(later.state.furthestUs).toBe(2_000_000);
    await later.controller.travel.to({ us: 2_000_000 });
    expect(later.state.frame?.digest).toBe(digest);
  });

  it("brings the same instant back after a reload, by replay", async () => {
    await page.controller.advanceTo(1_500_000);
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(4_000_000);
    await page.flushTimers();
    const digest = page.state.frame?.digest;
    const later = page.loadedAgain();
    await later.controller.start("first-look", false, { play: true });
    expect(later.state).toMatchObject({ playing: false, frame: { now_us: 4_000_000, digest } });
    expect(later.board.getState().notice?.text).toContain("Your session is back at");
  });

  it("keeps a session the moment it is opened, and all of it when the page is left", async () => {
    expect(page.saved).toMatchObject({ now_us: 0, branches: [{ actions: [] }] });
    await page.controller.act({ do: "heal" });
    page.controller.leave();
    expect(page.left).toMatchObject({ now_us: 1, branches: [{ actions: [{ at_us: 1 }] }] });
  });

  it("opens what the address asks for instead of another session", async () => {
    await page.flushTimers();
    const later = page.loadedAgain();
    await later.controller.start("first-look", true, { variant: "on" });
    expect(later.state.world?.variant).toBe("on");
  });

  it("goes on when the kept session cannot be used, and says so", async () => {
    const later = new TestPage();
    later.restored = { kind: "unusable", text: "It could not be read." };
    await later.controller.start("first-look", false, {});
    expect(later.board.getState().notice?.text).toBe("It could not be read.");
    expect(later.state).toMatchObject({
      phase: "ready",
    });
  });

  it("says once that storage does not work", async () => {
    page.storageWorks = false;
    await page.flushTimers();
    await page.controller.step();
    await settled();
    expect(page.board.getState().notice?.alert).toBe(true);
  });

  it("keeps everything through a panic and replays it in a fresh engine", async () => {
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    const digest = page.state.frame?.digest;
    await page.controller.act({ do: "crash", store: "trap" });
    expect(page.state).toMatchObject({ phase: "panicked", playing: false });
    expect(page.state.problem?.text).toContain("forced");
    expect(logOf(page.state.problem?.stopped ?? null)).toHaveLength(2);
    expect(page.workers[0]?.terminated).toBe(true);
    await page.controller.recover("instant");
    expect(page.state).toMatchObject({ phase: "ready", problem: null });
    expect(page.state.frame).toMatchObject({ now_us: 2_000_000, digest });
    expect(page.workers).toHaveLength(2);
  });

  it("offers the action that trapped the engine in the file, and leaves it out of the restart", async () => {
    await page.controller.act({ do: "crash", store: "trap" });
    expect(page.state.phase).toBe("panicked");
    expect(logOf(page.state.problem?.stopped ?? null)).toMatchObject([
      { at_us: 1, action: { do: "crash", store: "trap" } },
    ]);
    await page.controller.recover("instant");
    expect(page.state.phase).toBe("ready");
    expect(page.log).toEqual([]);
  });

  it("starts a worker that is gone without a word again, with all that was done, and plays on", async () => {
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    await page.controller.act({ do: "isolate", place: "az1" });
    await page.controller.advanceTo(3_000_000);
    await page.controller.travel.to({ us: 1_500_000 });
    const { session, frame } = page.state;
    page.controller.setSpeed(10);
    page.controller.play();
    const [worker] = page.workers;
    if (worker !== undefined) worker.gone = true;
    await page.draw(2);
    await page.losePatience();
    expect(page.workers).toHaveLength(2);
    expect(page.state).toMatchObject({ phase: "ready", problem: null, playing: true });
    expect(page.state.session).toEqual(session);
    expect(page.state.frame?.digest).toBe(frame?.digest);
    expect(page.state.furthestUs).toBe(3_000_000);
    expect(page.board.getState().notice?.text).toMatch(
      /^The engine was gone and was started again. Your session is back at 1.500.000.s, 1 action/,
    );
    await page.draw(3);
    expect(page.state.frame?.now_us).toBeGreaterThan(1_500_000);
  });

  it("comes back without a word when it is to be said in another language", async () => {
    await page.controller.advanceTo(1_500_000);
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    const { session, frame } = page.state;
    await page.controller.sayAgain();
    expect(page.workers).toHaveLength(2);
    expect(page.state.session).toEqual(session);
    expect(page.state.frame?.digest).toBe(frame?.digest);
    expect(page.board.getState().notice).toBeNull();
  });

  it("leaves the choice to the person when the next one is gone at once", async () => {
    for (const _ of [1, 2]) {
      const worker = page.workers.at(-1);
      if (worker !== undefined) worker.gone = true;
      void page.controller.ask({ type: "report" });
      await page.losePatience();
    }
    expect(page.state).toMatchObject({ phase: "panicked", problem: { title: expect.any(String) } });
    expect(page.workers).toHaveLength(2);
  });

  describe("once a run has made the engine's memory large", () => {
    const small = fakeScenario({ title: "Small" });

    beforeEach(async () => {
      const [worker] = page.workers;
      if (worker !== undefined) worker.bytes = LEFT_BYTES_MAX + 1;
      await page.controller.advanceTo(1_000_000);
    });

    it("gives the next one an engine of its own, and ends the one before", async () => {
      await page.controller.open({ kind: "file", name: "small.json", text: small });
      expect(page.workers.map(({ terminated }) => terminated)).toEqual([true, false]);
      expect(page.state).toMatchObject({ phase: "ready", memory: { module: 0 } });
      await page.controller.advanceTo(500_000);
      expect(page.state.frame?.now_us).toBe(500_000);
      await page.controller.open(FILE);
      expect(page.workers).toHaveLength(2);
    });

    it("goes on with the one before when the next one is refused", async () => {
      await page.controller.open({ kind: "file", name: "noise.json", text: "noise" });
      expect(page.workers.map(({ terminated }) => terminated)).toEqual([false, true]);
      await page.controller.advanceTo(2_000_000);
      expect(page.state).toMatchObject({ phase: "ready", frame: { now_us: 2_000_000 } });
    });
  });
});
