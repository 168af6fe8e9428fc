/** Plays a lesson: brings the run to where a step begins, watches its goal, keeps the progress. */

import type { Judged, Lesson } from "@/engine/types";
import { t } from "@/language/words";
import {
  type LessonPlace,
  loggedRun,
  logOf,
  type OpenOptions,
  type ScenarioSource,
} from "@/session/session";
import { commit } from "@/session/store";
import { Baseline } from "./baseline";
import { fetchLesson, fetchLessons } from "./catalog";
import type { LessonDeps } from "./deps";
import { figuresFor } from "./filling";
import { GoalWatch } from "./goalWatch";
import { lessonStore } from "./lessonStore";
import {
  changed,
  isDecided,
  keptOf,
  type LessonEvent,
  type LessonState,
  openedLesson,
  runOf,
  stageOf,
  stateOf,
  stepOf,
  unanswered,
} from "./machine";
import { metRunOf } from "./metRun";
import { isRunOf } from "./ownRun";
import { loadProgress, saveProgress } from "./progress";
import { actionsOfOthers } from "./recorded";
import { replay } from "./replay";
import { decidedWords } from "./seen";
import { noSuchStep, stepNamed } from "./stepNamed";
import { Stretches } from "./stretches";

export class LessonPlayer {
  private readonly deps: LessonDeps;
  private readonly watch: GoalWatch;
  readonly stretches: Stretches;
  /** The run where the present step began, to begin it anew. */
  private began: OpenOptions | null = null;
  /** What the present step's goal counts from; null while no run stands. */
  private baseline: Baseline | null = null;
  private isHeld = false;
  /** Counts what was begun: what is overtaken gives up. */
  private turn = 0;
  private hasSaid = false;
  /** Said once the step stands: opening a run takes earlier notices away. */
  private unsaid = "";
  private isFilling = false;
  private unsubscribe = () => {};

  constructor(deps: LessonDeps) {
    this.deps = deps;
    this.watch = new GoalWatch(deps);
    this.stretches = new Stretches(deps);
    const { progress, trouble } = loadProgress(deps.storage);
    lessonStore.setState({ progress });
    if (trouble !== "") this.tellOnce(trouble);
  }

  /** Reads the list, once. */
  async list(): Promise<void> {
    if (lessonStore.getState().list !== null) return;
    const read = await fetchLessons();
    if (read.ok) lessonStore.setState({ list: read.value, trouble: "" });
    else lessonStore.setState({ trouble: read.message });
  }

  /** What reads lesson files is fetched with the first text; the answer to this one is no news. */
  async makeReady(): Promise<void> {
    await this.deps.read("");
  }

  async openFirst(): Promise<void> {
    await this.list();
    const { list, trouble } = lessonStore.getState();
    const [first] = list ?? [];
    if (first !== undefined) return this.open(first.id, null);
    this.deps.notify(t("No lesson was opened. {trouble}", { trouble }), true);
  }

  /** At a step, or where it was left. The run becomes the lesson's; `isHeld`: it stands still. */
  async open(id: string, stepId: string | null, isHeld = false): Promise<void> {
    const lesson = await this.fetched(id);
    if (lesson === undefined) return;
    const step = stepId === null ? null : stepNamed(lesson, stepId);
    if (step === undefined) this.unsaid = noSuchStep(lesson, stepId ?? "");
    this.takeUp(id, lesson, step ?? null);
    this.isHeld = isHeld;
    await this.enter("anew");
  }

  /** At a step of the run that is shown. False when there is no such lesson or step. */
  async resume({ id, step: stepId, began_us }: LessonPlace): Promise<boolean> {
    const lesson = await this.fetched(id);
    const step = lesson?.steps.find((one) => one.id === stepId);
    if (lesson === undefined || step === undefined) {
      if (lessonStore.getState().play === null) this.stands(null);
      return false;
    }
    this.takeUp(id, lesson, stepId);
    this.begun(began_us ?? step.start_us ?? 0);
    return true;
  }

  /** A lesson of a person's own. Null when it is opened, else a sentence that says why not. */
  async openText(id: string, text: string): Promise<string | null> {
    const read = await this.deps.read(text);
    if (!read.ok) return read.message;
    this.takeUp(id, read.value, null);
    await this.enter("anew");
    return null;
  }

  private takeUp(id: string, lesson: Lesson, stepId: string | null): void {
    const kept = lessonStore.getState().progress[id];
    const isAgain = stepId === null && kept?.done === true;
    const at = stepId ?? (isAgain ? null : (kept?.step ?? null));
    // Who plays a whole lesson again is asked again.
    this.take(openedLesson(id, lesson, at, isAgain ? unanswered(kept.steps) : kept?.steps));
  }

  /** Ends it. The run stays as it is. */
  close(): void {
    this.turn += 1;
    this.stop();
    this.deps.variants.close();
    this.deps.shadow.close();
    lessonStore.setState({ play: null, reports: null, preparing: false });
    commit(() => {
      this.deps.page.setOpenSwitchGroup(null);
      this.deps.page.setHideVerdicts(false);
      this.stands(null);
    });
  }

