import { beforeEach, describe, expect, it } from "vitest";

import { LEFT_BYTES_MAX } from "@/session/engineRoom";
import { logOf } from "@/session/session";
import { Desk, settled } from "@/test/desk";
import { fakeScenario } from "@/test/fakeEngine";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;

describe("the session's controller", () => {
  let desk: Desk;

  beforeEach(async () => {
    desk = new Desk();
    await desk.controller.open(FILE);
  });

  it("opens a scenario, paused at 0 s, with its first range", () => {
    expect(desk.state).toMatchObject({ phase: "ready", playing: false, range: 1 });
    expect(desk.state.frame?.now_us).toBe(0);
    expect(desk.state.session?.seed).toBe(7);
  });

  it("begins where the scenario opens for whoever watches, and at a named instant for others", async () => {
    const text = fakeScenario({ title: "Later", opensUs: 4_000_000, variants: ["a", "b"] });
    const later = { kind: "file", name: "later.json", text } as const;
    await desk.controller.open(later, { eased: true });
    expect(desk.state).toMatchObject({ furthestUs: 4_000_000, frame: { now_us: 4_000_000 } });
    await desk.controller.open(later, { eased: true, untilUs: 1_000_000 });
    expect(desk.state.frame?.now_us).toBe(1_000_000);
    await desk.controller.open(later, { play: false });
    await desk.controller.restart({ variant: "b" });
    expect(desk.state.frame?.now_us).toBe(0);
    desk.controller.play();
    await desk.controller.restart({ variant: "a" });
    expect(desk.state.frame?.now_us).toBe(4_000_000);
  });

  it("plays at the chosen speed, one request for each picture", async () => {
    desk.controller.setSpeed(10);
    desk.controller.play();
    await desk.draw(11);
    expect(desk.state.frame?.now_us).toBe(2_000_000);
    desk.controller.pause();
    await desk.draw(3);
    expect(desk.state.frame?.now_us).toBe(2_000_000);
  });

  it("stands still at an instant that does not move any more", async () => {
    desk.controller.setSpeed(10);
    desk.controller.play();
    await desk.draw(3);
    // One picture is asked for and has not come yet.
    void desk.draw(1);
    await desk.controller.standStill();
    const { frame, playing } = desk.state;
    expect(playing).toBe(false);
    await settled();
    await desk.draw(3);
    expect(desk.state.frame?.now_us).toBe(frame?.now_us);
  });

  it("stops where a promise breaks, once, and again after going back", async () => {
    const text = fakeScenario({ title: "Lies", brokenUs: 1_234_000 });
    await desk.controller.open({ kind: "file", name: "lies.json", text });
    desk.controller.setSpeed(10);
    desk.controller.play();
    await desk.draw(20);
    expect(desk.state).toMatchObject({ playing: false, frame: { now_us: 1_234_000 } });
    expect(desk.state.broken?.at_us).toBe(1_234_000);
    // It was shown: playing goes on.
    desk.controller.play();
    await desk.draw(11);
    expect(desk.state.playing).toBe(true);
    expect(desk.state.frame?.now_us).toBeGreaterThan(2_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    expect(desk.state.broken).toBeNull();
    await desk.draw(11);
    expect(desk.state).toMatchObject({ playing: false, frame: { now_us: 1_234_000 } });
  });

  it("keeps the speed within its bounds", () => {
    desk.controller.setSpeed(1e6);
    expect(desk.state.speed).toBe(100);
    desk.controller.setSpeed(0);
    expect(desk.state.speed).toBe(0.01);
  });

  it("pauses at the scenario's end, says so, and plays on past it", async () => {
    desk.controller.setSpeed(100);
    desk.controller.play();
    await desk.draw(10);
    expect(desk.state).toMatchObject({ playing: false, frame: { now_us: 10_000_000 } });
    expect(desk.state.notice?.text).toContain("The scenario ends here");
    desk.controller.play();
    await desk.draw(2);
    expect(desk.state.frame?.now_us).toBe(12_000_000);
  });

  it("steps one event and pauses", async () => {
    desk.controller.play();
    await desk.controller.step();
    expect(desk.state).toMatchObject({ playing: false, frame: { now_us: 1_000, events: 1 } });
  });

  it("logs what the person did and says why the engine refused", async () => {
    await desk.controller.act({ do: "isolate", place: "az1" });
    expect(desk.log).toMatchObject([{ at_us: 1 }]);
    await desk.controller.act({ do: "crash", store: "s9" });
    expect(desk.log).toHaveLength(1);
    expect(desk.state.notice).toMatchObject({ alert: true });
  });

  it("restarts from 0 s and undoes the actions", async () => {
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(3_000_000);
    await desk.controller.restart();
    expect(desk.state.frame?.now_us).toBe(0);
    expect(desk.log).toEqual([]);
    expect(desk.state.narration).toEqual([]);
    // What was undone is kept.
    await desk.controller.branching.switchTo(0);
    expect(desk.log).toHaveLength(1);
  });

  it("restarts with another seed to another run", async () => {
    const before = desk.state.frame?.digest;
    await desk.controller.restart({ seed: 8 });
    expect(desk.state.session?.seed).toBe(8);
    expect(desk.state.frame?.digest).not.toBe(before);
  });

  it("steps back event by event, also when keys come faster than pictures", async () => {
    await desk.controller.advanceTo(500_000);
    const { frame } = desk.state;
    await Promise.all([desk.controller.back(), desk.controller.back(), desk.controller.back()]);
    expect(desk.state.frame?.events).toBe((frame?.events ?? 0) - 3);
    for (let i = 0; i < 3; i += 1) await desk.controller.step();
    expect(desk.state.frame?.digest).toBe(frame?.digest);
  });

  it("shows the latest of many instants that are sought", async () => {
    await desk.controller.advanceTo(5_000_000);
    const seeks = [4_000_000, 1_000_000, 3_000_000, 2_000_000];
    await Promise.all(seeks.map((us) => desk.controller.travel.to({ us })));
    expect(desk.state.frame?.now_us).toBe(2_000_000);
    expect(desk.state.furthestUs).toBe(5_000_000);
  });

  it("goes by rounds, and not before the start", async () => {
    await desk.controller.advanceTo(500_000);
    await desk.controller.travel.rounds(-1);
    expect(desk.state.frame?.now_us).toBe(300_000);
    await desk.controller.travel.rounds(-2);
    expect(desk.state.frame?.now_us).toBe(0);
    await desk.controller.travel.rounds(1);
    expect(desk.state.frame?.now_us).toBe(200_000);
  });

  it("goes by events of what is selected, and says when there is none", async () => {
    await desk.controller.advanceTo(500_500);
    desk.controller.select({ node: 0 });
    await desk.controller.travel.find(1);
    expect(desk.state.frame?.now_us).toBe(501_000);
    await desk.controller.travel.find(-1);
    expect(desk.state.frame?.now_us).toBe(500_000);
    desk.controller.select({ request: 1 });
    await desk.controller.travel.find(-1);
    expect(desk.state.frame?.now_us).toBe(500_000);
    expect(desk.state.notice?.text).toBe("Nothing happens to what is selected before.");
  });

  it("plays on from the past, and the same happens again", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const digest = desk.state.frame?.digest;
    desk.controller.setSpeed(10);
    desk.controller.play();
    await desk.draw(1);
    await desk.controller.travel.to({ us: 900_000 });
    expect(desk.state.playing).toBe(true);
    expect(desk.state.narration).toEqual([]);
    expect(desk.state.told).toHaveLength(1);
    await desk.draw(3);
    expect(desk.state.frame?.now_us).toBe(1_300_000);
    expect(desk.state.narration).toHaveLength(1);
    desk.controller.pause();
    await desk.controller.travel.to({ us: 2_000_000 });
    expect(desk.state.frame?.digest).toBe(digest);
  });

  it("begins a branch when the past is changed, and leads back to the other", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.act({ do: "isolate", place: "az1" });
    await desk.controller.advanceTo(3_000_000);
    const { log } = desk;
    const { frame, told } = desk.state;
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "crash", store: "s1" });
    expect(desk.log).toMatchObject([{ at_us: 500_001 }]);
    expect(desk.state).toMatchObject({ furthestUs: 500_001, told: [{ id: 1 }] });
    expect(desk.state.notice).toMatchObject({
      text: expect.stringMatching(
        /^You changed the past: .*at 0\.500.000.s\. The other one is kept\.$/,
      ),
      offer: { branch: 0 },
    });
    await desk.controller.advanceTo(3_000_000);
    const other = desk.state.frame?.digest;
    expect(other).not.toBe(frame?.digest);
    await desk.controller.branching.switchTo(0);
    expect(desk.log).toEqual(log);
    expect(desk.state.frame?.digest).toBe(frame?.digest);
    expect(desk.state.told).toEqual(told);
    expect(desk.state.session?.branches).toMatchObject([
      { id: 0, parent: -1, furthest_us: 3_000_000 },
      { id: 1, parent: 0, fork_us: 500_000, furthest_us: 3_000_000, actions: [{ at_us: 500_001 }] },
    ]);
    await desk.controller.branching.switchTo(1);
    expect(desk.state.frame?.digest).toBe(other);
  });

  it("goes no further in another branch than that has been", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(3_000_000);
    await desk.controller.branching.switchTo(0);
    expect(desk.state.frame?.now_us).toBe(1_000_000);
    expect(desk.state.notice?.text).toMatch(/which ends at 1\.000.000.s\./);
  });

  it("names and deletes branches, but not the present one", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "heal" });
    desk.controller.branching.rename(0, "  as it was ");
    expect(desk.state.session?.branches[0]?.name).toBe("as it was");
    await desk.controller.branching.remove(1);
    expect(desk.state.session?.branches).toHaveLength(2);
    await desk.controller.branching.remove(0);
    expect(desk.state.session?.branches).toMatchObject([{ id: 1, parent: -1, fork_us: 0 }]);
  });

  it("refuses one branch too many and changes nothing", async () => {
    await desk.controller.advanceTo(1_000_000);
    for (let made = 0; made < 40; made += 1) {
      await desk.controller.travel.to({ us: 500_000 });
      await desk.controller.act({ do: "heal" });
      await desk.controller.advanceTo(600_000);
    }
    expect(desk.state.session?.branches).toHaveLength(32);
    expect(desk.state.notice).toMatchObject({ alert: true });
    expect(desk.state.notice?.text).toContain("already holds 32 branches");
  });

  it("keeps every branch and bookmark over a reload", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const digest = desk.state.frame?.digest;
    await desk.controller.travel.to({ us: 500_000 });
    desk.controller.bookmarks.add();
    await desk.controller.act({ do: "crash", store: "s1" });
    await desk.flushTimers();
    const later = new Desk();
    if (desk.saved === undefined) throw new Error("nothing was saved");
    later.restored = { kind: "session", saved: desk.saved };
    await later.controller.start("first-look", false, {});
    expect(later.state.session).toMatchObject({ current: 1, branches: [{ id: 0 }, { id: 1 }] });
    await later.controller.branching.switchTo(0);
    await later.controller.travel.to({ us: 2_000_000 });
    expect(later.state.frame?.digest).toBe(digest);
    // The bookmark was set before the two parted.
    await later.controller.bookmarks.jump(1);
    expect(later.state).toMatchObject({ frame: { now_us: 500_000 }, session: { current: 0 } });
  });

  it("begins a branch also in a past that only the kept session knows", async () => {
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.travel.to({ us: 500_000 });
    await desk.flushTimers();
    const later = new Desk();
    if (desk.saved === undefined) throw new Error("nothing was saved");
    later.restored = { kind: "session", saved: desk.saved };
    await later.controller.start("first-look", false, {});
    await later.controller.act({ do: "heal" });
    expect(later.state.session?.branches).toMatchObject([{ furthest_us: 2_000_000 }, { id: 1 }]);
  });

  it("marks an instant once, and finds it in its own branch", async () => {
    await desk.controller.advanceTo(1_000_000);
    desk.controller.bookmarks.add();
    desk.controller.bookmarks.add();
    expect(desk.state.session?.bookmarks).toMatchObject([{ id: 1, us: 1_000_000, branch: 0 }]);
    desk.controller.bookmarks.rename(1, "the vote");
    await desk.controller.travel.to({ us: 500_000 });
    await desk.controller.act({ do: "heal" });
    await desk.controller.bookmarks.jump(1);
    expect(desk.state).toMatchObject({ frame: { now_us: 1_000_000 }, session: { current: 0 } });
    desk.controller.bookmarks.remove(1);
    expect(desk.state.session?.bookmarks).toEqual([]);
  });

  it("keeps the future over a reload", async () => {
    await desk.controller.advanceTo(1_000_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(2_000_000);
    const digest = desk.state.frame?.digest;
    await desk.controller.travel.to({ us: 500_000 });
    await desk.flushTimers();
    const later = new Desk();
    if (desk.saved === undefined) throw new Error("nothing was saved");
    later.restored = { kind: "session", saved: desk.saved };
    await later.controller.start("first-look", false, {});
    expect(later.state.frame).toMatchObject({ now_us: 500_000, notables: [] });
    expect(later.state.furthestUs).toBe(2_000_000);
    await later.controller.travel.to({ us: 2_000_000 });
    expect(later.state.frame?.digest).toBe(digest);
  });

  it("keeps the running scenario when a file is refused", async () => {
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.open({ kind: "file", name: "noise.json", text: "noise" });
    expect(desk.state.rejected?.name).toBe("noise.json");
    expect(desk.state).toMatchObject({ phase: "ready", frame: { now_us: 2_000_000 } });
  });

  it("inspects what is selected in the same instant", async () => {
    desk.controller.select({ node: 0 });
    await settled();
    const seen = { kind: "link", window_bytes: desk.state.frame?.now_us ?? -1 };
    expect(desk.state.inspection).toEqual(seen);
    desk.controller.select(null);
    await settled();
    expect(desk.state.inspection).toBeNull();
  });

  it("brings the same instant back after a reload, by replay", async () => {
    await desk.controller.advanceTo(1_500_000);
    await desk.controller.act({ do: "heal" });
    await desk.controller.advanceTo(4_000_000);
    await desk.flushTimers();
    const digest = desk.state.frame?.digest;
    const later = new Desk();
    if (desk.saved === undefined) throw new Error("nothing was saved");
    later.restored = { kind: "session", saved: desk.saved };
    await later.controller.start("first-look", false, { play: true });
    expect(later.state).toMatchObject({ playing: false, frame: { now_us: 4_000_000, digest } });
    expect(later.state.notice?.text).toContain("Your session is back at");
  });

  it("keeps a session the moment it is opened, and all of it when the page is left", async () => {
    expect(desk.saved).toMatchObject({ now_us: 0, branches: [{ actions: [] }] });
    await desk.controller.act({ do: "heal" });
    desk.controller.leave();
    expect(desk.left).toMatchObject({ now_us: 1, branches: [{ actions: [{ at_us: 1 }] }] });
  });

  it("opens what the address asks for instead of another session", async () => {
    await desk.flushTimers();
    const later = new Desk();
    if (desk.saved !== undefined) later.restored = { kind: "session", saved: desk.saved };
    await later.controller.start("first-look", true, { variant: "on" });
    expect(later.state.world?.variant).toBe("on");
  });

  it("goes on when the kept session cannot be used, and says so", async () => {
    const later = new Desk();
    later.restored = { kind: "unusable", text: "It could not be read." };
    await later.controller.start("first-look", false, {});
    expect(later.state).toMatchObject({
      phase: "ready",
      notice: { text: "It could not be read." },
    });
  });

  it("says once that storage does not work", async () => {
    desk.storageWorks = false;
    await desk.flushTimers();
    await desk.controller.step();
    await settled();
    expect(desk.state.notice?.alert).toBe(true);
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
    expect(desk.state.notice?.text).toMatch(
      /^The engine was gone and was started again. Your session is back at 1.500.000.s, 1 action/,
    );
    await desk.draw(3);
    expect(desk.state.frame?.now_us).toBeGreaterThan(1_500_000);
  });

  it("leaves the choice to the person when the next one is gone at once", async () => {
    for (const _ of [1, 2]) {
      const worker = desk.workers.at(-1);
      if (worker !== undefined) worker.gone = true;
      void desk.controller.report();
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

  it("shows an unknown scenario as a problem when nothing runs yet", async () => {
    const later = new Desk();
    await later.controller.start("nowhere", true, {});
    expect(later.state.phase).toBe("bad-scenario");
  });
});
