/**
 * What the page asks of the worker and what it answers: one reply to each command, by its id. At
 * most one `advance` is in flight: the simulation is pulled at the speed of drawing.
 */

import type { TapePiece } from "./tape";
import type {
  Action,
  BrokenPromise,
  BuildInfo,
  Challenge,
  ChallengeRun,
  Checkpoint,
  Comparison,
  EndOfRun,
  Frame,
  FrameRequest,
  Inspection,
  Judged,
  Lesson,
  LoggedAction,
  LogView,
  ScenarioSummary,
  StaleRead,
  Target,
  World,
} from "./types";

/** Everything that makes a run: the same spec gives the same run on every machine. */
export interface RunSpec {
  scenario: string;
  /** Empty when the scenario has no variants. */
  variant: string;
  /** Undefined takes the file's seed. */
  seed: number | undefined;
  /** The branch that this log is, by the page's number; without one, 0. */
  branch?: number;
  /** How far it has been played before: acting earlier than that begins another branch. */
  furthest_us?: number;
  /** Actions of the run, replayed at their own instants; those after `until_us` are its future. */
  actions: LoggedAction[];
  /** Replay this far before the first frame is taken; null = to where the scenario opens. */
  until_us: number | null;
  /** Actions that the engine refuses are left out, and the reply names them. */
  lenient?: boolean;
  /** It only ever goes on: nothing is kept that would lead back, which then means from the start. */
  forward?: boolean;
}

/** What to put into the update that answers a command. */
export interface UpdateRequest extends FrameRequest {
  /** The selected thing, inspected at the same instant as the frame. */
  target: Target | null;
  /** The last event that the page has of the record, -1 = none; null when it wants none. */
  tape_after?: number | null;
  /** A stretch of the range's logs, while somebody looks at them. */
  log?: LogRequest | null;
  /** Whether somebody wants to know which reads were stale. */
  stale?: boolean;
}

/** A stretch of logs: so many indexes from one on, or the last ones when `from` is negative. */
export interface LogRequest {
  from: number;
  count: number;
}

/** Where to go: all that happens up to an instant, or exactly so many events. */
export type SeekGoal = { us: number } | { event: number };

/** Another branch, at an instant: the same run before it parts from the present one. */
export interface BranchGoal {
  branch: number;
  /** Its whole log. */
  actions: LoggedAction[];
  furthestUs: number;
  us: number;
}

export type Command =
  | { type: "open"; spec: RunSpec; updateRequest: UpdateRequest }
  | { type: "advance"; untilUs: number; budgetMs: number; updateRequest: UpdateRequest }
  | { type: "step"; updateRequest: UpdateRequest }
  /** Back or forward; sent again until it is reached, or another one. */
  | { type: "seek"; to: SeekGoal; budgetMs: number; updateRequest: UpdateRequest }
  /** To the previous (-1) or next event that touches the request's target, or else its range. */
  | { type: "find"; direction: 1 | -1; updateRequest: UpdateRequest }
  /** The same run with other actions: from where the logs part, what happened is forgotten. */
  | { type: "rewrite"; actions: LoggedAction[]; updateRequest: UpdateRequest }
  /** Records anew what happened since an instant, as far back as is quickly done; nothing else. */
  | { type: "retrace"; fromUs: number; updateRequest: UpdateRequest }
  /** A picture of this very instant; nothing happens. */
  | { type: "look"; updateRequest: UpdateRequest }
  /** `branch` is the number that a branch begun by this shall have. */
  | { type: "act"; action: Action; branch: number; updateRequest: UpdateRequest }
  | { type: "switch"; to: BranchGoal; updateRequest: UpdateRequest }
  /** Frees what only this branch, which is not the present one, holds in memory. */
  | { type: "forget"; branch: number; updateRequest: UpdateRequest }
  | { type: "validate"; scenario: string }
  /** With the run's own part of an earlier report, JSON, counts are of the time since. */
  | { type: "report"; since?: string }
  /**
   * Goals, a JSON list, on the present run; `others` has reports of other variants, by name, and
   * `began` likewise of the instant from which on things count, the run's own under "".
   */
  | { type: "judge"; goals: string; others: string; began: string }
  /** What came of the run: expectations, and what could not be done; `others` as for goals. */
  | { type: "outcome"; others: string; own: string }
  | { type: "lesson"; text: string }
  | { type: "challenge"; text: string }
  /**
   * How a run stands in a challenge, its file's text, by the run's report; `log`, a JSON list, is all
   * that was done in it, those to come included.
   */
  | { type: "score"; challenge: string; report: string; log: string }
  /** Two reports of one instant, figure by figure. */
  | { type: "compare"; a: string; b: string }
  /** What the scenario asks of instants, judged where the run stands at one of them. */
  | { type: "checkpoints" };

