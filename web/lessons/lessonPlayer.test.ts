import { beforeEach, describe, expect, it } from "vitest";
import { lessonOf, TASK } from "@/test/lessons/lessonFixtures";
import { CUT, PlayerPage, SOLUTION, settled, stubLessons } from "@/test/lessons/playerPage";
import { put } from "@/test/put";
import { lessonStore } from "./lessonStore";
import { stageOf, stateOf } from "./machine";

describe("the player of lessons", () => {
  let page: PlayerPage;
  beforeEach(() => {
    stubLessons();
    page = new PlayerPage();
  });

  it("brings the run to where a step begins", async () => {
    page.lesson = lessonOf({ variant: "on", seed: 9, speed: 0.5, show: "events" });
    await page.player.open("one", null);
    expect(page.done).toEqual([
      "open first-look on 9 0 1000000",
      "at 1000000",
      "speed 0.5",
      "show events",
    ]);
    expect(page.board.getState().lesson).toEqual({
      id: "one",
      step: "step-0",
      began_us: 1_000_000,
    });
  });

  it("goes on with the run, or makes it anew out of the solutions before", async () => {
    page.lesson = lessonOf({ do: TASK, solution: SOLUTION }, { scenario: null, do: TASK });
    await page.player.open("one", null);
    page.done.length = 0;
    await page.player.goTo(1);
    expect(page.done).toEqual([]);
    await page.player.open("one", "step-1");
    expect(page.done).toEqual([
      "open first-look  1 0 1000000",
      "at 1000000",
      "at 2999999",
      "act cut 3000000",
      "at 5000000",
      "at 1000000",
    ]);
  });

  it("begins a step anew with the run as it was then", async () => {
    page.lesson = lessonOf({ do: TASK }, { scenario: null, do: TASK });
    await page.player.open("one", null);
    page.act(CUT);
    page.stand(4_000_000);
    await page.player.goTo(1);
    page.act(CUT);
    page.stand(9_000_000);
    page.done.length = 0;
    await page.player.reset();
    expect(page.done).toEqual(["open first-look  1 1 4000000", "at 4000000"]);
  });

  it("holds verdicts on reads back until the answer is locked in", async () => {
    const predict = {
      question: "What then?",
      answers: [
        { text: "This", right: true, reply: "Yes." },
        { text: "That", right: false, reply: "No." },
      ],
    };
    page.lesson = lessonOf({ predict, do: TASK });
    await page.player.open("one", null);
    expect(page.board.getState().hideVerdicts).toBe(true);
    page.player.answer(0);
    expect(page.board.getState().hideVerdicts).toBe(false);
    await page.player.reset();
    expect(stateOf(page.play).answer).toBe(0);
    expect(page.board.getState().hideVerdicts).toBe(false);
  });

  it("counts from where a step began that went on with the run before it, also after a reload", async () => {
    page.lesson = lessonOf({ do: TASK }, { do: TASK, scenario: null, start_us: null });
    await page.player.open("one", null);
    page.stand(4_321_000);
    await page.player.goTo(1);
    const left = page.board.getState().lesson;
    expect(left).toEqual({ id: "one", step: "step-1", began_us: 4_321_000 });
    const { session } = page.store.getState();
    page.player = page.visit();
    put(page.store, { session });
    page.stand(6_000_000);
    if (left === null) throw new Error("no lesson was left");
    expect(await page.player.resume(left)).toBe(true);
    expect(lessonStore.getState().beganUs).toBe(4_321_000);
  });

  it("knows which lessons there are, also after a reload, so that its end leads to the next", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.player.open("one", null);
    const left = page.board.getState().lesson;
    const { session } = page.store.getState();
    page.player = page.visit();
    put(page.store, { session });
    expect(lessonStore.getState().list).toBeNull();
    if (left === null) throw new Error("no lesson was left");
    await page.player.resume(left);
    await settled();
    expect(lessonStore.getState().list).toMatchObject([{ id: "one" }]);
  });

  it("asks again who plays a whole lesson again", async () => {
    const predict = {
      question: "What then?",
      answers: [
        { text: "This", right: true, reply: "Yes." },
        { text: "That", right: false, reply: "No." },
      ],
    };
    page.lesson = lessonOf({ predict });
    await page.player.open("one", null);
    page.player.answer(1);
    page.player.close();
    await page.player.open("one", null);
    expect(stageOf(page.play)).toBe("predict");
    expect(page.play.steps.map(({ done }) => done)).toEqual([true]);
  });

  it("goes on at the next visit where it was left, and keeps what was done", async () => {
    page.lesson = lessonOf({}, { do: TASK });
    await page.player.open("one", null);
    await page.player.goTo(1);
    page.player = page.visit();
    await page.player.open("one", null);
    expect(page.board.getState().lesson?.step).toBe("step-1");
    expect(page.play.steps.map(({ done }) => done)).toEqual([true, false]);
  });

  it("says once that progress is not kept, and plays on", async () => {
    page.isFull = true;
    page.lesson = lessonOf({}, {});
    await page.player.open("one", null);
    await page.player.goTo(1);
    expect(page.told).toEqual(["This browser does not store your progress in the lessons."]);
    expect(page.board.getState().lesson?.step).toBe("step-1");
  });

  it("says what is wrong with a lesson, and that there is none of a name", async () => {
    page.lesson = "steps[0]: found nothing, expected a title";
    await page.player.open("one", null);
    expect(page.told[0]).toBe(
      "The lesson was not opened. steps[0]: found nothing, expected a title",
    );
    await page.player.open("two", null);
    expect(page.told[1]).toBe(
      "The lesson was not opened. There is no lesson “two” here. There are: one.",
    );
    expect(page.board.getState().lesson).toBeNull();
  });

  it("leaves the run as it is when the lesson is left", async () => {
    await page.player.open("one", null);
    page.player.close();
    expect(page.board.getState().lesson).toBeNull();
    expect(page.store.getState().session).not.toBeNull();
  });
});
