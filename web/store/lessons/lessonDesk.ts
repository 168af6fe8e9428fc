/**
 * Plays a lesson: brings the run to where a step begins, watches its goal, keeps the progress. What
 * it may do to the run is handed in: it is what a person may do. Must not know React, nor the
 * worker.
 */

import type { Fetched } from "@/lib/fetched";
import type { Action, Judged, Lesson, LessonStep, LoggedAction } from "@/protocol/engine";
import type { OpenOptions, ScenarioSource, Session } from "../session";
import type { SimStore } from "../simStore";
import { fetchLesson, fetchLessons } from "./catalog";
import { reportOf } from "./figures";
import { GoalWatch, type WatchSurroundings } from "./goalWatch";
import { lessonStore } from "./lessonStore";
import {
  changed,
  keptOf,
  type LessonEvent,
  type LessonState,
  openedLesson,
  runOf,
  stageOf,
  stateOf,
  stepOf,
} from "./machine";
import { loadProgress, saveProgress, type TextStorage } from "./progress";
import { actionsOfOthers } from "./recorded";
import { decidedText } from "./seen";
import type { VariantRuns } from "./variantRuns";

export interface DeskSurroundings extends Omit<WatchSurroundings, "variants"> {
  store: SimStore;
  variants: Pick<VariantRuns, "at" | "close">;
  storage(): TextStorage;
  read(text: string): Promise<Fetched<Lesson>>;
  open(source: ScenarioSource, options: OpenOptions): Promise<boolean>;
  advanceTo(us: number): Promise<void>;
  act(action: Action): Promise<void>;
  setSpeed(speed: number): void;
  showView(view: string): void;
  report(): Promise<string>;
  bookmark(us: number, name: string): void;
  notify(text: string, alert?: boolean): void;
  dismissNotices(): void;
}

/** Where the present step began, to begin it anew. */
interface Began {
  session: Pick<Session, "text" | "variant" | "seed">;
  us: number;
  actions: LoggedAction[];
}

export class LessonDesk {
  private readonly around: DeskSurroundings;
  private readonly watch: GoalWatch;
  private began: Began | null = null;
  /** Counts what was begun: what is overtaken gives up. */
  private turn = 0;
  private hasSaid = false;
  /** Said once the step stands: opening a run takes earlier notices away. */
  private unsaid = "";
  private isFilling = false;
  private unsubscribe = () => {};

  constructor(around: DeskSurroundings) {
    this.around = around;
    this.watch = new GoalWatch(around);
    const { progress, trouble } = loadProgress(around.storage);
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
    await this.around.read("");
  }

  /** At a step, or where it was left. The run becomes the lesson's, but for `keepRun`. */
  async open(id: string, stepId: string | null): Promise<void> {
    const lesson = await this.fetched(id);
    if (lesson === undefined) return;
    this.takeUp(id, lesson, stepId);
    await this.enter("anew");
  }

  /** At a step of the run that is shown. False when there is no such lesson or step. */
  async resume(id: string, stepId: string): Promise<boolean> {
    const lesson = await this.fetched(id);
    if (lesson === undefined || !lesson.steps.some((step) => step.id === stepId)) {
      if (lessonStore.getState().play === null) this.around.store.setState({ lesson: null });
      return false;
    }
    this.takeUp(id, lesson, stepId);
    this.begun();
    // Nobody knows where the step began in this run.
    this.began = null;
    return true;
  }

  /** A lesson of a person's own. Null when it is opened, else a sentence that says why not. */
  async openText(id: string, text: string): Promise<string | null> {
    const read = await this.around.read(text);
    if (!read.ok) return read.message;
    this.takeUp(id, read.value, null);
    await this.enter("anew");
    return null;
  }

  private takeUp(id: string, lesson: Lesson, stepId: string | null): void {
    const kept = lessonStore.getState().progress[id];
    const at = stepId ?? (kept?.done === true ? null : (kept?.step ?? null));
    this.take(openedLesson(id, lesson, at, kept?.steps));
  }

  /** Ends it. The run stays as it is. */
  close(): void {
    this.turn += 1;
    this.stop();
    this.around.variants.close();
    lessonStore.setState({ play: null, reports: null, preparing: false });
    this.around.store.setState({ lesson: null, fold: null });
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
    if (!goesOn) this.change({ type: "reset", prediction: false });
    await this.enter(goesOn ? "on" : "anew");
  }

  /** The step from its beginning. */
  async reset(): Promise<void> {
    this.change({ type: "reset", prediction: true });
    await this.enter("again");
  }

