/** Opening, playing, going through time, acting. */

import { beforeEach, describe, expect, it } from "vitest";
import { fakeScenario } from "@/test/fakeEngine";
import { settled, TestPage } from "@/test/testPage";

const FILE = { kind: "file", name: "fake.json", text: fakeScenario() } as const;

describe("the session's controller", () => {
  let page: TestPage;

  beforeEach(async () => {
    page = new TestPage();
    await page.controller.open(FILE);
  });

  it("opens a scenario, paused at 0 s, with its first range", () => {
    expect(page.state).toMatchObject({ phase: "ready", playing: false, range: 1 });
    expect(page.state.frame?.now_us).toBe(0);
    expect(page.state.session?.seed).toBe(7);
  });

  it("begins where the scenario opens for whoever watches, and at a named instant for others", async () => {
    const text = fakeScenario({ title: "Later", opensUs: 4_000_000, variants: ["a", "b"] });
    const later = { kind: "file", name: "later.json", text } as const;
    await page.controller.open(later, { eased: true });
    expect(page.state).toMatchObject({ furthestUs: 4_000_000, frame: { now_us: 4_000_000 } });
    await page.controller.open(later, { eased: true, untilUs: 1_000_000 });
    expect(page.state.frame?.now_us).toBe(1_000_000);
    await page.controller.open(later, { play: false });
    await page.controller.restart({ variant: "b" });
    expect(page.state.frame?.now_us).toBe(0);
    page.controller.play();
    await page.controller.restart({ variant: "a" });
    expect(page.state.frame?.now_us).toBe(4_000_000);
  });

  it("stands at the same instant in another variant, where the one before stood still", async () => {
    const text = fakeScenario({ title: "Two", variants: ["a", "b"] });
    await page.controller.open({ kind: "file", name: "two.json", text }, { play: false });
    await page.controller.advanceTo(2_000_000);
    await page.controller.restart({ variant: "b" });
    expect(page.state.frame?.now_us).toBe(2_000_000);
    expect(page.state.earlier?.frame.now_us).toBe(2_000_000);
  });

  it("compares with the variant before while it plays, where that one stood", async () => {
    const text = fakeScenario({ title: "Two", variants: ["a", "b"] });
    await page.controller.open({ kind: "file", name: "two.json", text }, { play: false });
    page.controller.setSpeed(10);
    page.controller.play();
    await page.draw(4);
    const stoodUs = page.state.frame?.now_us ?? 0;
    await page.controller.restart({ variant: "b" });
    expect(page.state).toMatchObject({ playing: true, earlier: { met: null } });
    // Pictures at this speed come at other instants: that one is drawn too.
    page.controller.setSpeed(7);
    await page.draw(12);
    expect(page.state).toMatchObject({ playing: true, world: { variant: "b" } });
    expect(page.state.frame?.now_us).toBeGreaterThan(stoodUs);
    expect(page.state.earlier?.met?.now_us).toBe(stoodUs);
    await page.controller.act({ do: "isolate", place: "az1" });
    expect(page.state.earlier?.met?.now_us).toBe(stoodUs);
    // In another past it may come to something else there.
    page.controller.pause();
    await page.controller.travel.to({ us: stoodUs / 2 });
    expect(page.state.earlier?.met?.now_us).toBe(stoodUs);
    await page.controller.act({ do: "isolate", place: "az2" });
    expect(page.state.earlier?.met).toBeNull();
  });

  it("plays at the chosen speed, one request for each picture", async () => {
    page.controller.setSpeed(10);
    page.controller.play();
    await page.draw(11);
    expect(page.state.frame?.now_us).toBe(2_000_000);
    page.controller.pause();
    await page.draw(3);
    expect(page.state.frame?.now_us).toBe(2_000_000);
  });

  it("stands still at an instant that does not move any more", async () => {
    page.controller.setSpeed(10);
    page.controller.play();
    await page.draw(3);
    // One picture is asked for and has not come yet.
    void page.draw(1);
    await page.controller.standStill();
    const { frame, playing } = page.state;
    expect(playing).toBe(false);
    await settled();
    await page.draw(3);
    expect(page.state.frame?.now_us).toBe(frame?.now_us);
  });

  it("stops where a promise breaks, once, and again after going back", async () => {
    const text = fakeScenario({ title: "Lies", brokenUs: 1_234_000 });
    await page.controller.open({ kind: "file", name: "lies.json", text });
    page.controller.setSpeed(10);
    page.controller.play();
    await page.draw(20);
    expect(page.state).toMatchObject({ playing: false, frame: { now_us: 1_234_000 } });
    expect(page.state.broken?.at_us).toBe(1_234_000);
    // It was shown: playing goes on.
    page.controller.play();
    await page.draw(11);
    expect(page.state.playing).toBe(true);
    expect(page.state.frame?.now_us).toBeGreaterThan(2_000_000);
    await page.controller.travel.to({ us: 500_000 });
    expect(page.state.broken).toBeNull();
    await page.draw(11);
    expect(page.state).toMatchObject({ playing: false, frame: { now_us: 1_234_000 } });
  });

  it("keeps the speed within its bounds", () => {
    page.controller.setSpeed(1e6);
    expect(page.state.speed).toBe(100);
    page.controller.setSpeed(0);
    expect(page.state.speed).toBe(0.01);
  });

  it("pauses at the scenario's end, says so, and plays on past it", async () => {
    page.controller.setSpeed(100);
    page.controller.play();
    await page.draw(10);
    expect(page.state).toMatchObject({ playing: false, frame: { now_us: 10_000_000 } });
    expect(page.board.getState().notice?.text).toContain("The scenario ends here");
    page.controller.play();
    await page.draw(2);
    expect(page.state.frame?.now_us).toBe(12_000_000);
  });

  it("steps one event and pauses", async () => {
    page.controller.play();
    await page.controller.step();
    expect(page.state).toMatchObject({ playing: false, frame: { now_us: 1_000, events: 1 } });
  });

  it("logs what the person did and says why the engine refused", async () => {
    await page.controller.act({ do: "isolate", place: "az1" });
    expect(page.log).toMatchObject([{ at_us: 1 }]);
    await page.controller.act({ do: "crash", store: "s9" });
    expect(page.log).toHaveLength(1);
    expect(page.board.getState().notice).toMatchObject({ alert: true });
  });

  it("restarts from 0 s and undoes the actions", async () => {
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(3_000_000);
    await page.controller.restart();
    expect(page.state.frame?.now_us).toBe(0);
    expect(page.log).toEqual([]);
    expect(page.state.narration).toEqual([]);
    // What was undone is kept.
    await page.controller.branching.switchTo(0);
    expect(page.log).toHaveLength(1);
  });

  it("restarts with another seed to another run", async () => {
    const before = page.state.frame?.digest;
    await page.controller.restart({ seed: 8 });
    expect(page.state.session?.seed).toBe(8);
    expect(page.state.frame?.digest).not.toBe(before);
  });

  it("steps back event by event, also when keys come faster than pictures", async () => {
    await page.controller.advanceTo(500_000);
    const { frame } = page.state;
    await Promise.all([page.controller.back(), page.controller.back(), page.controller.back()]);
    expect(page.state.frame?.events).toBe((frame?.events ?? 0) - 3);
    for (let i = 0; i < 3; i += 1) await page.controller.step();
    expect(page.state.frame?.digest).toBe(frame?.digest);
  });

  it("shows the latest of many instants that are sought", async () => {
    await page.controller.advanceTo(5_000_000);
    const seeks = [4_000_000, 1_000_000, 3_000_000, 2_000_000];
    await Promise.all(seeks.map((us) => page.controller.travel.to({ us })));
    expect(page.state.frame?.now_us).toBe(2_000_000);
    expect(page.state.furthestUs).toBe(5_000_000);
  });

  it("goes by rounds, and not before the start", async () => {
    await page.controller.advanceTo(500_000);
    await page.controller.travel.rounds(-1);
    expect(page.state.frame?.now_us).toBe(300_000);
    await page.controller.travel.rounds(-2);
    expect(page.state.frame?.now_us).toBe(0);
    await page.controller.travel.rounds(1);
    expect(page.state.frame?.now_us).toBe(200_000);
  });

  it("goes by events of what is selected, and says when there is none", async () => {
    await page.controller.advanceTo(500_500);
    page.controller.select({ node: 0 });
    await page.controller.travel.find(1);
    expect(page.state.frame?.now_us).toBe(501_000);
    await page.controller.travel.find(-1);
    expect(page.state.frame?.now_us).toBe(500_000);
    page.controller.select({ request: 1 });
    await page.controller.travel.find(-1);
    expect(page.state.frame?.now_us).toBe(500_000);
    expect(page.board.getState().notice?.text).toBe("Nothing happens to what is selected before.");
  });

  it("plays on from the past, and the same happens again", async () => {
    await page.controller.advanceTo(1_000_000);
    await page.controller.act({ do: "heal" });
    await page.controller.advanceTo(2_000_000);
    const digest = page.state.frame?.digest;
    page.controller.setSpeed(10);
    page.controller.play();
    await page.draw(1);
    await page.controller.travel.to({ us: 900_000 });
    expect(page.state.playing).toBe(true);
    expect(page.state.narration).toEqual([]);
    expect(page.state.notables).toHaveLength(1);
    await page.draw(3);
    expect(page.state.frame?.now_us).toBe(1_300_000);
    expect(page.state.narration).toHaveLength(1);
    page.controller.pause();
    await page.controller.travel.to({ us: 2_000_000 });
    expect(page.state.frame?.digest).toBe(digest);
  });

  it("keeps the running scenario when a file is refused", async () => {
    await page.controller.advanceTo(2_000_000);
    await page.controller.open({ kind: "file", name: "noise.json", text: "noise" });
    expect(page.board.getState().rejected?.name).toBe("noise.json");
    expect(page.state).toMatchObject({ phase: "ready", frame: { now_us: 2_000_000 } });
  });

  it("inspects what is selected in the same instant", async () => {
    page.controller.select({ node: 0 });
    await settled();
    const seen = { kind: "link", window_bytes: page.state.frame?.now_us ?? -1 };
    expect(page.state.inspection).toEqual(seen);
    page.controller.select(null);
    await settled();
    expect(page.state.inspection).toBeNull();
  });

  it("shows an unknown scenario as a problem when nothing runs yet", async () => {
    const later = new TestPage();
    await later.controller.start("nowhere", true, {});
    expect(later.state.phase).toBe("bad-scenario");
  });

  it("offers a first scenario again that could not be fetched", async () => {
    const gone = new TestPage();
    const { fetchScenario } = gone;
    gone.fetchScenario = async () => ({ ok: false, message: "The network is gone." });
    await gone.controller.start("first-look", false, {});
    const { problem } = gone.state;
    expect(problem).toMatchObject({ text: "The network is gone." });
    gone.fetchScenario = fetchScenario;
    problem?.again?.();
    await settled();
    expect(gone.state).toMatchObject({ phase: "ready", problem: null });
  });
});
