/** A lesson done as recorded: for each step the run at the end of its solution. */

import type { Lesson, LessonStep, LoggedAction } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import { sentences } from "@/language/written";
import type { Fetched } from "@/model/fetched";
import { type Reports, reportOf } from "@/model/reportFigures";
import { firstUpdateRequest } from "@/session/reduce";
import { fetchScenario } from "@/session/scenarios";
import { loggedRun } from "@/session/session";
import { SideRun } from "@/session/sideRun";
import { INITIAL_STATE } from "@/session/simState";
import { SimStore } from "@/session/simStore";
import { VariantRuns } from "@/session/variantRuns";
import { actionsOfOthers, recordedActions } from "../recorded";
import { ownWindows } from "../windows";

export interface StepRun {
  scenario: string;
  variant: string;
  seed: number | undefined;
  actions: readonly LoggedAction[];
  /** What is done meanwhile in the other variants that the step speaks of. */
  ofOthers: readonly LoggedAction[];
  /** Where the step begins. */
  beganUs: number;
  untilUs: number;
}

/** A step's moment: the run for a map to be drawn of, and its figures. */
export interface Moment {
  store: SimStore;
  reports: Reports;
  us: number;
}

/**
 * The run of a step, after the solutions of the steps that it goes on from; undefined where no step
 * names a scenario.
 */
export function runOfStep(lesson: Pick<Lesson, "steps">, at: number): StepRun | undefined {
  const { steps } = lesson;
  const begin = steps.slice(0, at + 1).findLastIndex(({ scenario }) => scenario !== null);
  const base = steps[begin];
  const own = steps[at];
  if (base === undefined || base.scenario === null || own === undefined) return undefined;
  const done = steps.slice(begin, at + 1);
  const actions = recordedActions(done);
  const untilUs = done.reduce(
    (us, step) => Math.max(us, step.solution?.until_us ?? restUs(step)),
    0,
  );
  const before = steps.slice(begin, at).findLast(({ solution }) => solution !== null);
  return {
    beganUs: before?.solution?.until_us ?? own.start_us ?? 0,
    scenario: base.scenario,
    variant: own.solution?.variant ?? base.variant ?? "",
    seed: base.seed ?? undefined,
    actions,
    ofOthers: actionsOfOthers(lesson, at, actions),
    untilUs,
  };
}

/** Where a step to look at rests: what it says of the run is so there. */
function restUs({ start_us, play_us }: LessonStep): number {
  return (start_us ?? 0) + (play_us ?? 0);
}

type Speaking = Pick<LessonStep, "variants" | "explain">;

/** Plays a step's run to its end; a sentence where that is not possible. */
export async function momentOf(
  run: StepRun,
  step: Speaking,
  makeLink: () => Link,
): Promise<Fetched<Moment>> {
  const text = await fetchScenario(run.scenario);
  if (!text.ok) return text;
  const link = makeLink();
  try {
    return await played(run, text.value, step, link, makeLink);
  } finally {
    link.close(t("The moment is drawn."));
  }
}

async function played(
  run: StepRun,
  scenario: string,
  step: Speaking,
  link: Link,
  makeLink: () => Link,
): Promise<Fetched<Moment>> {
  const { variant, seed, untilUs } = run;
  const actions = [...run.actions];
  const spec = { scenario, variant, seed, actions, until_us: untilUs, forward: true };
  const store = new SimStore();
  const side = new SideRun(link);
  const opened = await side.open(spec, { updateRequest: () => firstUpdateRequest(INITIAL_STATE) });
  if (opened?.ok !== true) return opened ?? notPlayed();
  store.opened({ kind: "builtin", id: run.scenario }, spec, opened.value);
  const report = await side.report();
  if (report?.ok !== true) return report ?? notPlayed();
  const own = reportOf(report.value);
  const { session, frame } = store.getState();
  if (own === undefined || session === null) return notPlayed();
  const us = frame?.now_us ?? untilUs;
  const beside = new VariantRuns(makeLink);
  const shared = { ...session, actions: run.ofOthers };
  const others = await beside.at(step.variants, shared, us, () => true);
  const ownRun = { run: loggedRun(session), own, beganUs: run.beganUs, nowUs: us };
  const windows = await ownWindows(beside, step.explain, ownRun, () => true);
  beside.close();
  if (others?.ok !== true || windows?.ok !== true) {
    const why = [others, windows]
      .map((runs) => (runs?.ok === false ? runs.why : ""))
      .filter(Boolean);
    return { ok: false, message: sentences(why) || t("The other runs were given up.") };
  }
  const reports = { own, others: { ...others.reports, ...windows.reports } };
  return { ok: true, value: { store, us, reports } };
}

function notPlayed(): { ok: false; message: string } {
  return { ok: false, message: t("The engine gave no answer.") };
}
