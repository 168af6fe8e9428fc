import { describe, expect, it } from "vitest";
import { listedLessons } from "@/test/lms";
import { CHALLENGE, LESSON } from "@/test/lmsContent";
import {
  KEPT_LENGTH_MAX,
  NOTHING_DONE,
  readRecord,
  withStars,
  withSteps,
  writeRecord,
} from "./record";
import { isoSpan, standingOf } from "./report";

const answered = (answer: number | null, done: boolean) => ({ answer, done });

describe("how a lesson stands", () => {
  it("is incomplete and open before anything is done", () => {
    expect(standingOf(LESSON, NOTHING_DONE)).toEqual({
      completed: false,
      passed: null,
      score: { raw: 0, max: 3, scaled: 0 },
      progress: 0,
    });
  });

  it("earns a point for a right answer, and for a goal that is met", () => {
    const right = withSteps(NOTHING_DONE, "ask", { ask: answered(2, false) });
    expect(standingOf(LESSON, right).score).toEqual({ raw: 1, max: 3, scaled: 0.3333 });
    const met = withSteps(right, "ask", { ask: answered(2, true) });
    expect(standingOf(LESSON, met)).toMatchObject({ score: { raw: 2 }, progress: 0.3333 });
  });

  it("is passed once all goals are met, and completed once all steps are done", () => {
    const goals = withSteps(NOTHING_DONE, "cut", {
      ask: answered(0, true),
      cut: answered(null, true),
    });
    expect(standingOf(LESSON, goals)).toMatchObject({ passed: true, completed: false });
    const all = withSteps(goals, "end", { end: answered(null, true) });
    const whole = { passed: true, completed: true, progress: 1, score: { raw: 2, max: 3 } };
    expect(standingOf(LESSON, all)).toMatchObject(whole);
  });
});

describe("how a challenge stands", () => {
  it("is open until a run came to its end, failed without a star, and passed with one", () => {
    expect(standingOf(CHALLENGE, NOTHING_DONE)).toMatchObject({ completed: false, passed: null });
    const lost = withStars(NOTHING_DONE, 0);
    expect(standingOf(CHALLENGE, lost)).toMatchObject({ completed: true, passed: false });
    const won = withStars(lost, 2);
    const two = { raw: 2, max: 3, scaled: 0.6667 };
    expect(standingOf(CHALLENGE, won)).toMatchObject({ passed: true, score: two });
    expect(withStars(won, 1)).toEqual(won);
  });
});

describe("what is kept", () => {
  it("has the first answer to a question, and a goal that was ever met", () => {
    const first = withSteps(NOTHING_DONE, "ask", { ask: answered(0, true) });
    const again = withSteps(first, "ask", { ask: answered(1, false) });
    expect(again.steps).toEqual({ ask: answered(0, true) });
  });

  it("comes back as it was written, without when it was answered", () => {
    const timed = { ...answered(1, true), answered: { atMs: 1, latencyMs: 2 } };
    const record = withStars(withSteps(NOTHING_DONE, "cut", { ask: timed }), 3);
    const back = { place: "cut", steps: { ask: answered(1, true) }, stars: 3 };
    expect(readRecord(writeRecord(record))).toEqual(back);
  });

  it.each(["", "{}", "no JSON", '{"format":"raft-atlas-lms/2","place":"x","steps":{},"stars":1}'])(
    "is nothing where it is not understood: %s",
    (text) => expect(readRecord(text)).toEqual(NOTHING_DONE),
  );

  it("has room in every lesson of the page", () => {
    for (const steps of listedLessons()) {
      const done = Object.fromEntries(steps.map((id) => [id, answered(9, true)]));
      const text = writeRecord(withSteps(NOTHING_DONE, steps[0] ?? "", done));
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThan(KEPT_LENGTH_MAX / 10);
    }
  });
});

it("spans are ISO 8601's, with hundredths", () => {
  expect([isoSpan(0), isoSpan(61_234), isoSpan(-1)]).toEqual(["PT0.00S", "PT61.23S", "PT0.00S"]);
});
