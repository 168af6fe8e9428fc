import validate from "@learninglocker/xapi-validation";
import { describe, expect, it } from "vitest";
import { CHALLENGE, LESSON } from "@/test/lmsContent";
import { type LmsRecord, NOTHING_DONE, withStars, withSteps } from "./record";
import { reportOf } from "./report";
import { lastStatement, type Statement, statementsOf, type Telling } from "./statements";

const TELLING: Telling = {
  launch: {
    actor: { objectType: "Agent", mbox: "mailto:ada@example.org" },
    registration: "6bd1f1a2-5f0c-4c8e-9d53-0a5d4f1b2c3d",
    activity: "urn:raft-atlas:lesson:old-leader",
  },
  nowMs: Date.UTC(2026, 0, 2, 3, 4, 5),
  makeId: () => "1f2e3d4c-5b6a-4978-8796-a5b4c3d2e1f0",
};

/** What is told between two records, each of it valid by xAPI's rules. */
function told(before: LmsRecord, after: LmsRecord, content = LESSON): Statement[] {
  const from = reportOf(content, before, 0);
  const all = statementsOf(from, reportOf(content, after, 90_000), TELLING);
  for (const one of all) expect(validate(one)).toEqual([]);
  return all;
}

const verbs = (all: Statement[]) => all.map(({ verb }) => verb.display["en-US"]);
const answered = { answer: 1, done: false, answered: { atMs: 0, latencyMs: 4_500 } };
const ASKED = withSteps(NOTHING_DONE, "ask", { ask: answered });
const MET = withSteps(ASKED, "ask", { ask: { answer: 1, done: true } });
const ALL = withSteps(MET, "end", {
  cut: { answer: null, done: true },
  end: { answer: null, done: true },
});

describe("statements of a lesson", () => {
  it("begin with initialized, whatever an earlier visit left", () => {
    const all = statementsOf(null, reportOf(LESSON, ALL, 0), TELLING);
    expect(verbs(all)).toEqual(["initialized"]);
    expect(validate(all[0])).toEqual([]);
  });

  it("tell an answer as an interaction of the kind choice", () => {
    const all = told(NOTHING_DONE, ASKED);
    expect(verbs(all)).toEqual(["answered"]);
    expect(all[0]).toMatchObject({
      object: {
        id: "urn:raft-atlas:lesson:old-leader/questions/ask",
        definition: { interactionType: "choice", correctResponsesPattern: ["a2", "a3"] },
      },
      result: { response: "a2", success: true, duration: "PT4.50S" },
      context: {
        registration: TELLING.launch.registration,
        contextActivities: { parent: [{ id: "urn:raft-atlas:lesson:old-leader" }] },
      },
    });
  });

  it("tell progress, and at the end completed and passed with the score", () => {
    expect(verbs(told(ASKED, MET))).toEqual(["progressed"]);
    const all = told(MET, ALL);
    expect(verbs(all)).toEqual(["progressed", "completed", "passed"]);
    expect(all[1]?.result).toEqual({
      duration: "PT90.00S",
      completion: true,
      score: { raw: 3, max: 3, scaled: 1, min: 0 },
    });
    expect(told(ALL, ALL)).toEqual([]);
  });

  it("end with terminated", () => {
    const last = lastStatement(reportOf(LESSON, MET, 1_000), TELLING);
    expect(validate(last)).toEqual([]);
    expect(last).toMatchObject({ verb: { display: { "en-US": "terminated" } } });
  });
});

it("statements of a challenge: failed, and passed once it is solved", () => {
  const lost = withStars(NOTHING_DONE, 0);
  expect(verbs(told(NOTHING_DONE, lost, CHALLENGE))).toEqual(["progressed", "completed", "failed"]);
  const [passed] = told(lost, withStars(lost, 3), CHALLENGE);
  expect(passed).toMatchObject({ result: { success: true, score: { raw: 3, scaled: 1 } } });
});
