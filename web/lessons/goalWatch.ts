/** Asks whether goals are met while a run goes on: at most four times a second, and at pauses. */

import type { Frame, Judged, LessonTask, LoggedAction } from "@/engine/types";
import { loggedRun, logOf, type Session } from "@/session/session";
import { Throttle } from "@/session/throttle";
import type { Others } from "@/session/variantRuns";
import type { Baseline } from "./baseline";
import type { LessonDeps } from "./deps";

/** Judges at the instant shown. */
export type WatchDeps = Pick<
  LessonDeps,
  "run" | "judge" | "wallMs" | "later" | "pause" | "play"
> & {
  variants: Pick<LessonDeps["variants"], "at">;
};

export interface Watched {
  /** In the order of the answers. */
  goals: readonly LessonTask["goal"][];
  variants: readonly string[];
  /** How the runs stood where things began to count. */
  baseline: Pick<Baseline, "reports">;
  /** What is done in those variants while this is done in the run that is shown. */
  actionsOfOthers(own: readonly LoggedAction[]): readonly LoggedAction[];
  /** Whether the run that is shown is the one that is meant. */
  isMeant(session: Session): boolean;
  /** Whether these answers would decide it. */
  decides(judged: readonly Judged[], us: number): boolean;
  heard(judged: readonly Judged[], us: number): void;
  /** It cannot be judged at this instant; a sentence says why. */
  failed(why: string): void;
}

export class GoalWatch {
  private readonly deps: WatchDeps;
  private watched: Watched | undefined;
  private readonly questions: Throttle;
  /** What the last answer was about. */
  private answered = "";
  private unsubscribe = () => {};

  constructor(deps: WatchDeps) {
    this.deps = deps;
    const { wallMs, later } = deps;
    const isDue = () => this.isDue;
    this.questions = new Throttle({ wallMs, later, isDue, ask: () => this.judgeNow() });
  }

  /** From now on; in the place of what was watched for before. */
  watch(watched: Watched): void {
    this.stop();
    this.watched = watched;
    this.unsubscribe = this.deps.run.subscribe((state, before) => {
      if (state.frame !== before.frame || state.playing !== before.playing) this.questions.kick();
    });
    this.questions.kick();
  }

  stop(): void {
    this.unsubscribe();
    this.watched = undefined;
    this.answered = "";
  }

  /** Whether something has happened since the last answer. */
  private get isDue(): boolean {
    const { session, frame, phase } = this.deps.run.getState();
    if (this.watched === undefined || session === null || frame === null) return false;
    return phase === "ready" && momentOf(frame) !== this.answered && this.watched.isMeant(session);
  }

  private async judgeNow(): Promise<void> {
    const watched = this.watched;
    const { session, frame, playing } = this.deps.run.getState();
    if (watched === undefined || session === null || frame === null) return;
    const judged = await this.answers(watched, session, frame.now_us);
    if (this.watched !== watched) return;
    if (judged === undefined) {
      this.answered = momentOf(frame);
      return;
    }
    const moved = this.deps.run.getState().frame?.now_us !== frame.now_us;
    if (moved && playing && watched.variants.length > 0) {
      // The other runs stand at an earlier instant than this one: how far it has come can be told,
      // but nothing is decided by it.
      if (watched.decides(judged, frame.now_us)) await this.standStill(watched);
      else watched.heard(judged, frame.now_us);
      return;
    }
    const now = this.deps.run.getState().frame;
    this.answered = momentOf(now ?? frame);
    watched.heard(judged, now?.now_us ?? frame.now_us);
  }

  /** Judges again with all runs at one instant; goes on when it is not decided there. */
  private async standStill(watched: Watched): Promise<void> {
    this.deps.pause();
    for (;;) {
      const { session, frame } = this.deps.run.getState();
      if (session === null || frame === null) return;
      const judged = await this.answers(watched, session, frame.now_us);
      if (judged === undefined || this.watched !== watched) return;
      const now = this.deps.run.getState().frame;
      // A picture was still under way.
      if (now === null || momentOf(now) !== momentOf(frame)) continue;
      this.answered = momentOf(now);
      watched.heard(judged, frame.now_us);
      if (!watched.decides(judged, frame.now_us)) this.deps.play();
      return;
    }
  }

  private async answers(
    watched: Watched,
    session: Session,
    us: number,
  ): Promise<readonly Judged[] | undefined> {
    const began = await this.began(watched, session);
    if (began === undefined || this.watched !== watched) return undefined;
    const others = began.ok ? await this.others(watched, session, us) : began;
    if (others === undefined || this.watched !== watched) return undefined;
    if (!began.ok || !others.ok) {
      watched.failed(others.ok ? "" : others.why);
      this.stop();
      return undefined;
    }
    const goals = JSON.stringify(watched.goals);
    const beside = JSON.stringify(others.reports);
    const judged = await this.deps.judge(goals, beside, began.json);
    if (judged.ok) return judged.value;
    if (this.watched === watched) watched.failed(judged.message);
    return undefined;
  }

  private began(watched: Watched, session: Session) {
    const { variants } = watched;
    const beside = { variants, actions: watched.actionsOfOthers(logOf(session)) };
    const isWanted = () => this.isStill(watched, session);
    return watched.baseline.reports(loggedRun(session), beside, isWanted);
  }

  private isStill(watched: Watched, session: Session): boolean {
    return this.watched === watched && this.deps.run.getState().session?.text === session.text;
  }

  private others(watched: Watched, session: Session, us: number): Promise<Others | undefined> {
    if (watched.variants.length === 0) return Promise.resolve({ ok: true, reports: {} });
    return this.deps.variants.at(
      watched.variants,
      { ...session, actions: watched.actionsOfOthers(logOf(session)) },
      us,
      () => this.isStill(watched, session),
    );
  }
}

/** An instant of one way that the run went: the same events up to the same time. */
function momentOf({ now_us, digest }: Pick<Frame, "now_us" | "digest">): string {
  return `${now_us} ${digest}`;
}