  answer(answer: number): void {
    this.change({ type: "answered", answer });
    this.follow();
  }

  hint(): void {
    this.change({ type: "hinted" });
  }

  reveal(): void {
    this.change({ type: "revealed" });
    this.follow();
  }

  /** Another step; the next one may go on with the run as it is. */
  async goTo(to: number): Promise<void> {
    const play = lessonStore.getState().play;
    const step = play?.lesson.steps[to];
    if (play === null || step === undefined) return;
    const goesOn = to === play.at + 1 && step.scenario === null && this.isOwnRun();
    this.change({ type: "went", to });
    if (!goesOn) this.change({ type: "reset" });
    await this.enter(goesOn ? "on" : "anew");
  }

  /** The step from its beginning; what was predicted stays. */
  async reset(): Promise<void> {
    this.change({ type: "reset" });
    await this.enter("again");
  }

  /** Reads the run's figures for the explanation. */
  async fill(): Promise<void> {
    const play = lessonStore.getState().play;
    const { session, frame } = this.deps.run.getState();
    if (this.isFilling || play === null || session === null || frame === null) return;
    this.isFilling = true;
    const turn = this.turn;
    const isWanted = () => this.turn === turn;
    const at = { play, session, beganUs: this.baseline?.us ?? 0, nowUs: frame.now_us };
    try {
      const filled = await figuresFor(this.deps, at, isWanted);
      if (filled !== undefined) {
        lessonStore.setState({ reports: filled.reports, reportsUs: at.nowUs });
        if (filled.why !== undefined) this.deps.notify(filled.why, true);
      }
    } finally {
      this.isFilling = false;
    }
    const { frame: last, playing } = this.deps.run.getState();
    // It went elsewhere meanwhile: these are the figures of where it is no more.
    const hasMoved = !playing && last !== null && last.now_us !== at.nowUs;
    if (isWanted() && !hasMoved) return;
    const now = lessonStore.getState().play;
    if (now !== null && stageOf(now) === "explain") void this.fill();
  }

  // --- steps ------------------------------------------------------------------------------------

  /** Brings the run to where the present step begins. */
  private async enter(how: "anew" | "again" | "on"): Promise<void> {
    const play = lessonStore.getState().play;
    if (play === null) return;
    this.turn += 1;
    const turn = this.turn;
    this.stop();
    if (how !== "on") {
      lessonStore.setState({ preparing: true });
      const came = await this.bring(play, how, () => this.turn === turn);
      if (this.turn !== turn) return;
      lessonStore.setState({ preparing: false });
      if (!came) return this.begun();
      // What is offered stays: nobody has answered it yet.
      const { page } = this.deps;
      if (page.getState().notice?.offer === undefined) page.dismissNotice();
    }
    const { show, speed, open } = stepOf(play);
    this.deps.page.setOpenSwitchGroup(open);
    if (speed !== null) this.deps.setSpeed(speed);
    if (show !== null) this.deps.showView(show);
    this.begun();
  }

  private async bring(
    play: LessonState,
    how: "anew" | "again",
    isOn: () => boolean,
  ): Promise<boolean> {
    const { base, before } = runOf(play, play.at);
    if (base === undefined || base.scenario === null) return true;
    const source: ScenarioSource = { kind: "builtin", id: base.scenario };
    const began = how === "again" ? this.began : null;
    if (began !== null) return this.deps.open(source, began);
    const options: OpenOptions = {
      play: false,
      untilUs: base.start_us ?? 0,
      ...(base.variant === null ? {} : { variant: base.variant }),
      ...(base.seed === null ? {} : { seed: base.seed }),
    };
    if (!(await this.deps.open(source, options))) return false;
    for (const step of before) if (isOn()) await replay(this.deps, step, isOn);
    if (before.length > 0 && isOn()) await this.deps.advanceTo(stepOf(play).start_us ?? 0);
    return true;
  }

  /** The step begins here, or began there in a run that is found again. */
  private begun(thereUs: number | null = null): void {
    const { session, frame } = this.deps.run.getState();
    const us = thereUs ?? frame?.now_us ?? 0;
    const isHere = thereUs === null;
    this.began = null;
    this.baseline = null;
    if (session !== null) {
      this.baseline = new Baseline(this.deps, us, loggedRun(session), isHere);
      const { variant, seed } = session;
      const actions = logOf(session).filter(({ at_us }) => at_us <= us);
      // Of a run that is found again nobody knows what was done before the step began.
      if (isHere) this.began = { variant, seed, actions, untilUs: us, play: false };
    }
    lessonStore.setState({ reports: null, beganUs: us });
    this.stretches.forget();
    this.deps.page.lessonBegan(us);
    const { play } = lessonStore.getState();
    if ((!isHere || this.isHeld) && play !== null) this.stretches.offer(play, us);
    this.isHeld = false;
    this.follow();
  }

