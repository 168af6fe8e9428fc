/** The review of what was done before it becomes a scenario; the engine judges each choice. */

import { createStore } from "zustand/vanilla";

import type { Expected, LoggedAction } from "@/engine/types";
import type { RunReport } from "@/model/reportFigures";
import { logOf, type Session } from "../session";
import type { SideDeps } from "../sideRun";
import { type FigureGoal, goalsOf } from "./goals";
import { fileOf, type Made, sessionWith } from "./made";
import { Trial } from "./trial";

/** The session as it stood when somebody wanted a scenario of it. */
export interface RecordedSession {
  session: Session;
  nowUs: number;
  /** Of the instant shown. */
  digest: string;
  furthestUs: number;
  /** Where the scenario that was played ends. */
  durationUs: number;
}

export type Ends = "shown" | "furthest" | "scenario";

export interface GoalLine {
  goal: FigureGoal;
  /** The person expected it in the session. */
  own: boolean;
  wanted: boolean;
  /** Of the run as it is now; null: not judged yet. */
  verdict: Expected | null;
}

export type RunState =
  | { state: "running"; us: number }
  | { state: "ran"; digest: string; refused: readonly string[] }
  | { state: "failed"; message: string };

export interface ReviewState {
  /** By place in the log. */
  kept: readonly boolean[];
  ends: Ends;
  marginPercent: number;
  run: RunState;
  goals: readonly GoalLine[];
  /** The limits are of a run with other actions than those that are kept now. */
  limitsAreOlder: boolean;
}

interface ReviewDeps extends Pick<SideDeps, "makeLink"> {
  writeReplay(session: Session, untilUs: number): Promise<string>;
}

export const MARGIN_PERCENT = 20;
/** The title of a file that is only tried. */
const UNREAD = "trial";

export class Review {
  readonly recording: RecordedSession;
  readonly actions: readonly LoggedAction[];
  readonly store;
  private readonly deps: ReviewDeps;
  private readonly trial: Trial;
  /** Of what the limits are made; null: of the next run. */
  private basis: { report: RunReport; kept: readonly boolean[] } | null = null;
  private readonly unwanted = new Set<string>();
  /** The last run that was begun; earlier ones are not wanted any more. */
  private turn = 0;

  constructor(deps: ReviewDeps, recording: RecordedSession) {
    this.deps = deps;
    this.recording = recording;
    this.actions = logOf(recording.session);
    this.trial = new Trial(deps.makeLink());
    const kept = this.actions.map(() => true);
    const ends = firstEnd(recording, this.actions);
    this.store = createStore<ReviewState>(() => ({
      kept,
      ends,
      marginPercent: MARGIN_PERCENT,
      run: { state: "running", us: 0 },
      goals: [],
      limitsAreOlder: false,
    }));
  }

  /** Runs what is chosen now; resolves when that is judged, or something else was chosen. */
  async begin(): Promise<void> {
    this.turn += 1;
    const { turn, recording } = this;
    const isWanted = (): boolean => turn === this.turn;
    this.set({ run: { state: "running", us: 0 } });
    const endUs = this.endUs();
    let text: string;
    try {
      text = await this.written({ title: UNREAD, text: "", goals: [] });
    } catch (error) {
      if (isWanted()) this.fail(error instanceof Error ? error.message : String(error));
      return;
    }
    if (!isWanted()) return;
    const onProgress = (us: number): void => {
      if (isWanted()) this.set({ run: { state: "running", us } });
    };
    const came = await this.trial.run(text, recording.session.variant, endUs, {
      onProgress,
      isWanted,
    });
    if (came === undefined || !isWanted()) return;
    if (!came.ok) return this.fail(came.message);
    const { digest, report } = came.value;
    this.basis ??= { report, kept: this.state.kept };
    this.latest = report;
    await this.judge(digest, isWanted);
  }

  keep(place: number, isKept: boolean): Promise<void> {
    this.set({ kept: this.state.kept.map((was, at) => (at === place ? isKept : was)) });
    return this.begin();
  }

  /** Figures of another end are other figures. */
  endAt(ends: Ends): Promise<void> {
    this.set({ ends });
    this.basis = null;
    return this.begin();
  }

