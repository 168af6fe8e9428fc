/**
 * The list of lessons says what their files say: how many steps, and scenarios that are there. With
 * UPDATE_GOLDEN=1 the steps are counted and written anew.
 */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { ListedLesson } from "@/lessons/catalog";
import { cardsOf } from "@/lessons/lessonCards";
import type { ListedScenario } from "@/session/scenarioList";
import { publicText } from "@/test/nodePage";
import { ROOT } from "@/test/realEngine";

const FILE = "lessons/index.json";
const LIST: ListedLesson[] = JSON.parse(publicText(FILE));
const SCENARIOS: ListedScenario[] = JSON.parse(publicText("scenarios/index.json"));

function stepsOf({ file }: ListedLesson): number {
  return JSON.parse(publicText(`lessons/${file}`)).steps.length;
}

/** The list with the steps that its lessons have. */
function counted(text: string): string {
  return LIST.reduce((list, lesson) => {
    const own = new RegExp(`("id": "${lesson.id}",[^}]*?"steps": )\\d+`);
    return list.replace(own, `$1${stepsOf(lesson)}`);
  }, text);
}

describe("the list of lessons", () => {
  it("says how many steps each has", () => {
    const text = publicText(FILE);
    if (process.env.UPDATE_GOLDEN === "1")
      fs.writeFileSync(path.join(ROOT, "public", FILE), counted(text));
    const stale = LIST.filter((lesson) => lesson.steps !== stepsOf(lesson));
    const wrong = stale.map((lesson) => `${lesson.id}: ${lesson.steps}, not ${stepsOf(lesson)}`);
    expect(wrong, "UPDATE_GOLDEN=1 counts them anew").toEqual([]);
  });

  it("has what a teacher would call the subject of each", () => {
    const named = (words: string) =>
      LIST.filter(({ topics }) => topics.includes(words)).map(({ id }) => id);
    expect(named("leader election")).toEqual(["leader"]);
    expect(named("log conflict")).toEqual(["log-repair"]);
    expect(named("follower read")).toEqual(["follower-read"]);
    expect(LIST.filter(({ topics }) => topics.length === 0)).toEqual([]);
  });

  it("gives each card the picture of a scenario, by which it has its place", () => {
    const ids = SCENARIOS.map(({ id }) => id);
    for (const { id, picture } of cardsOf(LIST, {})) expect(ids, id).toContain(picture);
  });

  it("tells which lessons were finished, and which of them are stories", () => {
    const [first] = LIST;
    const id = first?.id ?? "";
    const kept = { step: "x", done: true, steps: {} };
    const done = cardsOf(LIST, { [id]: kept, million: { ...kept, done: false } });
    expect(done.filter(({ isDone }) => isDone).map((card) => card.id)).toEqual([id]);
    const stories = done.filter(({ isStory }) => isStory).map((card) => card.id);
    expect(stories).toEqual([
      "follower-read",
      "one-message",
      "the-past",
      "zone-crossing",
      "million",
    ]);
  });
});
