/** Reports are checked with the real engine: an honest one holds, each kind of forged one does not. */

import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";

import type { Lesson } from "@/engine/types";
import { EngineLoop } from "@/engine/worker/engineLoop";
import type { Link } from "@/engine/workerLink";
import { type CheckDeps, checkedReport, type Found } from "@/lessons/report/checking";
import { judgedStep } from "@/lessons/report/judging";
import type { Fetched } from "@/model/fetched";
import { type LabReport, type MetRun, REPORT_FORMAT } from "@/model/report/report";
import { stampOf } from "@/model/stamp";
import { loadEngine, ROOT, textOf } from "./realEngine";

const BUILD = "0123456789ab";
const SCENARIO = textOf("first-look");
const STAMP = stampOf(SCENARIO);
const { engine } = loadEngine();

function makeLink(): Link {
  const loop = new EngineLoop({ engine, wallMs: () => 0 });
  return { send: async (command) => loop.run(command), close: () => {} };
}

const lessons = new Map<string, Lesson>();
let deps: CheckDeps;
let honest: LabReport;

async function read(id: string): Promise<Lesson> {
  const text = fs.readFileSync(path.join(ROOT, "public", "lessons", `${id}.json`), "utf8");
  const reply = await makeLink().send({ type: "lesson", text });
  if (reply.type !== "lesson") throw new Error(JSON.stringify(reply));
  return reply.lesson;
}

/** A run of the lesson's first step, done as it was recorded, or otherwise. */
function runOf(lesson: Lesson, what: "solution" | "wrong"): MetRun {
  const [step] = lesson.steps;
  const recorded = step?.[what];
  if (step === undefined || recorded == null) throw new Error("nothing is recorded");
  return {
    build: BUILD,
    scenario: { kind: "builtin", id: "first-look", stamp: STAMP },
    variant: "",
    seed: JSON.parse(SCENARIO).seed,
    actions: recorded.actions.map(({ at_us, action }) => ({
      at_us,
      action: action as { do: string },
    })),
    us: recorded.until_us,
    digest: "",
    began_us: step.start_us ?? 0,
  };
}

/** With the digest that it really has. */
async function played(lesson: Lesson, run: MetRun): Promise<MetRun> {
  const found = await judgedStep(deps, lesson, 0, run);
  if (!found.ok) throw new Error(found.message);
  return { ...run, digest: found.value.digest };
}

function check(report: LabReport, changes: Partial<CheckDeps> = {}): Promise<Found> {
  return checkedReport({ ...deps, ...changes }, report);
}

/** The honest report with another first step. */
function forged(change: (step: Told) => Partial<Told>): LabReport {
  const report = structuredClone(honest);
  const step = report.lesson?.steps[0];
  if (step === undefined) throw new Error("no step");
  Object.assign(step, change(step));
  return report;
}

type Told = NonNullable<LabReport["lesson"]>["steps"][number];

beforeAll(async () => {
  lessons.set("leader", await read("leader"));
  deps = {
    makeLink,
    isWanted: () => true,
    scenario: async (id): Promise<Fetched<string>> =>
      id === "first-look" ? { ok: true, value: SCENARIO } : { ok: false, message: "None." },
    lesson: async (id) => {
      const value = lessons.get(id);
      return value === undefined ? { ok: false, message: `No ${id}.` } : { ok: true, value };
    },
    build: BUILD,
  };
  const lesson = await read("leader");
  const run = await played(lesson, runOf(lesson, "solution"));
  const { began_us: _, ...own } = run;
  const right = lesson.steps[0]?.predict?.answers.findIndex((one) => one.right) ?? 0;
  honest = {
    format: REPORT_FORMAT,
    name: "Ada",
    words: "",
    title: lesson.title,
    lesson: {
      id: "leader",
      title: lesson.title,
      steps: lesson.steps.map(({ id, title, do: task }, at) => ({
        id,
        title,
        answer: at === 0 ? right : null,
        right: at === 0 ? true : null,
        reached: task === null ? null : at === 0,
        run: at === 0 ? run : null,
      })),
    },
    run: own,
  };
});

