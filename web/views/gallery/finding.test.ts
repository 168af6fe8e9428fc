import { describe, expect, test } from "vitest";

import type { ScenarioSummary } from "@/engine/types";
import type { ListedScenario } from "@/session/scenarioList";
import { type Entry, found, grouped } from "./finding";

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
