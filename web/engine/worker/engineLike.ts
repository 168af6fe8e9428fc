/**
 * The parts of the engine's package that the worker uses, so that tests can put another engine in
 * its place. Types only.
 */

import type {
  Action,
  BrokenPromise,
  BuildInfo,
  Checkpoint,
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
  TraceColumns,
  World,
} from "../types";

/** The engine's handle. */
export interface PlaygroundLike {
  free(): void;
  advance(until_us: number, max_events: number): number;
  step(): void;
  scan(
    target: Target | undefined,
    range: number,
    until_us: number,
    max_events: number,
    stop_at_first: boolean,
  ): number;
  now_us(): number;
  events(): number;
  next_event_us(): number | undefined;
  apply(action: Action): LoggedAction;
  /** Says what it does, as a sentence. */
  replay(action: LoggedAction): string;
  world(): World;
  frame(request: FrameRequest): Frame;
  /** Null when it is not there. */
  inspect(target: Target): Inspection | null;
  record(on: boolean): void;
  take_trace(): TraceColumns;
  log(range: number, from: number, count: number): LogView | null;
  stale_reads(): StaleRead[];
  /** Null while every promise is kept. */
  broken_promise?(): BrokenPromise | null;
  report(since?: string): string;
  /** Goals, a JSON list; `others` and `began` have reports, by variant. */
  judge?(goals: string, others: string, began: string): Judged[];
  /** What came of the run, in the words of the command line. */
  outcome?(others: string, own: string): EndOfRun;
  /** What the scenario asks of instants, and whether it is so of the present one. */
  checkpoints?(): Checkpoint[];
}

export interface EngineLike {
  build_info(): BuildInfo;
  describe_scenario(json: string): ScenarioSummary;
  Playground: new (json: string, variant: string, seed: number | undefined) => PlaygroundLike;
  read_lesson?(text: string): Lesson;
  /** The instance's memory: its whole state between calls. Without it, back means from the start. */
  memory?: { readonly buffer: ArrayBuffer };
  /** JavaScript values that the instance holds, which are no part of its memory. */
  values?: InstanceValues;
}

export interface InstanceValues {
  /** Those held now. */
  take(): unknown[];
  /** Back to what was held. */
  put(held: readonly unknown[]): void;
  /** Of the table that they are in: it can grow and not shrink, and the memory counts on it. */
  tableLength(): number;
}
