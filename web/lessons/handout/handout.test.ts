import { describe, expect, test } from "vitest";

import type { LessonStep } from "@/engine/types";
import { runOfStep } from "./handout";

const EMPTY: LessonStep = {
  id: "",
  title: "",
  text: null,
  scenario: null,
  variant: null,
  seed: null,
  start_us: null,
  speed: null,
  play_us: null,
  show: null,
  open: null,
  predict: null,
  do: null,
  explain: null,
  solution: null,
  wrong: null,
  variants: [],
  others: "prescribed",
};

const recorded = (us: number, until_us: number, variant: string | null = null) => ({
  variant,
  actions: [{ at_us: us, action: { do: "crash", store: "s1" } }],
  until_us,
});

describe("the run that a step's picture is of", () => {
  const steps: LessonStep[] = [
    {
      ...EMPTY,
      id: "a",
      scenario: "first-look",
      variant: "x",
      seed: 7,
      solution: recorded(10, 50),
    },
    { ...EMPTY, id: "b", start_us: 60, solution: recorded(70, 90) },
    { ...EMPTY, id: "c", start_us: 120 },
    { ...EMPTY, id: "d", scenario: "stale-leader", start_us: 5, solution: recorded(6, 8, "y") },
  ];

  test("is done as recorded, to the instant at which its goal is judged", () => {
    expect(runOfStep({ steps }, 0)).toEqual({
      scenario: "first-look",
      variant: "x",
      seed: 7,
      actions: [{ at_us: 10, action: { do: "crash", store: "s1" }, text: "" }],
      ofOthers: [],
      beganUs: 0,
      untilUs: 50,
    });
  });

  test("rests where a step to look at has played by itself", () => {
    const looks = { ...EMPTY, scenario: "first-look", start_us: 60, play_us: 40 };
    expect(runOfStep({ steps: [looks] }, 0)).toMatchObject({ beganUs: 60, untilUs: 100 });
  });

  test("goes on from the steps before it, where it names no scenario", () => {
    const run = runOfStep({ steps }, 2);
    expect(run?.actions.map(({ at_us }) => at_us)).toEqual([10, 70]);
    expect(run?.ofOthers.map(({ at_us }) => at_us)).toEqual([10, 70]);
    expect(run?.beganUs).toBe(90);
    expect([run?.scenario, run?.variant, run?.seed, run?.untilUs]).toEqual([
      "first-look",
      "x",
      7,
      120,
    ]);
  });

  test("is another one where it names another scenario, in the variant of its solution", () => {
    expect(runOfStep({ steps }, 3)).toMatchObject({
      scenario: "stale-leader",
      variant: "y",
      seed: undefined,
      untilUs: 8,
    });
  });

  test("is none where no step named a scenario", () => {
    expect(runOfStep({ steps: [EMPTY] }, 0)).toBeUndefined();
  });
});
