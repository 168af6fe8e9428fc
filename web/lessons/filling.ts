/** Reads the figures that an explanation names, of the run that is shown and of those beside it. */

import { type Reports, reportIn } from "@/model/reportFigures";
import { loggedRun, logOf, type Session } from "@/session/session";
import { reportsIn } from "@/session/variantRuns";
import type { LessonDeps } from "./deps";
import { type LessonState, stepOf } from "./machine";
import { actionsOfOthers } from "./recorded";
import { ownWindows } from "./windows";

export interface Explained {
  play: LessonState;
  session: Session;
  beganUs: number;
  nowUs: number;
}

/** `why`: what could not be read of other runs, in a sentence. Undefined: not wanted any more. */
export async function figuresFor(
  deps: Pick<LessonDeps, "report" | "variants" | "shadow">,
  { play, session, beganUs, nowUs }: Explained,
  isWanted: () => boolean,
): Promise<{ reports: Reports; why: string | undefined } | undefined> {
  const own = reportIn(await deps.report());
  const { variants: names, explain } = stepOf(play);
  const actions = actionsOfOthers(play.lesson, play.at, logOf(session));
  const others = await deps.variants.at(names, { ...session, actions }, nowUs, isWanted);
  const run = { run: loggedRun(session), own: own ?? {}, beganUs, nowUs };
  const windows = await ownWindows(deps.shadow, explain, run, isWanted);
  if (!isWanted() || own === undefined || others === undefined || windows === undefined) return;
  const reports = { own, others: { ...reportsIn(others), ...reportsIn(windows) } };
  const failed = [others, windows].find(({ ok }) => !ok);
  return { reports, why: failed?.ok === false ? failed.why : undefined };
}