  /** Reads the run's figures for the explanation. */
  async fill(): Promise<void> {
    const play = lessonStore.getState().play;
    const { session, frame } = this.around.store.getState();
    if (this.isFilling || play === null || session === null || frame === null) return;
    this.isFilling = true;
    const turn = this.turn;
    const isWanted = () => this.turn === turn;
    const own = reportOf(await this.around.report());
    const names = stepOf(play).variants;
    const actions = actionsOfOthers(play.lesson, play.at, session.actions);
    const shared = { ...session, actions };
    const others = await this.around.variants.at(names, shared, frame.now_us, isWanted);
    this.isFilling = false;
    if (!isWanted()) {
      const now = lessonStore.getState().play;
      if (now !== null && stageOf(now) === "explain") void this.fill();
      return;
    }
    if (own === undefined || others === undefined) return;
    const reports = { own, others: others.ok ? others.reports : {} };
    lessonStore.setState({ reports, reportsUs: frame.now_us });
    if (!others.ok) this.around.notify(others.why, true);
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
      this.around.dismissNotices();
    }
    const { show, speed, open } = stepOf(play);
    this.around.store.setState({ fold: open });
    if (speed !== null) this.around.setSpeed(speed);
    if (show !== null) this.around.showView(show);
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
    if (began !== null) {
      const { variant, seed } = began.session;
      const { actions, us } = began;
      return this.around.open(source, { variant, seed, actions, untilUs: us, play: false });
    }
    const options: OpenOptions = {
      play: false,
      untilUs: base.start_us ?? 0,
      ...(base.variant === null ? {} : { variant: base.variant }),
      ...(base.seed === null ? {} : { seed: base.seed }),
    };
    if (!(await this.around.open(source, options))) return false;
    for (const step of before) if (isOn()) await this.replay(step, isOn);
    if (before.length > 0 && isOn()) await this.around.advanceTo(stepOf(play).start_us ?? 0);
    return true;
  }

  /** What an earlier step comes to, by its recorded solution: this one goes on from there. */
  private async replay({ solution }: LessonStep, isOn: () => boolean): Promise<void> {
    for (const { at_us, action } of solution?.actions ?? []) {
      if (!isOn()) return;
      // An action by hand happens one µs after the instant shown.
      await this.around.advanceTo(at_us - 1);
      if (!isOn()) return;
      await this.around.act(action as Action);
    }
    if (solution !== null && isOn()) await this.around.advanceTo(solution.until_us);
  }

  /** The step begins here. */
  private begun(): void {
    const { session, frame } = this.around.store.getState();
    const us = frame?.now_us ?? 0;
    const actions = session?.actions.filter(({ at_us }) => at_us <= us) ?? [];
    this.began = session === null ? null : { session, us, actions };
    lessonStore.setState({ reports: null });
    this.follow();
  }

  /** Watches what the present stage needs. */
  private follow(): void {
    this.stop();
    if (this.unsaid !== "") this.around.notify(this.unsaid, true);
    this.unsaid = "";
    const play = lessonStore.getState().play;
    if (play === null) return;
    const stage = stageOf(play);
    const { do: task, variants } = stepOf(play);
    let seen = this.around.store.getState();
    this.unsubscribe = this.around.store.subscribe((state) => {
      const before = seen;
      seen = state;
      if (state.session !== before.session) this.lookAtRun();
      const hasStopped = !state.playing && (before.playing || state.frame !== before.frame);
      if (stage === "explain" && hasStopped) void this.fill();
    });
    this.lookAtRun();
    if (stage === "explain") void this.fill();
    if (stage !== "do" || task === null || stateOf(play).verdict !== "open") return;
    const goals = task.lost === null ? [task.goal] : [task.goal, task.lost];
    this.watch.watch({
      goals,
      variants,
      actionsOfOthers: (own) => actionsOfOthers(play.lesson, play.at, own),
      isMeant: () => this.isOwnRun(),
      decides: (judged, us) => isDecided(play, judged, us),
      heard: (judged, us) => this.heard(judged, us),
      failed: (why) => lessonStore.setState({ unjudged: why }),
    });
  }

  private heard([goal, lost]: readonly Judged[], nowUs: number): void {
    if (goal === undefined) return;
    lessonStore.setState({ unjudged: "" });
    this.change({ type: "judged", goal, lost: lost ?? null, nowUs });
    const play = lessonStore.getState().play;
    if (play === null) return;
    const state = stateOf(play);
    const { verdict, atUs, isSeen } = state;
    if (verdict === "open" || atUs === null) return;
    this.watch.stop();
    this.around.pause();
    const what = verdict === "met" ? "Goal met" : "Goal missed";
    const seen = isSeen ? ", first seen" : "";
    this.around.bookmark(Math.round(atUs), `${what}${seen}: ${stepOf(play).title}`);
    this.around.notify(`${what} ${isSeen ? "by" : "at"} ${decidedText(state)}.`);
    this.follow();
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
    const play = lessonStore.getState().play;
    const session = this.around.store.getState().session;
    const base = play === null ? undefined : runOf(play, play.at).base;
    if (session === null || base === undefined) return false;
    const { source, variant } = session;
    const isScenario = source.kind === "builtin" && source.id === base.scenario;
    return isScenario && (base.variant === null || base.variant === variant);
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
    const kept = { ...progress, [play.id]: { step, done, steps: keptOf(play) } };
    lessonStore.setState({ play, progress: kept, trouble: "" });
    const now = this.around.store.getState().lesson;
    if (now?.id !== play.id || now.step !== step)
      this.around.store.setState({ lesson: { id: play.id, step } });
    if (JSON.stringify(kept) === JSON.stringify(progress)) return;
    if (!saveProgress(this.around.storage, kept))
      this.tellOnce("This browser does not keep your progress in the lessons.");
  }

  private tellOnce(text: string): void {
    if (this.hasSaid) return;
    this.hasSaid = true;
    this.unsaid = text;
  }

  private async fetched(id: string): Promise<Lesson | undefined> {
    const text = await fetchLesson(id);
    const read = text.ok ? await this.around.read(text.value) : text;
    if (read.ok) return read.value;
    lessonStore.setState({ trouble: read.message });
    if (lessonStore.getState().play === null) this.around.store.setState({ lesson: null });
    this.around.notify(`The lesson was not opened. ${read.message}`, true);
    return undefined;
  }
}

/** Whether these answers would end the step's task. */
function isDecided(play: LessonState, judged: readonly Judged[], nowUs: number): boolean {
  const [goal, lost = null] = judged;
  if (goal === undefined) return false;
  return stateOf(changed(play, { type: "judged", goal, lost, nowUs })).verdict !== "open";
}
