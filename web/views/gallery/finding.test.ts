import { describe, expect, test } from "vitest";

import type { ScenarioSummary } from "@/engine/types";
import type { ListedScenario } from "@/session/scenarioList";
import { type Entry, found, foundLessons, grouped, type LessonEntry } from "./finding";

function entry(listed: Partial<ListedScenario>, summary: Partial<ScenarioSummary> = {}): Entry {
  const base = { id: "x", file: "x.json", title: "X", question: "Why?", lessons: [] };
  const value = { text: "", variants: [], ...summary } as unknown as ScenarioSummary;
  return { listed: { ...base, ...listed }, summary: { ok: true, value } };
}

const OLD = entry(
  {
    id: "stale-leader",
    title: "The leader that does not know",
    question: "Can a leader tell old data?",
    lessons: [{ id: "old-leader", number: 3, title: "The old leader" }],
  },
  {
    text: "The zone is cut off.",
    variants: [{ id: "check-quorum", title: "With check quorum", text: "It steps down." }],
  },
);
const NEAR = entry({ id: "follower-read", title: "Follower read", question: "What is spared?" });
const UNREAD: Entry = { listed: { ...OLD.listed, id: "one", title: "Únread" }, summary: null };
const ALL = [OLD, NEAR, UNREAD];

const ids = (entries: readonly Entry[]) => entries.map(({ listed }) => listed.id);

const LESSON: LessonEntry = {
  id: "old-leader",
  title: "The old leader",
  text: "Why it can serve stale data.",
  topics: ["split brain"],
  minutes: 9,
  steps: 5,
  isStory: false,
  isDone: false,
  picture: "stale-leader",
};
const STORY: LessonEntry = { ...LESSON, id: "lines", title: "26 lines", isStory: true };
const NEXT: LessonEntry = { ...STORY, id: "next", picture: "follower-read" };

describe("finding a lesson", () => {
  const lessonIds = (lessons: readonly LessonEntry[]) => lessons.map(({ id }) => id);

  test("by its title, its text, a topic, and the word that says what it is", () => {
    expect(lessonIds(foundLessons([LESSON, STORY], "old leader"))).toEqual(["old-leader"]);
    expect(lessonIds(foundLessons([LESSON, STORY], "STALE data"))).toEqual(["old-leader", "lines"]);
    expect(lessonIds(foundLessons([LESSON, STORY], "story"))).toEqual(["lines"]);
    expect(lessonIds(foundLessons([LESSON, STORY], "lesson"))).toEqual(["old-leader"]);
    expect(lessonIds(foundLessons([LESSON], "split brain"))).toEqual(["old-leader"]);
    expect(foundLessons([LESSON, STORY], "moon")).toEqual([]);
  });

  test("at the question of the scenario whose picture it has, also where that is not shown", () => {
    const rows = (groups: ReturnType<typeof grouped>) =>
      groups.map(({ question, lessons, entries }) => [question, lessonIds(lessons), ids(entries)]);
    expect(rows(grouped(ALL, [NEXT, LESSON], ALL))).toEqual([
      ["Can a leader tell old data?", ["old-leader"], ["stale-leader", "one"]],
      ["What is spared?", ["next"], ["follower-read"]],
    ]);
    expect(rows(grouped([], [NEXT], ALL))).toEqual([["What is spared?", ["next"], []]]);
  });
});

describe("finding a scenario", () => {
  test("by its name, in any case, with a hyphen or a space", () => {
    expect(ids(found(ALL, "FOLLOWER read"))).toEqual(["follower-read"]);
    expect(ids(found(ALL, "stale-leader"))).toEqual(["stale-leader"]);
    expect(ids(found(ALL, "stale leader"))).toEqual(["stale-leader"]);
    expect(ids(found(ALL, "unread"))).toEqual(["one"]);
  });

  test("by the lesson that plays it", () => {
    expect(ids(found(ALL, "the old leader"))).toEqual(["stale-leader", "one"]);
    expect(ids(found(ALL, "lesson 3 steps"))).toEqual(["stale-leader"]);
  });

  test("by a variant, its text and the question", () => {
    expect(ids(found(ALL, "check quorum"))).toEqual(["stale-leader"]);
    expect(ids(found(ALL, "spared"))).toEqual(["follower-read"]);
  });

  test("by all words that are typed, wherever they stand", () => {
    expect(ids(found(ALL, "cut  zone"))).toEqual(["stale-leader"]);
    expect(found(ALL, "zone moon")).toEqual([]);
    expect(found(ALL, "  ")).toEqual(ALL);
  });

  test("in groups by question, in the order of the list", () => {
    expect(grouped(ALL).map(({ question, entries }) => [question, ids(entries)])).toEqual([
      ["Can a leader tell old data?", ["stale-leader", "one"]],
      ["What is spared?", ["follower-read"]],
    ]);
    expect(grouped([])).toEqual([]);
  });
});
