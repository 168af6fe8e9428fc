import { Scorm12API, Scorm2004API } from "scorm-again";
import { describe, expect, it } from "vitest";
import { NOTHING_DONE, readRecord, withStars, withSteps } from "@/model/lms/record";
import { reportOf } from "@/model/lms/report";
import { CHALLENGE, LESSON } from "@/test/lmsContent";
import { API_12, findApi, type Scorm12Api, type ScormApi, ScormWire } from "./scormWire";

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
  const wire = ScormWire.of2004(api, (why) => refused.push(why));
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

describe("a lesson in a SCORM 1.2 runtime", () => {
  function runtime12(left?: Record<string, unknown>): Scorm12API & Scorm12Api {
    const api = new Scorm12API({ autocommit: false, logLevel: SILENT });
    if (left !== undefined) api.loadFromJSON(left, "cmi");
    return api;
  }
  function begun12(api: Scorm12Api) {
    const refused: string[] = [];
    const wire = ScormWire.of12(api, (why) => refused.push(why));
    return { wire, refused, kept: wire.begin() };
  }

  it("is told as its data model has it, and nothing is refused", () => {
    const api = runtime12();
    const { wire, refused } = begun12(api);
    wire.report(null, reportOf(LESSON, NOTHING_DONE, 0));
    wire.report(null, reportOf(LESSON, MET, 3_723_450));
    expect(refused).toEqual([]);
    expect(plain(api.cmi)).toMatchObject({
      core: {
        lesson_status: "incomplete",
        score: { raw: "33.33", min: "0", max: "100" },
        lesson_location: "cut",
        exit: "suspend",
        // As the runtime writes it again.
        session_time: "01:02:03.45",
      },
      objectives: {
        0: { id: "goal.ask", status: "passed" },
        1: { id: "goal.cut", status: "incomplete" },
      },
      interactions: {
        0: {
          id: "old-leader.ask",
          type: "choice",
          student_response: "a",
          result: "wrong",
          latency: "00:00:02.34",
          time: "00:00:01",
          correct_responses: { 0: { pattern: "b" }, 1: { pattern: "c" } },
        },
      },
    });
  });

  it("is passed once all goals are met, and goes on in the next session", async () => {
    const first = runtime12();
    const { wire } = begun12(first);
    const done = { cut: { answer: null, done: true }, end: { answer: null, done: true } };
    const all = withSteps(MET, "end", done);
    wire.report(null, reportOf(LESSON, all, 60_000));
    wire.end(reportOf(LESSON, all, 61_000));
    expect(first.isTerminated()).toBe(true);
    expect(plain(first.cmi)).toMatchObject({ core: { lesson_status: "passed" } });

    const again = begun12(runtime12(plain(first.cmi)));
    const { kept, place } = await again.kept;
    expect([place, readRecord(kept).steps]).toEqual([
      "end",
      { ask: { answer: 0, done: true }, ...done },
    ]);
    again.wire.report(null, reportOf(LESSON, readRecord(kept), 0));
    expect(again.refused).toEqual([]);
  });

  it("keeps no more than its runtime takes: of longer ones nothing", () => {
    const { wire, refused } = begun12(runtime12());
    const ids = Array.from({ length: 300 }, (_, at) => `a-step-of-a-long-lesson-${at}`);
    const steps = Object.fromEntries(ids.map((id) => [id, { answer: null, done: true }]));
    wire.report(null, reportOf(LESSON, withSteps(NOTHING_DONE, "ask", steps), 0));
    expect(refused).toEqual([]);
  });

  it("has an API of another name", () => {
    const api = runtime12();
    const made: Record<string, unknown> = { opener: null, [API_12]: api };
    Object.assign(made, { parent: made, top: made });
    const here = { opener: null, parent: made, top: made } as unknown as Window;
    expect(findApi<Scorm12Api>(here, API_12)).toBe(api);
    expect(findApi(here)).toBeNull();
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
