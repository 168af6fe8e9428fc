/** Keys of the diagram. */
import { expect, test } from "vitest";
import { diagramKey, type KeyVerbs } from "./diagramKeys";

function pressed(key: string, shift = false): string[] {
  const done: string[] = [];
  const verbs: KeyVerbs = {
    pan: (share) => done.push(`pan ${share}`),
    zoom: (steps) => done.push(`zoom ${steps}`),
    whole: () => done.push("whole"),
    round: () => done.push("round"),
    follow: () => done.push("follow"),
    move: (direction) => done.push(`move ${direction}`),
    select: () => done.push("select"),
    go: () => done.push("go"),
  };
  expect(diagramKey(key, shift, verbs)).toBe(done.length > 0);
  return done;
}

test("each key does one thing, and others are left to the page", () => {
  expect(
    ["ArrowLeft", "+", "-", "0", "1", "f", "[", "]", "Enter", "g"].flatMap((k) => pressed(k)),
  ).toEqual([
    "pan -0.08",
    "zoom 1",
    "zoom -1",
    "whole",
    "round",
    "follow",
    "move -1",
    "move 1",
    "select",
    "go",
  ]);
  expect(pressed("ArrowRight", true)).toEqual(["pan 0.5"]);
  for (const key of [" ", ".", "Home", "End", "r", "?", "Tab", "Escape", "PageDown"])
    expect(pressed(key)).toEqual([]);
});