/** Commands that are about texts, or about no run at all. */
const OF_NO_RUN: ReadonlySet<Command["type"]> = new Set([
  "open",
  "validate",
  "lesson",
  "challenge",
  "score",
  "compare",
]);

/** Whether a command means the run that is open when it is asked for. */
export function isOfRun({ type }: Command): boolean {
  return !OF_NO_RUN.has(type);
}

export type Request = { id: number } & Command;

export interface MemoryUse {
  /** The engine's own, in bytes. */
  module: number;
  /** What leads back: a whole copy and all differences. */
  history: number;
}

export interface Update {
  frame: Frame;
  /** What was wished to be inspected; the page may have selected another thing since. */
  inspected: Target | null;
  /** What is known of it; null when it is not there. */
  inspection: Inspection | null;
  log?: LogView | null;
  /** The last stale reads, oldest first. */
  stale?: StaleRead[] | null;
  /** The first broken promise; null while all are kept. */
  broken?: BrokenPromise | null;
  /** True when the run did not simply go on: what the page has of it must be replaced. */
  jumped: boolean;
  /** False when the budget ran out before the instant that was asked for. */
  reached: boolean;
  /** For the page's own meters only. */
  memory: MemoryUse;
  /** What was recorded on the way; null when no record is wanted. */
  tape: TapePiece[] | null;
  /** The past was changed after this event: a record of what came later is no longer true. */
  cut: number | null;
}

/** What the engine took of a log that came from outside. */
export interface Admitted {
  actions: LoggedAction[];
  /** By their places in the log that came. */
  refused: { index: number; message: string }[];
}

export interface Opened {
  type: "opened";
  world: World;
  build: BuildInfo;
  summary: ScenarioSummary;
  /** When the spec was lenient. */
  admitted?: Admitted;
  update: Update;
}

export type Panicked = Extract<Reply, { type: "panicked" }>;

export type Reply =
  | Opened
  | { type: "advanced"; update: Update }
  | { type: "looked"; update: Update }
  | { type: "found"; found: boolean; update: Update }
  /** `changedPast`: a branch began here; `dropped` are the later actions of the one before. */
  | {
      type: "acted";
      logged: LoggedAction;
      changedPast: boolean;
      dropped: LoggedAction[];
      update: Update;
    }
  | { type: "validated"; summary: ScenarioSummary }
  | { type: "reported"; report: string }
  | { type: "judged"; judged: Judged[] }
  | { type: "outcome"; end: EndOfRun }
  | { type: "lesson"; lesson: Lesson }
  | { type: "challenge"; challenge: Challenge }
  | { type: "scored"; run: ChallengeRun }
  | { type: "compared"; comparison: Comparison }
  | { type: "checkpoints"; checkpoints: Checkpoint[] }
  /** Another run is being opened: what was meant for the one before it was not sent. */
  | { type: "overtaken" }
  /** The engine said no, in a sentence; it goes on unharmed. */
  | { type: "refused"; message: string }
  /**
   * The engine trapped and is lost; the worker must be replaced. `gone`: it did not say so, but says
   * nothing any more. `unloaded`: it never ran, and the message is the cause alone.
   */
  | { type: "panicked"; message: string; gone?: true; unloaded?: true };

export type Response =
  | ({ id: number } & Reply)
  /** A sign of life while something takes long; no reply. */
  | { id: number; type: "working" };
