import { beforeEach, describe, expect, it } from "vitest";
import { judgedOf, lessonOf, TASK } from "@/test/lessons/lessonFixtures";
import { EXPLAIN, PlayerPage, PREDICT, settled, stubLessons } from "@/test/lessons/playerPage";
import { put } from "@/test/put";
import { lessonStore } from "./lessonStore";

describe("what a step plays by itself", () => {
  let page: PlayerPage;
  beforeEach(() => {
    stubLessons();
    page = new PlayerPage();
  });

  const PLAYS = { play_us: 400_000, explain: EXPLAIN };
  const ASKS = { ...PLAYS, predict: PREDICT };
  const stretch = () => lessonStore.getState().stretch;

  it("is played from where the step begins, once it stands there", async () => {
    page.lesson = lessonOf(PLAYS);
    await page.player.open("one", null);
    expect(page.done.at(-1)).toBe("plays until 1400000");
    expect(stretch()).toEqual({ fromUs: 1_000_000, toUs: 1_400_000 });
  });

  it("waits for the answer to what is asked first", async () => {
    page.lesson = lessonOf(ASKS);
    await page.player.open("one", null);
    expect(page.done.at(-1)).toBe("at 1000000");
    expect(stretch()).toBeNull();
    page.stand(3_000_000);
    page.player.answer(0);
    await settled();
    expect(page.done.slice(-2)).toEqual(["at 1000000", "plays until 1400000"]);
  });

  it("is played once, and again when somebody asks", async () => {
    page.lesson = lessonOf(PLAYS);
    await page.player.open("one", null);
    page.stand(1_400_000);
    put(page.store, { playing: false });
    await settled();
    expect(page.done.filter((done) => done.startsWith("plays"))).toHaveLength(1);
    await page.player.stretches.again();
    expect(page.done.slice(-2)).toEqual(["at 1000000", "plays until 1400000"]);
  });

  it("comes with every step that is gone to", async () => {
    page.lesson = lessonOf(PLAYS, { ...PLAYS, start_us: 6_000_000 }, {});
    await page.player.open("one", null);
    await page.player.goTo(1);
    expect(page.done.at(-1)).toBe("plays until 6400000");
    await page.player.goTo(2);
    expect(stretch()).toBeNull();
  });

  it("follows a goal that was met, and no explanation that was asked for without it", async () => {
    page.lesson = lessonOf({ ...PLAYS, do: TASK });
    await page.player.open("one", null);
    page.player.reveal();
    await settled();
    expect(stretch()).toBeNull();
    await page.player.reset();
    page.judged = [judgedOf(true, 1_500_000)];
    page.stand(2_000_000);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(page.done.at(-1)).toBe("plays until 2400000");
  });

  it("has no figures until it rests", async () => {
    page.lesson = lessonOf(PLAYS);
    await page.player.open("one", null);
    await settled();
    expect(lessonStore.getState().reports).toBeNull();
    page.stand(1_400_000);
    put(page.store, { playing: false });
    await settled();
    expect(lessonStore.getState().reportsUs).toBe(1_400_000);
  });

  it("is its end alone where nothing may move by itself", async () => {
    page.isStill = true;
    page.lesson = lessonOf(PLAYS);
    await page.player.open("one", null);
    expect(page.done.at(-1)).toBe("at 1400000");
    expect(page.store.getState().playing).toBe(false);
  });

  it("is offered, and not played, where an address asks that the run stand still", async () => {
    page.lesson = lessonOf(PLAYS, PLAYS);
    await page.player.open("one", null, true);
    expect(page.done.at(-1)).toBe("at 1000000");
    expect(stretch()).toEqual({ fromUs: 1_000_000, toUs: 1_400_000 });
    await page.player.goTo(1);
    expect(page.done.at(-1)).toBe("plays until 1400000");
  });

  it("is offered, and not played, where a run was found again", async () => {
    page.lesson = lessonOf(PLAYS);
    await page.player.open("one", null);
    page.stand(1_200_000);
    put(page.store, { playing: false });
    page.done.length = 0;
    await page.player.resume({ id: "one", step: "step-0", began_us: 1_000_000 });
    await settled();
    expect(page.done).toEqual([]);
    expect(stretch()).toEqual({ fromUs: 1_000_000, toUs: 1_400_000 });
  });
});
