import { beforeEach, describe, expect, it } from "vitest";
import type { Fetched } from "@/model/fetched";
import { judgedOf, lessonOf, TASK } from "@/test/lessons/lessonFixtures";
import {
  CUT,
  EXPLAIN,
  PlayerPage,
  SOLUTION,
  settled,
  stubLessons,
} from "@/test/lessons/playerPage";
import { put } from "@/test/put";
import { lessonStore } from "./lessonStore";
import { stageOf, stateOf } from "./machine";

describe("what a lesson judges and compares", () => {
  let page: PlayerPage;
  beforeEach(() => {
    stubLessons();
    page = new PlayerPage();
  });

  it("stops where a goal is met, marks it and says so", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.player.open("one", null);
    await settled();
    put(page.store, { playing: true });
    page.judged = [judgedOf(true, 1_500_000)];
    page.stand(2_000_000);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(stateOf(page.play)).toMatchObject({ verdict: "met", atUs: 1_500_000 });
    expect(page.store.getState().playing).toBe(false);
    expect(page.done).toContain("mark 1500000 Goal met: Only");
    expect(page.told).toContain("Goal met at 1.5\u00a0s.");
    expect(lessonStore.getState().reports?.own).toEqual({ count: 3 });
  });

  it("reads figures again where the run went elsewhere meanwhile", async () => {
    const first = await page.report();
    const last: Fetched<string> = { ok: true, value: '{"variants":{"run":{"count":9}}}' };
    let answer = (_: Fetched<string>) => {};
    page.report = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    page.lesson = lessonOf({ explain: EXPLAIN });
    await page.player.open("one", null);
    page.stand(1_400_000);
    answer(first);
    page.report = async () => last;
    await settled();
    expect(lessonStore.getState().reports?.own).toEqual({ count: 9 });
    expect(lessonStore.getState().reportsUs).toBe(1_400_000);
  });

  it("says of a figure between which instants it came, and keeps the place", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.player.open("one", null);
    await settled();
    put(page.store, { playing: true });
    page.stand(2_000_000);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    page.judged = [judgedOf(true, null)];
    page.stand(2_250_001);
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(stateOf(page.play)).toMatchObject({ verdict: "met", atUs: 2_250_001, isSeen: true });
    expect(page.done).toContain("mark 2250001 Goal met, first seen: Only");
    expect(page.told).toContain("Goal met between 2\u00a0s and 2.25\u00a0s.");
  });

  it("reads figures again that could not be read", async () => {
    page.lesson = lessonOf({});
    await page.player.open("one", null);
    await settled();
    lessonStore.setState({ reports: null });
    page.report = async () => {
      throw new Error("no answer");
    };
    await expect(page.player.fill()).rejects.toThrow("no answer");
    page.report = async () => ({ ok: true, value: '{"variants":{"run":{"count":4}}}' });
    await page.player.fill();
    expect(lessonStore.getState().reports?.own).toEqual({ count: 4 });
  });

  it("does in other variants what leads to a step, and nothing that the person does", async () => {
    page.lesson = lessonOf(
      { do: TASK, solution: SOLUTION },
      { scenario: null, do: TASK, variants: ["off"] },
    );
    await page.player.open("one", "step-1");
    page.act(CUT);
    await page.player.fill();
    expect(page.beside).toContain("off: 3000000");
  });

  it("does in other variants what the person does, where the step says so", async () => {
    page.lesson = lessonOf({ do: TASK, variants: ["off"], others: "same_actions" });
    await page.player.open("one", null);
    await settled();
    expect(page.beside.at(-1)).toBe("off: ");
    page.act(CUT);
    await page.player.fill();
    expect(page.beside.at(-1)).toBe("off: 1000001");
  });

  it("does not judge a run that is not the step's", async () => {
    page.lesson = lessonOf({ do: TASK });
    await page.player.open("one", null);
    await settled();
    page.judged = [judgedOf(true)];
    await page.open({ kind: "builtin", id: "other" }, {});
    page.timers.splice(0).forEach((ring) => {
      ring();
    });
    await settled();
    expect(lessonStore.getState().isOwnRun).toBe(false);
    expect(stageOf(page.play)).toBe("do");
  });
});