  async margin(marginPercent: number): Promise<void> {
    this.set({ marginPercent });
    await this.judgeAgain();
  }

  /** The limits are made of what the run is now. */
  async takeLimits(): Promise<void> {
    if (this.latest === null) return;
    this.basis = { report: this.latest, kept: this.state.kept };
    await this.judgeAgain();
  }

  want(goal: FigureGoal, isWanted: boolean): void {
    if (isWanted) this.unwanted.delete(keyOf(goal));
    else this.unwanted.add(keyOf(goal));
    const goals = this.state.goals.map((line) =>
      line.goal === goal ? { ...line, wanted: isWanted } : line,
    );
    this.set({ goals });
  }

  endUs(): number {
    return endsUs(this.recording)[this.state.ends];
  }

  /** Nothing was left out, and it ends at the instant that is shown. */
  isWhole(): boolean {
    return this.endUs() === this.recording.nowUs && this.done().length === this.doneUntil();
  }

  /** The file, with what is wanted. Throws what no file can hold. */
  file(title: string, text: string): Promise<string> {
    const goals = this.state.goals.filter(({ wanted }) => wanted).map(({ goal }) => goal);
    return this.written({ title, text, goals });
  }

  close(): void {
    this.turn += 1;
    this.trial.close();
  }

  private latest: RunReport | null = null;

  private get state(): ReviewState {
    return this.store.getState();
  }

  private set(changes: Partial<ReviewState>): void {
    this.store.setState(changes);
  }

  private fail(message: string): void {
    this.set({ run: { state: "failed", message } });
  }

  done(): LoggedAction[] {
    const { kept } = this.state;
    const endUs = this.endUs();
    return this.actions.filter(({ at_us }, place) => kept[place] === true && at_us <= endUs);
  }

  private doneUntil(): number {
    return this.actions.filter(({ at_us }) => at_us <= this.recording.nowUs).length;
  }

  private async written(made: Omit<Made, "endUs">): Promise<string> {
    const { recording, deps } = this;
    const endUs = this.endUs();
    const replay = await deps.writeReplay(sessionWith(recording.session, this.done()), endUs);
    return fileOf(replay, { ...made, endUs });
  }

  private async judgeAgain(): Promise<void> {
    const { run } = this.state;
    if (run.state !== "ran") return;
    const { turn } = this;
    await this.judge(run.digest, () => turn === this.turn);
  }

  private async judge(digest: string, isWanted: () => boolean): Promise<void> {
    const { basis, recording } = this;
    if (basis === null) return;
    const { variant, expects = [] } = recording.session;
    const offered = goalsOf(basis.report, variant, this.state.marginPercent);
    const goals = [...expects, ...offered];
    const judged = await this.trial.judge(goals);
    if (!isWanted()) return;
    if (!judged.ok) return this.fail(judged.message);
    const { verdicts, refused } = judged.value;
    const { kept } = this.state;
    this.set({
      run: { state: "ran", digest, refused },
      goals: goals.map((goal, place) => ({
        goal,
        own: place < expects.length,
        wanted: !this.unwanted.has(keyOf(goal)),
        verdict: verdicts[place] ?? null,
      })),
      limitsAreOlder: basis.kept !== kept && kept.some((one, at) => one !== basis.kept[at]),
    });
  }
}

/** The instants at which it could end. */
export function endsUs({ nowUs, furthestUs, durationUs }: RecordedSession): Record<Ends, number> {
  return { shown: nowUs, furthest: furthestUs, scenario: durationUs };
}

/** Where somebody stopped; or as far as the run has been, when more was done than is shown. */
function firstEnd({ nowUs }: RecordedSession, actions: readonly LoggedAction[]): Ends {
  if (nowUs === 0) return "scenario";
  return actions.every(({ at_us }) => at_us <= nowUs) ? "shown" : "furthest";
}

/** A bound, whatever its limit. */
function keyOf({ metric, at_most, equals }: FigureGoal): string {
  return `${metric} ${equals !== undefined ? "equals" : at_most !== undefined ? "most" : "least"}`;
}
