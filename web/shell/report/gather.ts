/** What a report is made of: the shown run, and each run that reached a goal of the lesson. */

import { challengeStore } from "@/challenges/challengeStore";
import { reportedChallenge, scoredRun } from "@/challenges/report/judging";
import { ENGINE_BUILD } from "@/engine/build";
import type { EndOfRun, Lesson } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";
import { lessonStore } from "@/lessons/lessonStore";
import type { LessonState, StepState } from "@/lessons/machine";
import { judgedStep } from "@/lessons/report/judging";
import { reportedLesson } from "@/lessons/report/reported";
import type { Fetched } from "@/model/fetched";
import {
  cutTitle,
  type LabReport,
  REPORT_FORMAT,
  REPORT_NAME_MAX,
  REPORT_WORDS_MAX,
  type RecordedRun,
  type ReportedChallenge,
} from "@/model/report/report";
import type { Share } from "@/model/share/share";
import type { Prices } from "@/model/traffic";
import { assignedStore, assignmentOf } from "@/session/assigned";
import { challengeOf } from "@/session/challenges";
import { endOfRun } from "@/session/endOfRun";
import type { PageState } from "@/session/pageState";
import { Replaying } from "@/session/replaying";
import { fetchScenario } from "@/session/scenarios";
import { logOf, type Session } from "@/session/session";
import { linkOf, shareOf } from "@/session/sharing/made";
import type { SideDeps } from "@/session/sideRun";
import type { SimState } from "@/session/simState";
import { stretchOf } from "./runPicture";

export interface Gathered {
  report: LabReport;
  state: SimState;
  /** Prices in the place of the scenario's; null = the scenario's. */
  prices: Prices | null;
  /** Null: nothing can be told of it. */
  end: EndOfRun | null;
  lesson: { lesson: Lesson; steps: readonly PlayedStep[] } | null;
  /** "" where the run is too long for a link. */
  address: string;
}

export interface PlayedStep {
  state: StepState;
  /** The run at the instant at which its goal was met. */
  moment: SimState | null;
  /** Why there is none, where there should be one. */
  trouble: string;
}

export interface GatherDeps extends SideDeps {
  /** What is done now, for whoever waits. */
  say(text: string): void;
  /** The page's own address, without its fragment. */
  place: string;
}

interface Written {
  name: string;
  words: string;
}

export async function gather(
  deps: GatherDeps,
  shown: SimState,
  page: PageState,
  { name, words }: Written,
): Promise<Fetched<Gathered>> {
  const { session, frame, world } = shown;
  const share = shareOf(shown, page);
  if (session === null || frame === null || world === null || share === undefined)
    return { ok: false, message: t("No scenario is open.") };
  deps.say(t("Playing the run…"));
  const played = await replayed(deps, session, frame.now_us);
  if (!played.ok) return played;
  const { end } = played.value;
  const { prices } = page;
  const state = { ...played.value.state, range: shown.range };
  const { play } = lessonStore.getState();
  const lesson = play === null ? null : await playedLesson(deps, play);
  if (!deps.isWanted()) return { ok: false, message: t("It was ended by hand.") };
  const { challenge } = played.value;
  const report: LabReport = {
    format: REPORT_FORMAT,
    name: wellFormed(name).slice(0, REPORT_NAME_MAX),
    words: wellFormed(words).slice(0, REPORT_WORDS_MAX),
    title: cutTitle(wellFormed(lesson?.lesson.title ?? challenge?.title ?? world.title)),
    lesson: play === null || lesson === null ? null : withRuns(play, lesson.steps),
    ...(challenge === null ? {} : { challenge }),
    ...assignedTo(play?.id ?? null, challenge?.id ?? null),
    shown: { prices: prices === null ? null : { ...prices }, hushed: page.hideVerdicts },
    run: recordedRun(session, share, state),
  };
  const made = await linkOf(share, deps.place);
  const address = made.kind === "link" ? made.address : "";
  return { ok: true, value: { report, state, prices, end, lesson, address } };
}

