/**
 * Every lesson of the page's list, played by the page's own player on the real engine, without a
 * browser: each step is missed by its recorded wrong try, tried again and met by its recorded
 * solution, and every act is done by a control that the page shows. A new lesson is covered without
 * a line here. That people can press the controls is for e2e/tests/lessons.spec.ts.
 */

import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Action, Judged, LessonPredict } from "@/engine/types";
import { lessonStore } from "@/lessons/lessonStore";
import { stageOf } from "@/lessons/machine";
import { actionText } from "@/model/acts/filled";
import { pageStore } from "@/session/pageStore";
import { simStore } from "@/session/simStore";
import { byControls } from "./controls";
import { type LessonPage, listedLessons, openPage } from "./lessonPage";

vi.mock("@/engine/workers", () => import("@/test/nodeWorkers"));
// Markup is written once, of what stores hold now.
vi.mock("zustand", () => import("@/test/stillStores"));
// What is folded stands open.
vi.mock("@/ui/Section", async (original) => ({
  ...(await original<typeof import("@/ui/Section")>()),
  Fold: ({ children }: { children: unknown }) => children,
}));

const LESSONS = listedLessons();

let page: LessonPage;
beforeAll(async () => {
  page = await openPage();
});

/** Right in every other step, else wrong: what is right, and what was answered. */
function answersTo(predict: LessonPredict, place: number): { right: number; given: number } {
  const right = predict.answers.findIndex((answer) => answer.right);
  const wrong = predict.answers.findIndex((answer) => !answer.right);
  return { right, given: place % 2 === 0 ? right : wrong };
}

/** The question is shown, nothing of what is right, and the answer is locked in. */
async function predict(): Promise<void> {
  const { predict: asked } = page.step;
  if (asked === null) return;
  const { given } = answersTo(asked, page.play.at);
  expect(stageOf(page.play)).toBe("predict");
  expect(pageStore.getState().hideVerdicts).toBe(true);
  expect(page.main).toBe("Lock it in");
  const radios = page.controls.filter(({ role }) => role === "radio");
  expect(radios.map(({ name }) => name)).toEqual(asked.answers.map(({ text }) => text));
  for (const { reply } of asked.answers) expect(page.says(reply), reply).toBe(false);
  await page.answer(given);
  expect(pageStore.getState().hideVerdicts).toBe(false);
}

/** After the run was seen: whether it was right, and the reply to it; of a wrong one also what is. */
function isTold(asked: LessonPredict): void {
  const { given, right } = answersTo(asked, page.play.at);
  const [said, is] = [asked.answers[given], asked.answers[right]];
  const isRight = given === right;
  expect(page.says("That is right.")).toBe(isRight);
  expect(page.says("Not quite.")).toBe(!isRight);
  expect(page.says(`The right answer: “${is?.text}”`)).toBe(!isRight);
  for (const reply of [said?.reply, is?.reply]) {
    expect(reply).toBeTruthy();
    expect(page.says(reply ?? ""), reply).toBe(true);
  }
}

/** The step's run stands where the step begins, and nothing is decided. */
function stands(): void {
  const { play, isOwnRun, preparing, beganUs, unjudged } = lessonStore.getState();
  expect({ isOwnRun, preparing, unjudged }).toEqual({
    isOwnRun: true,
    preparing: false,
    unjudged: "",
  });
  expect(page.nowUs).toBe(beganUs);
  expect(page.nowUs).toBeGreaterThanOrEqual(page.step.start_us ?? 0);
  expect(page.says(`${page.step.title}, step ${page.play.at + 1} of`)).toBe(true);
  expect(page.state.verdict).toBe("open");
  expect(pageStore.getState().lesson).toMatchObject({ id: play?.id, step: page.step.id });
}

/** What the main button does: the first act of the solution, for else the attempt would be wasted. */
function dueName(action: Action | undefined): string {
  if (action === undefined) return "Play the run";
  switch (action.do) {
    case "set":
      return "Show me the control";
    case "set_clock":
      return `Show the clock of ${action.store}`;
    case "resize":
      return "Show me the sizes";
    default:
      return actionText(action);
  }
}

function isDue(): void {
  const action = page.step.solution?.actions[0]?.action as Action | undefined;
  expect(page.main).toBe(dueName(action));
  if (action?.do === "set") for (const key of Object.keys(action.settings)) isInStep(key);
}

/** A setting that the solution changes stands in the step itself, under its name. */
function isInStep(key: string): void {
  const { world } = simStore.getState();
  const label = world?.switches.find((info) => info.key === key)?.label;
  const names = page.controls.flatMap(({ name, group }) => [name, group]);
  expect(names).toContain(label);
}