  private follow(): void {
    this.stop();
    if (this.unsaid !== "") this.deps.notify(this.unsaid, true);
    this.unsaid = "";
    const play = lessonStore.getState().play;
    if (play === null) return;
    const stage = stageOf(play);
    const { do: task, variants } = stepOf(play);
    const baseline = this.baseline;
    let seen = this.deps.run.getState();
    this.unsubscribe = this.deps.run.subscribe((state) => {
      const before = seen;
      seen = state;
      if (state.session !== before.session) this.lookAtRun();
      const hasStopped = !state.playing && (before.playing || state.frame !== before.frame);
      if (stage === "explain" && hasStopped) void this.fill();
    });
    this.lookAtRun();
    if (stage === "explain") {
      if (this.isOwnRun()) void this.stretches.show(play, lessonStore.getState().beganUs);
      if (!this.stretches.isPlaying) void this.fill();
    }
    if (stage !== "do" || task === null || stateOf(play).verdict !== "open") return;
    if (baseline === null) return;
    const goals = task.lost === null ? [task.goal] : [task.goal, task.lost];
    this.watch.watch({
      goals,
      variants,
      baseline,
      actionsOfOthers: (own) => actionsOfOthers(play.lesson, play.at, own),
      isMeant: () => this.isOwnRun(),
      decides: (judged, us) => isDecided(play, judged, us, this.endUs),
      heard: (judged, us) => this.heard(judged, us),
      failed: (why) => lessonStore.setState({ unjudged: why }),
    });
  }

  private heard([goal, lost]: readonly Judged[], nowUs: number): void {
    if (goal === undefined) return;
    lessonStore.setState({ unjudged: "" });
    const run = metRunOf(this.deps.run.getState(), lessonStore.getState().beganUs);
    this.change({ type: "judged", goal, lost: lost ?? null, nowUs, endUs: this.endUs, run });
    const play = lessonStore.getState().play;
    if (play === null) return;
    const state = stateOf(play);
    const { verdict, atUs } = state;
    if (verdict === "open" || atUs === null) return;
    this.watch.stop();
    this.deps.pause();
    const { mark, said } = decidedWords(state, stepOf(play).title);
    this.deps.bookmark(Math.round(atUs), mark);
    this.deps.notify(said);
    this.follow();
  }

  private get endUs(): number {
    return this.deps.run.getState().world?.duration_us ?? Number.POSITIVE_INFINITY;
  }

  private stop(): void {
    this.watch.stop();
    this.unsubscribe();
    lessonStore.setState({ unjudged: "" });
  }

  private lookAtRun(): void {
    const isOwnRun = this.isOwnRun();
    if (lessonStore.getState().isOwnRun !== isOwnRun) lessonStore.setState({ isOwnRun });
  }

  /** Whether what is shown is the step's run: its scenario and variant, whatever was done in it. */
  private isOwnRun(): boolean {
    const { play } = lessonStore.getState();
    const { session } = this.deps.run.getState();
    return play !== null && session !== null && isRunOf(play, session);
  }

  // --- what is kept -----------------------------------------------------------------------------

  private change(event: LessonEvent): void {
    const play = lessonStore.getState().play;
    if (play === null) return;
    const next = changed(play, event);
    if (next !== play) this.take(next);
  }

  private take(play: LessonState): void {
    const { progress } = lessonStore.getState();
    const step = stepOf(play).id;
    const done = play.steps.every((one) => one.done) || progress[play.id]?.done === true;
    const own = { [play.id]: { step, done, steps: keptOf(play) } };
    const kept = { ...progress, ...own };
    lessonStore.setState({ play, progress: kept, trouble: "" });
    const { lesson: now } = this.deps.page.getState();
    commit(() => {
      this.deps.page.setHideVerdicts(stageOf(play) === "predict");
      if (now?.id !== play.id || now.step !== step) this.stands({ id: play.id, step });
    });
    if (JSON.stringify(kept) === JSON.stringify(progress)) return;
    if (!saveProgress(this.deps.storage, own))
      this.tellOnce(t("This browser does not store your progress in the lessons."));
  }

  /** Tells the page which lesson is played, if any. */
  private stands(lesson: LessonPlace | null): void {
    this.deps.page.setLesson(lesson);
  }

  private tellOnce(text: string): void {
    if (!this.hasSaid) this.unsaid = text;
    this.hasSaid = true;
  }

  private async fetched(id: string): Promise<Lesson | undefined> {
    const text = await fetchLesson(id);
    const read = text.ok ? await this.deps.read(text.value) : text;
    // The end of a lesson names the next one, also where nobody has opened the list.
    if (read.ok) void this.list();
    if (read.ok) return read.value;
    lessonStore.setState({ trouble: read.message });
    if (lessonStore.getState().play === null) this.stands(null);
    this.deps.notify(t("The lesson was not opened. {message}", { message: read.message }), true);
    return undefined;
  }
}
