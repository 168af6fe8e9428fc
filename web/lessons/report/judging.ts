/** Whether a run, played again from its start, reaches the goal of a lesson's step. */

import type { Judged, Lesson } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import type { MetRun } from "@/model/report/report";
import { reportOf } from "@/model/reportFigures";
import { type Playable, Replaying } from "@/session/replaying";
import { reasonOf, type SideDeps } from "@/session/sideRun";
import type { SimState } from "@/session/simState";
import { VariantRuns } from "@/session/variantRuns";
import { changed, openedLesson, runOf, stateOf } from "../machine";
import { actionsOfOthers } from "../recorded";

export interface JudgeDeps extends SideDeps {
  scenario(id: string): Promise<Fetched<string>>;
}

/** What came of a run that is said to reach a goal. */
export interface StepFound {
  met: boolean;
  digest: string;
  state: SimState;
}

/** A sentence where the run is not one of the step, or cannot be played. */
export async function judgedStep(
  deps: JudgeDeps,
  lesson: Lesson,
  at: number,
  run: MetRun,
): Promise<Fetched<StepFound>> {
  const foreign = whyForeign(lesson, at, run);
  if (foreign !== "" || run.scenario.kind !== "builtin") return { ok: false, message: foreign };
  const text = await deps.scenario(run.scenario.id);
  if (!text.ok) return text;
  const source = { kind: "builtin", id: run.scenario.id } as const;
  const link = deps.makeLink();
  const beside = new VariantRuns(() => deps.makeLink());
  try {
    return await judged({ deps, link, beside }, lesson, at, run, {
      ...run,
      source,
      text: text.value,
    });
  } finally {
    beside.close();
    link.close(t("It is judged."));
  }
}

/** A goal is judged only of the step's own scenario and variant, from where the step can begin. */
function whyForeign(lesson: Lesson, at: number, run: MetRun): string {
  const step = lesson.steps[at];
  const { base } = runOf({ lesson }, at);
  if (step === undefined || step.do === null || base === undefined)
    return t("The step has no goal.");
  if (run.scenario.kind !== "builtin" || run.scenario.id !== base.scenario)
    return t("The run is not of the step’s scenario, “{scenario}”.", {
      scenario: base.scenario ?? "",
    });
  if (base.variant !== null && base.variant !== run.variant)
    return t("The run is not of the step’s variant, “{variant}”.", { variant: base.variant });
  const fromUs = step.scenario === null ? 0 : (step.start_us ?? 0);
  if (run.began_us < fromUs || run.us < run.began_us) return t("The step does not begin there.");
  return "";
}

interface Played {
  deps: JudgeDeps;
  link: Link;
  beside: VariantRuns;
}

async function judged(
  { deps, link, beside }: Played,
  lesson: Lesson,
  at: number,
  run: MetRun,
  playable: Playable,
): Promise<Fetched<StepFound>> {
  const replaying = new Replaying(link, () => deps.isWanted());
  const opened = await replaying.open(playable);
  if (!opened.ok) return opened;
  const start = await replaying.advance(run.began_us);
  if (!start.ok) return start;
  const began = await reportedAt(link);
  if (!began.ok) return began;
  const names = lesson.steps[at]?.variants ?? [];
  const own = start.value.session?.branches[0]?.actions ?? [];
  const shared = { ...playable, actions: actionsOfOthers(lesson, at, own) };
  const others = (us: number) => beside.at(names, shared, us, () => deps.isWanted());
  const othersBegan = await others(run.began_us);
  const state = await replaying.advance(run.us);
  if (!state.ok) return state;
  const othersNow = await others(run.us);
  for (const runs of [othersBegan, othersNow])
    if (runs?.ok !== true) return { ok: false, message: runs?.why ?? t("It was not judged.") };
  const task = lesson.steps[at]?.do;
  const reply = await link.send({
    type: "judge",
    goals: JSON.stringify(task?.lost == null ? [task?.goal] : [task.goal, task.lost]),
    others: JSON.stringify(othersNow?.ok === true ? othersNow.reports : {}),
    began: JSON.stringify({
      ...(othersBegan?.ok === true ? othersBegan.reports : {}),
      "": began.value,
    }),
  });
  if (reply.type !== "judged") return { ok: false, message: reasonOf(reply) };
  const endUs = state.value.world?.duration_us ?? run.us;
  const met = isMet(lesson, at, reply.judged, { nowUs: run.us, endUs });
  return { ok: true, value: { met, digest: state.value.frame?.digest ?? "", state: state.value } };
}

async function reportedAt(link: Link): Promise<Fetched<object>> {
  const reply = await link.send({ type: "report" });
  const report = reply.type === "reported" ? reportOf(reply.report) : undefined;
  return report === undefined
    ? { ok: false, message: reasonOf(reply) }
    : { ok: true, value: report };
}

/** As the lesson's own machine says it of a person who is at the step. */
function isMet(
  lesson: Lesson,
  at: number,
  [goal, lost]: readonly Judged[],
  { nowUs, endUs }: { nowUs: number; endUs: number },
): boolean {
  const step = lesson.steps[at];
  if (goal === undefined || step === undefined) return false;
  const asked = openedLesson("", lesson, step.id, { [step.id]: { answer: 0, done: false } });
  const event = { type: "judged", goal, lost: lost ?? null, nowUs, endUs } as const;
  return stateOf(changed(asked, event)).verdict === "met";
}
