/** What is expected in a file: a change, and its inverse gives the same bytes. */

import { describe, expect, it } from "vitest";

import { publicScenarios } from "@/test/realEngine";
import { changed } from "../builder/document";
import {
  expectsOf,
  expectText,
  joinMetric,
  runPart,
  withExpect,
  withKey,
  withoutExpect,
} from "./expects";

describe("a shipped scenario", () => {
  it.each(publicScenarios())("$id expects what it did", ({ text }) => {
    const expects = expectsOf(text) ?? [];
    const { text: added, index } = withExpect(text, { metric: "run/usd", at_most: 1 });
    expect(index).toBe(expects.length);
    const back = withoutExpect(added, index);
    expect(expects.length > 0 ? back : changed(back, ["expect"], undefined)).toBe(text);
    expect(runPart(added)).toBe(runPart(text));
    for (const one of expects) {
      expect(expectText(one)).not.toBe("");
      if (one.figure === null) continue;
      expect(joinMetric(one.figure.variant, one.figure.path)).toBe(one.goal.metric);
      for (const key of ["at_most", "at_least", "equals", "metric"]) {
        const other = withKey(text, one.index, key, 12_345.5);
        expect(expectsOf(other)?.[one.index]?.goal[key]).toBe(12_345.5);
        expect(plain(withKey(other, one.index, key, one.goal[key]))).toBe(plain(text));
      }
    }
  });
});

/** 1.0 and 1 are one number: which of the two was written is gone with the number. */
function plain(text: string): string {
  return text.replace(/(\d)\.0\b/g, "$1");
}

describe("words for a goal", () => {
  it("of each kind", () => {
    const text = JSON.stringify({
      expect: [
        { metric: "a/usd", at_least: 1, at_most: 2, times: "b/usd" },
        { happened: "stale_read" },
        { not: { happened: "stale_read" } },
        { all: [{}, {}] },
        { any: [{}] },
        { metric: "run/usd", at_most: 1, text: "Cheap" },
        7,
      ],
    });
    expect(expectsOf(text)?.map(expectText)).toEqual([
      "a/usd at least 1 and at most 2 × b/usd",
      "It happens: stale read",
      "Not: It happens: stale read",
      "All of 2 goals",
      "One of 1 goals at least",
      "Cheap",
      "A goal of a kind that there is not",
    ]);
    expect(expectsOf("{")).toBeNull();
  });
});
