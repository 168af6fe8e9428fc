import { Scorm2004API } from "scorm-again";
import { describe, expect, it } from "vitest";
import { NOTHING_DONE, readRecord, withStars, withSteps } from "@/model/lms/record";
import { reportOf } from "@/model/lms/report";
import { CHALLENGE, LESSON } from "@/test/lmsContent";
import { findApi, type ScormApi, ScormWire } from "./scormWire";

const SILENT = 5;
const ANSWER = { answer: 0, done: false, answered: { atMs: 1_000, latencyMs: 2_340 } };
const ASKED = withSteps(NOTHING_DONE, "ask", { ask: ANSWER });
const MET = withSteps(ASKED, "cut", { ask: { answer: 0, done: true } });

/** A kept open-source runtime of SCORM 2004, with what an earlier session of it left. */
function runtime(left?: Record<string, unknown>): Scorm2004API & ScormApi {
  const api = new Scorm2004API({ autocommit: false, logLevel: SILENT });
  if (left !== undefined) api.loadFromJSON(left, "cmi");
  return api;
}

function begun(api: ScormApi) {
  const refused: string[] = [];
  const wire = new ScormWire(api, (why) => refused.push(why));
  return { wire, refused, kept: wire.begin() };
}

const plain = (cmi: object): Record<string, unknown> => JSON.parse(JSON.stringify(cmi));

describe("a lesson in a SCORM 2004 runtime", () => {
  it("is told as its data model has it, and nothing is refused", () => {
    const api = runtime();
    const { wire, refused } = begun(api);
    wire.report(null, reportOf(LESSON, NOTHING_DONE, 0));
    wire.report(null, reportOf(LESSON, MET, 60_000));
    expect(refused).toEqual([]);
    expect(plain(api.cmi)).toMatchObject({
      completion_status: "incomplete",
      success_status: "unknown",
      score: { raw: "1", min: "0", max: "3", scaled: "0.3333" },
      progress_measure: "0.3333",
      location: "cut",
      exit: "suspend",
      session_time: "PT60.00S",
      objectives: {
        0: { id: "goal.ask", success_status: "passed" },
        1: { id: "goal.cut", success_status: "unknown" },
      },
      interactions: {
        0: {
          id: "urn:raft-atlas:old-leader:ask",
          type: "choice",
          learner_response: "a1",
          result: "incorrect",
          latency: "PT2.34S",
          timestamp: "1970-01-01T00:00:01.00Z",
          description: "What must s1 do before it answers?",
          correct_responses: { 0: { pattern: "a2" }, 1: { pattern: "a3" } },
        },
      },
    });
  });

  it("goes on in the next session of the attempt, without a second entry for a question", async () => {
    const first = runtime();
    const { wire } = begun(first);
    wire.report(null, reportOf(LESSON, MET, 60_000));
    wire.end(reportOf(LESSON, MET, 61_000));
    expect(first.isTerminated()).toBe(true);

    const second = runtime(plain(first.cmi));
    const again = begun(second);
    const { kept, place } = await again.kept;
    expect([place, readRecord(kept)]).toEqual([
      "cut",
      { ...MET, steps: { ask: { answer: 0, done: true } } },
    ]);
    again.wire.report(null, reportOf(LESSON, readRecord(kept), 0));
    expect(again.refused).toEqual([]);
    expect(second.GetValue("cmi.interactions._count")).toBe("1");
    expect(second.GetValue("cmi.objectives._count")).toBe("2");
    expect(second.GetValue("cmi.interactions.0.latency")).toBe("PT2.34S");
  });

  it("would be told of a value that the data model does not have", () => {
    const { wire, refused } = begun(runtime());
    wire.report(
      null,
      reportOf({ ...LESSON, steps: [] }, { ...NOTHING_DONE, place: "x".repeat(1_001) }, 0),
    );
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(/^cmi\.location = x+ 406 /);
  });
});

it("a challenge is scored by its stars", () => {
  const api = runtime();
  const { wire, refused } = begun(api);
  wire.report(null, reportOf(CHALLENGE, withStars(NOTHING_DONE, 2), 0));
  expect(refused).toEqual([]);
  expect(plain(api.cmi)).toMatchObject({
    completion_status: "completed",
    success_status: "passed",
    score: { raw: "2", max: "3", scaled: "0.6667" },
  });
});

describe("the runtime's API", () => {
  const api = runtime();
  const alone = (more: object = {}) => {
    const made: Record<string, unknown> = { opener: null, ...more };
    made.parent ??= made;
    made.top ??= made;
    return made as unknown as Window;
  };

  it("is found above this window, above its opener, or nowhere", () => {
    const platform = alone({ API_1484_11: api });
    const between = alone({ parent: platform });
    expect(findApi(alone({ parent: between }))).toBe(api);
    expect(findApi(alone({ opener: between }))).toBe(api);
    expect(findApi(alone({ parent: alone(), top: alone({ opener: platform }) }))).toBe(api);
    expect(findApi(alone())).toBeNull();
  });

  it("is not looked for in windows of another origin", () => {
    const closed = new Proxy(
      {},
      {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      },
    );
    expect(findApi(alone({ parent: closed, top: closed }))).toBeNull();
  });
});
