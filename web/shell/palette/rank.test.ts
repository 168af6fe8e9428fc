import { describe, expect, it } from "vitest";

import { found, rank } from "./rank";

describe("what fits what somebody types", () => {
  it("begins with it, before it has a word that does, before it is inside", () => {
    const best = rank("store", "Store s2 in az1", "Places");
    const word = rank("s2", "Store s2 in az1", "Places");
    const inside = rank("ore", "Store s2 in az1", "Places");
    expect(best).toBeGreaterThan(word);
    expect(word).toBeGreaterThan(inside);
    expect(inside).toBeGreaterThan(0);
  });

  it("has every word, in any order, the group's name included", () => {
    expect(rank("cities scenario", "Two cities", "Scenarios")).toBeGreaterThan(0);
    expect(rank("cities lesson", "Two cities", "Scenarios")).toBe(0);
  });

  it("is everything while nothing is typed, and no letter's mark counts", () => {
    expect(rank("", "Zürich", "Places")).toBe(1);
    expect(rank("ZURICH", "Zürich", "Places")).toBe(1);
  });
});

describe("what is found", () => {
  const entries = [
    { label: "Restart from 0 s", group: "Commands" },
    { label: "Crash a store", group: "Commands" },
    { label: "Store s1 in az1", group: "Places" },
    { label: "Store s2 in az2", group: "Places" },
  ];
  const names = (typed: string) =>
    found(entries, typed).map(({ group, entries: of }) => [group, of.map(({ label }) => label)]);

  it("is in the order of its list while nothing is typed", () => {
    expect(names("")).toEqual([
      ["Commands", ["Restart from 0 s", "Crash a store"]],
      ["Places", ["Store s1 in az1", "Store s2 in az2"]],
    ]);
  });

  it("begins with the best, and leaves out what does not fit", () => {
    expect(names("store")).toEqual([
      ["Places", ["Store s1 in az1", "Store s2 in az2"]],
      ["Commands", ["Crash a store"]],
    ]);
    expect(names("nowhere")).toEqual([]);
  });

  it("has what is known by other words, after what has them in its name", () => {
    const lessons = [
      { label: "1. What a leader is for", group: "Lessons", known: ["leader election", "votes"] },
      { label: "Why: the selection, or the leader", group: "Commands" },
      { label: "Leader election of s1", group: "Actions" },
    ];
    const labels = (typed: string) =>
      found(lessons, typed).flatMap(({ entries: of }) => of.map(({ label }) => label[0]));
    expect(labels("leader election")).toEqual(["L", "1", "W"]);
    expect(labels("votes")).toEqual(["1"]);
    expect(labels("votes election")).toEqual([]);
  });
});
