/** What the engine's own reader says of a text stands at the line that is wrong. */

import { problems } from "engine";
import { expect, test } from "vitest";

import type { TextProblem } from "@/engine/checking";
import { spotsOf } from "@/model/jsonSpots";
import { loadEngine, publicScenarios, textOf } from "./realEngine";

loadEngine();

function problemsOf(text: string): TextProblem[] {
  return JSON.parse(problems(text)) as TextProblem[];
}

test("the page's own scenarios have no problems", () => {
  for (const { id, text } of publicScenarios()) expect(problemsOf(text), id).toEqual([]);
});

const MARK = "no such key";

for (const id of ["first-look", "lose-a-zone", "bounded-staleness"]) {
  test(`whatever is wrong in ${id}, one of the problems is on its line`, () => {
    const scenario: unknown = JSON.parse(textOf(id));
    let tried = 0;
    eachPart(scenario, (put) => {
      const restore = put({ [MARK]: 1 });
      const text = JSON.stringify(scenario, null, 2);
      restore();
      const problems = problemsOf(text);
      const marked = text.slice(0, text.indexOf(MARK)).split("\n").length;
      const lines = spotsOf(text, problems).map(({ line }) => line);
      // The key is at its own line, what it is the value of on the one before.
      expect(
        lines.some((line) => line === marked || line === marked - 1),
        `line ${marked}, found ${lines.join(", ")}: ${problems.map((one) => one.text).join("; ")}`,
      ).toBe(true);
      tried += 1;
    });
    expect(tried).toBeGreaterThan(20);
  });
}

/** Every value that is no list and no object, with a way to put something else in its place. */
function eachPart(tree: unknown, visit: (put: (other: unknown) => () => void) => void): void {
  if (typeof tree !== "object" || tree === null) return;
  const parts = tree as Record<string, unknown>;
  for (const key of Object.keys(parts)) {
    const value = parts[key];
    if (typeof value === "object" && value !== null) eachPart(value, visit);
    else
      visit((other) => {
        parts[key] = other;
        return () => {
          parts[key] = value;
        };
      });
  }
}
