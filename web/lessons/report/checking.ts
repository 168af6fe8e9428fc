/**
 * Checks a report by playing its runs again: their digests and goals. Nothing that the report says
 * of itself is taken for true: answers are held against the page's own lesson.
 */

import type { Lesson } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import type { LabReport, RecordedRun, ReportedStep } from "@/model/report/report";
import { stampOf } from "@/model/stamp";
import { Replaying } from "@/session/replaying";
import type { ScenarioSource } from "@/session/session";
import type { SimState } from "@/session/simState";
import { type JudgeDeps, judgedStep } from "./judging";
import { rightOf } from "./reported";

export interface CheckDeps extends JudgeDeps {
  lesson(id: string): Promise<Fetched<Lesson>>;
  build: string;
  /** Called with the report's run where it stands, before its worker is given up. */
  seen?(played: PlayedRun): Promise<void>;
}

/** A report's run, played again to the instant that the report names. */
export interface PlayedRun {
  link: Link;
  state: SimState;
  /** Of its scenario. */
  text: string;
  same: Sameness;
}

/**
 * What playing a run again came to. other_build and other_scenario: the digest differs, and another
 * engine or another text of the scenario made the report, which may be why.
 */
export type Sameness = "equal" | "differs" | "other_build" | "other_scenario" | "not_played";

export interface RunFound {
  same: Sameness;
  /** Why it was not played; "" when it was. */
  why: string;
}

export interface GoalFound extends RunFound {
  id: string;
  title: string;
  claimed: boolean;
  /** What the replay says. */
  reached: boolean;
}

export interface Found {
  run: RunFound;
  /** Null: the report is of no lesson, or of one that this page does not have. */
  answers: { right: number; of: number } | null;
  goals: readonly GoalFound[];
  /** What the report says and is not so, in sentences. */
  wrong: readonly string[];
  /** Why its lesson could not be checked; "" when it was. */
  trouble: string;
}

export async function checkedReport(deps: CheckDeps, report: LabReport): Promise<Found> {
  const run = await checkedRun(deps, report.run);
  const wrong = run.same === "differs" ? [t("The digest of the run is not the one reported.")] : [];
  const nothing = { run, answers: null, goals: [], wrong, trouble: "" };
  if (report.lesson === null) return nothing;
  const lesson = await deps.lesson(report.lesson.id);
  if (!lesson.ok) return { ...nothing, trouble: lesson.message };
  const reported = new Map(report.lesson.steps.map((step) => [step.id, step]));
  const goals: GoalFound[] = [];
  for (const [at, step] of lesson.value.steps.entries()) {
    if (step.do === null) continue;
    goals.push(await checkedGoal(deps, lesson.value, at, reported.get(step.id)));
  }
  const answers = answersOf(lesson.value, reported, wrong);
  return { run, answers, goals, wrong: [...wrong, ...goals.flatMap(wrongOf)], trouble: "" };
}

async function checkedRun(deps: CheckDeps, run: RecordedRun): Promise<RunFound> {
  const { scenario } = run;
  const text = await textOf(deps, run);
  if (!text.ok) return { same: "not_played", why: text.message };
  const link = deps.makeLink();
  try {
    const replaying = new Replaying(link, () => deps.isWanted());
    const opened = await replaying.open({ ...run, source: sourceOf(scenario), text: text.value });
    const state = opened.ok ? await replaying.advance(run.us) : opened;
    if (!state.ok) return { same: "not_played", why: state.message };
    const same = sameness(deps, run, state.value.frame?.digest ?? "", text.value);
    await deps.seen?.({ link, state: state.value, text: text.value, same });
    return { same, why: "" };
  } finally {
    link.close(t("It is checked."));
  }
}

async function checkedGoal(
  deps: CheckDeps,
  lesson: Lesson,
  at: number,
  reported: ReportedStep | undefined,
): Promise<GoalFound> {
  const { id = "", title = "" } = lesson.steps[at] ?? {};
  const claimed = reported?.reached === true;
  const not = { id, title, claimed, reached: false, same: "not_played" as const };
  const run = reported?.run ?? null;
  if (run === null) return { ...not, why: claimed ? t("The report has no run of it.") : "" };
  const found = await judgedStep(deps, lesson, at, run);
  if (!found.ok) return { ...not, why: found.message };
  const text = await textOf(deps, run);
  const same = sameness(deps, run, found.value.digest, text.ok ? text.value : "");
  return { ...not, reached: found.value.met, same, why: "" };
}

function sameness(
  { build }: CheckDeps,
  run: Pick<RecordedRun, "scenario" | "build"> & { digest: string },
  digest: string,
  text: string,
): Sameness {
  if (run.digest === digest) return "equal";
  const { scenario } = run;
  if (scenario.kind === "builtin" && scenario.stamp !== stampOf(text)) return "other_scenario";
  return run.build === build ? "differs" : "other_build";
}

/** Adds to `wrong` what the report says of its answers and is not so. */
function answersOf(
  { steps }: Lesson,
  reported: ReadonlyMap<string, ReportedStep>,
  wrong: string[],
): { right: number; of: number } {
  let right = 0;
  let of = 0;
  for (const step of steps) {
    if (step.predict === null) continue;
    of += 1;
    const one = reported.get(step.id);
    const isRight = rightOf(step, one?.answer ?? null);
    if (isRight === true) right += 1;
    if (one !== undefined && one.right !== isRight) {
      const is =
        isRight === null
          ? t("there is no such answer")
          : isRight
            ? t("it is right")
            : t("it is not");
      const title = translate(step.title);
      wrong.push(
        one.right === true
          ? t("“{title}”: the report says that the answer is right; {is}.", { title, is })
          : t("“{title}”: the report says that the answer is not right; {is}.", { title, is }),
      );
    }
  }
  return { right, of };
}

function wrongOf({ title, claimed, reached, same, why }: GoalFound): string[] {
  if (same === "differs")
    return [
      t("“{title}”: the digest of its run is not the one reported.", { title: translate(title) }),
    ];
  // Another engine, or another scenario, may end elsewhere.
  if (!claimed || reached || same === "other_build" || same === "other_scenario") return [];
  return [
    why === ""
      ? t("“{title}”: its run does not reach the goal.", { title: translate(title) })
      : t("“{title}”: {why}", { title: translate(title), why }),
  ];
}

async function textOf(deps: CheckDeps, { scenario }: Pick<RecordedRun, "scenario">) {
  if (scenario.kind === "builtin") return deps.scenario(scenario.id);
  return { ok: true, value: scenario.text } as const;
}

function sourceOf(scenario: RecordedRun["scenario"]): ScenarioSource {
  if (scenario.kind === "builtin") return { kind: "builtin", id: scenario.id };
  return { kind: "file", name: scenario.name, text: scenario.text };
}