describe("a report that is checked", () => {
  it("holds where it is honest: its goal is reached and its digests are equal", async () => {
    const found = await check(honest);
    expect(found.wrong).toEqual([]);
    expect(found.run).toEqual({ same: "equal", why: "" });
    expect(found.answers).toEqual({ right: 1, of: 5 });
    const [first, ...others] = found.goals;
    expect(first).toMatchObject({ claimed: true, reached: true, same: "equal", why: "" });
    for (const other of others) expect(other).toMatchObject({ claimed: false, reached: false });
  });

  it("tells a digest that was changed", async () => {
    const report = { ...honest, run: { ...honest.run, digest: "0".repeat(16) } };
    const found = await check(report);
    expect(found.run.same).toBe("differs");
    expect(found.wrong).toEqual(["The digest of the run is not the one reported."]);
  });

  it("tells another build apart, whose runs may differ, and accuses nobody", async () => {
    const run = { ...honest.run, digest: "0".repeat(16), build: "ba9876543210" };
    const found = await check({ ...honest, run });
    expect(found.run.same).toBe("other_build");
    expect(found.wrong).toEqual([]);
    const equal = await check({ ...honest, run: { ...honest.run, build: "ba9876543210" } });
    expect(equal.run.same).toBe("equal");
  });

  it("tells a scenario that was changed since", async () => {
    const scenario = { kind: "builtin", id: "first-look", stamp: "0".repeat(14) } as const;
    const run = { ...honest.run, digest: "0".repeat(16), scenario };
    expect((await check({ ...honest, run })).run.same).toBe("other_scenario");
  });

  it("tells a goal that the run does not reach", async () => {
    const lesson = await read("leader");
    const run = await played(lesson, runOf(lesson, "wrong"));
    const found = await check(forged(() => ({ run })));
    expect(found.goals[0]).toMatchObject({ claimed: true, reached: false, same: "equal" });
    expect(found.wrong).toEqual(["“When is a write safe?”: its run does not reach the goal."]);
  });

  it("tells a goal with a run of another scenario, from too early, or with none", async () => {
    const scenario = { kind: "builtin", id: "stale-leader", stamp: STAMP } as const;
    const runs: [Partial<MetRun> | null, string][] = [
      [{ scenario }, "The run is not of the step’s scenario, “first-look”."],
      [{ began_us: 0 }, "The step does not begin there."],
      [null, "The report has no run of it."],
    ];
    for (const [change, why] of runs) {
      const report = forged(({ run }) => ({
        run: change === null || run === null ? null : { ...run, ...change },
      }));
      const found = await check(report);
      expect(found.goals[0]).toMatchObject({ reached: false, same: "not_played", why });
      expect(found.wrong).toEqual([`“When is a write safe?”: ${why}`]);
    }
  });

  it("counts answers by the page's lesson, not by what the report says of them", async () => {
    const found = await check(forged(({ answer }) => ({ answer: answer === 0 ? 1 : 0 })));
    expect(found.answers).toEqual({ right: 0, of: 5 });
    expect(found.wrong).toEqual([
      "“When is a write safe?”: the report says that the answer is right; it is not.",
    ]);
  });

  it("says what cannot be played: an action that the engine refuses, an instant past the end", async () => {
    const action = { do: "crash", store: "<img onerror=alert(1)>" };
    const refused = await check({
      ...honest,
      run: { ...honest.run, actions: [{ at_us: 1, action }] },
    });
    expect(refused.run.same).toBe("not_played");
    expect(refused.run.why).toContain("Action 1 is refused");
    const late = await check({ ...honest, run: { ...honest.run, us: 86_000_000_000 } });
    expect(late.run.why).toMatch(/^The run ends at /);
  });

  it("plays no run on when nobody wants it any more", async () => {
    const found = await check(honest, { isWanted: () => false });
    expect(found.run.same).toBe("not_played");
    expect(found.goals[0]?.reached).toBe(false);
  });

  it("checks the run of a lesson that this page does not have", async () => {
    const lesson = { id: "file:own.json", title: "Own", steps: [] };
    const found = await check({ ...honest, lesson });
    expect(found).toMatchObject({
      run: { same: "equal" },
      answers: null,
      trouble: "No file:own.json.",
    });
  });
});
