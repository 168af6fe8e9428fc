/** Opening, playing, going through time, acting. */

import { beforeEach, describe, expect, it } from "vitest";

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

  it("stands at the same instant in another variant, where the one before stood still", async () => {
    const text = fakeScenario({ title: "Two", variants: ["a", "b"] });
    await desk.controller.open({ kind: "file", name: "two.json", text }, { play: false });
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.restart({ variant: "b" });
    expect(desk.state.frame?.now_us).toBe(2_000_000);
    expect(desk.state.earlier?.frame.now_us).toBe(2_000_000);
  });

  it("compares with the variant before while it plays, where that one stood", async () => {
    const text = fakeScenario({ title: "Two", variants: ["a", "b"] });
    await desk.controller.open({ kind: "file", name: "two.json", text }, { play: false });
    desk.controller.setSpeed(10);
    desk.controller.play();
    await desk.draw(4);
    const stoodUs = desk.state.frame?.now_us ?? 0;
    await desk.controller.restart({ variant: "b" });
    expect(desk.state).toMatchObject({ playing: true, earlier: { met: null } });
    // Pictures at this speed come at other instants: that one is drawn too.
    desk.controller.setSpeed(7);
    await desk.draw(12);
    expect(desk.state).toMatchObject({ playing: true, world: { variant: "b" } });
    expect(desk.state.frame?.now_us).toBeGreaterThan(stoodUs);
    expect(desk.state.earlier?.met?.now_us).toBe(stoodUs);
    await desk.controller.act({ do: "isolate", place: "az1" });
    expect(desk.state.earlier?.met?.now_us).toBe(stoodUs);
    // In another past it may come to something else there.
    desk.controller.pause();
    await desk.controller.travel.to({ us: stoodUs / 2 });
    expect(desk.state.earlier?.met?.now_us).toBe(stoodUs);
    await desk.controller.act({ do: "isolate", place: "az2" });
    expect(desk.state.earlier?.met).toBeNull();
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
    expect(desk.board.getState().notice?.text).toContain("The scenario ends here");
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
    expect(desk.board.getState().notice).toMatchObject({ alert: true });
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
    expect(desk.board.getState().notice?.text).toBe("Nothing happens to what is selected before.");
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
    expect(desk.state.notables).toHaveLength(1);
    await desk.draw(3);
    expect(desk.state.frame?.now_us).toBe(1_300_000);
    expect(desk.state.narration).toHaveLength(1);
    desk.controller.pause();
    await desk.controller.travel.to({ us: 2_000_000 });
    expect(desk.state.frame?.digest).toBe(digest);
  });

  it("keeps the running scenario when a file is refused", async () => {
    await desk.controller.advanceTo(2_000_000);
    await desk.controller.open({ kind: "file", name: "noise.json", text: "noise" });
    expect(desk.board.getState().rejected?.name).toBe("noise.json");
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

  it("shows an unknown scenario as a problem when nothing runs yet", async () => {
    const later = new Desk();
    await later.controller.start("nowhere", true, {});
    expect(later.state.phase).toBe("bad-scenario");
  });

  it("offers a first scenario again that could not be fetched", async () => {
    const gone = new Desk();
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
