/** What students said, counted. */
import { describe, expect, it } from "vitest";

import { NO_ANSWERS, RateBound, tally, withAnswer, withHere, withoutSilent } from "./answers";
import type { Answered, Here } from "./protocol";

const answer = (place: number): Answered => ({
  t: "answer",
  lesson: "leader",
  step: "majority",
  answer: place,
});
const HERE: Here = { follows: true, same: "yes", name: "" };

describe("answers", () => {
  it("are counted once a student, the first one", () => {
    let state = withAnswer(NO_ANSWERS, "a", answer(0));
    state = withAnswer(state, "b", answer(2));
    state = withAnswer(state, "a", answer(2));
    const [step] = state.steps;
    expect(tally(step?.answers ?? new Map(), 3)).toEqual([1, 0, 1]);
  });

  it("that a question does not have are nobody's", () => {
    const state = withAnswer(NO_ANSWERS, "a", answer(50));
    expect(tally(state.steps[0]?.answers ?? new Map(), 3)).toEqual([0, 0, 0]);
  });

  it("say who reached a goal, beside what was predicted", () => {
    const goal: Answered = { t: "goal", lesson: "leader", step: "majority" };
    const state = withAnswer(withAnswer(NO_ANSWERS, "a", answer(1)), "a", goal);
    expect(state.steps).toHaveLength(1);
    expect(state.steps[0]?.goals.size).toBe(1);
    expect(withAnswer(state, "a", goal)).toEqual(state);
  });
});

describe("students", () => {
  it("are there until they go, or are silent for longer than 8 s", () => {
    const state = withHere(withHere(NO_ANSWERS, "a", HERE, 0), "b", HERE, 5_000);
    expect(withoutSilent(state, 8_000)).toBe(state);
    expect([...withoutSilent(state, 8_001).students.keys()]).toEqual(["b"]);
    expect(withHere(state, "b", { ...HERE, gone: true }, 6_000).students.size).toBe(1);
  });

  it("are not heard more often than a person speaks", () => {
    const bound = new RateBound();
    const taken = Array.from({ length: 100 }, (_, i) => bound.take("a", i));
    expect(taken.filter(Boolean)).toHaveLength(20);
    expect(bound.take("b", 50)).toBe(true);
    expect(bound.take("a", 20_000)).toBe(true);
  });
});