/** Whole, with the messages of its end. */
async function replayed(deps: GatherDeps, session: Session, us: number) {
  const link = deps.makeLink();
  try {
    const replaying = new Replaying(link, () => deps.isWanted());
    const actions = logOf(session).map(({ at_us, action }) => ({ at_us, action: { ...action } }));
    const opened = await replaying.open({ ...session, actions });
    if (!opened.ok) return opened;
    const fromUs = Math.max(0, us - stretchOf(opened.value.world));
    const before = fromUs === 0 ? opened : await replaying.advance(fromUs);
    if (!before.ok) return before;
    replaying.record();
    const state = await replaying.advance(us);
    if (!state.ok) return state;
    const isEnd = us === state.value.world?.duration_us;
    const asked = { ...deps, ask: link.send.bind(link) };
    const end = await endOfRun(asked, session, isEnd ? us : null);
    const challenge = await solution(link, session, us);
    if (!challenge.ok) return challenge;
    const report = end?.ok === true ? end.value : null;
    const value = { state: state.value, end: report, challenge: challenge.value };
    return { ok: true, value } as const;
  } finally {
    link.close(t("The report has it."));
  }
}

/** Where it is of what a teacher's link asked for. */
function assignedTo(
  lesson: string | null,
  challenge: string | null,
): Pick<LabReport, "assignment"> {
  const { assigned } = assignedStore.getState();
  const of =
    (lesson !== null && assignmentOf(assigned, { kind: "lesson", id: lesson })) ||
    (challenge !== null && assignmentOf(assigned, { kind: "challenge", id: challenge }));
  return of ? { assignment: of.token } : {};
}

/** What the run comes to in the challenge that is played; null: it is no run of one. */
async function solution(
  link: Link,
  session: Session,
  us: number,
): Promise<Fetched<ReportedChallenge | null>> {
  const { play, isOther } = challengeStore.getState();
  if (play === null || isOther || challengeOf(session.source) !== play.id)
    return { ok: true, value: null };
  const done = logOf(session).filter(({ at_us }) => at_us <= us);
  const actions = done.map(({ at_us, action }) => ({ at_us, action: { ...action } }));
  const scored = await scoredRun(link, play.text, actions);
  if (!scored.ok) return scored;
  const { text, challenge } = play;
  const value = reportedChallenge(play.id, { text, title: challenge.title }, scored.value);
  return { ok: true, value };
}

function recordedRun(session: Session, share: Share, state: SimState): RecordedRun {
  const us = state.frame?.now_us ?? 0;
  return {
    build: ENGINE_BUILD,
    scenario: share.scenario,
    variant: session.variant,
    seed: session.seed,
    actions: share.actions.filter(({ at_us }) => at_us <= us),
    us,
    digest: state.frame?.digest ?? "",
  };
}

/** Each step, with the moment of its goal. */
async function playedLesson(deps: GatherDeps, { lesson, steps }: LessonState) {
  const played: PlayedStep[] = [];
  for (const [at, state] of steps.entries()) {
    const nothing = { state, moment: null, trouble: "" };
    if (lesson.steps[at]?.do == null || !state.done) played.push(nothing);
    else if (state.run === null)
      played.push({ ...nothing, trouble: t("The run that reached it was not kept.") });
    else {
      deps.say(t("Playing step {at} of {all}…", { at: at + 1, all: steps.length }));
      const found = await judgedStep({ ...deps, scenario: fetchScenario }, lesson, at, state.run);
      if (!found.ok) played.push({ ...nothing, trouble: found.message });
      else {
        const trouble = found.value.met ? "" : t("Played again, this run does not reach it.");
        played.push({ state, moment: found.value.state, trouble });
      }
    }
  }
  return { lesson, steps: played };
}

/** A digest that was not known is that of the run played again. */
function withRuns(play: LessonState, played: readonly PlayedStep[]): LabReport["lesson"] {
  const { steps, ...lesson } = reportedLesson(play);
  return {
    ...lesson,
    steps: steps.map((step, at) => {
      if (step.run === null || step.run.digest !== "") return step;
      return { ...step, run: { ...step.run, digest: played[at]?.moment?.frame?.digest ?? "" } };
    }),
  };
}

/** Half of a letter cannot be written down. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