/** Why the goal is not met: what happened first, or those of its parts that failed. */
function reasons(): readonly Judged[] {
  const { judged, loss, lostBy } = page.state;
  if (lostBy !== null) return [lostBy];
  if (judged === null) throw new Error("It was never judged.");
  const failed = loss === "broken" ? ["broken"] : ["broken", "not_yet", "undecided"];
  const parts = judged.parts.length === 0 ? [judged] : judged.parts;
  return parts.filter(({ standing }) => failed.includes(standing));
}

/** The recorded wrong try does not meet the goal, and the page says why. */
async function miss(): Promise<void> {
  const { wrong } = page.step;
  if (wrong === null) throw new Error("A task has a recorded wrong try.");
  await page.doRecorded(wrong);
  const { verdict } = page.state;
  expect(verdict).not.toBe("met");
  expect(page.says("The goal is met")).toBe(false);
  expect(page.says(verdict === "open" ? "Not met yet. So far:" : ", because:")).toBe(true);
  const why = reasons();
  expect(why.length).toBeGreaterThan(0);
  for (const { text, found } of why) {
    expect(found).not.toBe("");
    expect(page.says(`${text} ${found}`), `${text} ${found}`).toBe(true);
  }
}

/** The recorded solution meets the goal; its moment is marked, and the step is done. */
async function meet(): Promise<void> {
  const { solution, title } = page.step;
  if (solution === null) throw new Error("A task has a recorded solution.");
  isDue();
  await page.doRecorded(solution);
  const { verdict, atUs, judged, done } = page.state;
  expect({ verdict, done }, JSON.stringify(judged)).toEqual({ verdict: "met", done: true });
  expect(page.says("The goal is met")).toBe(true);
  expect(atUs).toBeLessThanOrEqual(solution.until_us);
  const marks = simStore.getState().session?.bookmarks ?? [];
  const mark = marks.find(({ us, name }) => us === Math.round(atUs ?? -1) && name.includes(title));
  expect(mark?.name).toMatch(/^Goal met/);
}

/** With figures of this run where the text or the table has a place for one. */
function explains(): void {
  const { explain, predict: asked } = page.step;
  expect(stageOf(page.play)).toBe("explain");
  if (asked !== null) isTold(asked);
  if (explain === null) return;
  const { reports, reportsUs } = lessonStore.getState();
  expect(reports).not.toBeNull();
  expect(reportsUs).toBe(page.nowUs);
  expect(page.says("{{")).toBe(false);
  expect(page.figures).toHaveLength(explain.figures.length);
  expect(page.figures).not.toContain("–");
}

/** Takeaway, what was predicted right, and the next lesson of the list. */
function ends(id: string): void {
  const { lesson } = page.play;
  expect(page.says("The end of the lesson")).toBe(true);
  expect(lesson.takeaway).toBeTruthy();
  expect(page.says(`The end of the lesson ${lesson.takeaway}`)).toBe(true);
  const asked = lesson.steps.flatMap(({ predict: one }, place) =>
    one === null ? [] : [answersTo(one, place)],
  );
  const right = asked.filter((one) => one.given === one.right).length;
  expect(page.says(`You predicted ${right} of ${asked.length} right.`)).toBe(true);
  expect(page.says("All steps are done.")).toBe(true);
  const next = LESSONS[LESSONS.findIndex((listed) => listed.id === id) + 1];
  expect(page.main).toBe(next === undefined ? "Finish the lesson" : `Next lesson: ${next.title}`);
  expect(lessonStore.getState().progress[id]?.done).toBe(true);
}

describe("every lesson of the list", () => {
  it.each(LESSONS)("$id is missed, tried again and met, step by step", async ({ id }) => {
    await page.open(id);
    const { steps } = page.play.lesson;
    for (const [place, { do: task }] of steps.entries()) {
      stands();
      await predict();
      if (task !== null) {
        await miss();
        const { answer } = page.state;
        await page.tryAgain();
        stands();
        expect(page.state.answer, "what was predicted stays").toBe(answer);
        await meet();
      }
      expect(lessonStore.getState().stretch !== null).toBe(page.step.play_us !== null);
      await page.rest();
      explains();
      expect(page.says("The end of the lesson")).toBe(place === steps.length - 1);
      if (place < steps.length - 1) {
        expect(page.main).toBe("Next step");
        await page.nextStep();
      }
    }
    ends(id);
  });
});

describe("an act without a control", () => {
  it("is found: of another kind, at a place that is not there, or what stands so already", async () => {
    await page.open("leader");
    expect(() => byControls({ do: "drop", message: 1 })).toThrow("and not drop");
    expect(() => byControls({ do: "crash", store: "s9" })).toThrow("does not offer s9");
    expect(() => byControls({ do: "restart", store: "s1" })).toThrow("no such fault");
    expect(() => byControls({ do: "stop", workload: "nobody" })).toThrow("There is no switch");
    expect(() => byControls({ do: "set", settings: { pre_vote: true } })).toThrow("so already");
  });
});
