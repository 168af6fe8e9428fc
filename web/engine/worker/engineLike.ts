/** The parts of the engine's package that the worker uses, so that tests can replace them. */

import type * as engine from "engine";

type Playground = engine.Playground;

type Needed =
  | "free"
  | "advance"
  | "step"
  | "scan"
  | "now_us"
  | "events"
  | "next_event_us"
  | "apply"
  | "replay"
  | "world"
  | "frame"
  | "inspect"
  | "record"
  | "take_trace"
  | "log"
  | "stale_reads"
  | "report";

/** What an engine may do without, where nobody asks for it. */
type Optional = "broken_promise" | "judge" | "outcome" | "checkpoints";

/** The engine's handle. */
export type PlaygroundLike = Pick<Playground, Needed> & Partial<Pick<Playground, Optional>>;

export interface EngineLike
  extends Pick<typeof engine, "build_info" | "describe_scenario">,
    Partial<Pick<typeof engine, "read_lesson">> {
  Playground: new (...run: ConstructorParameters<typeof engine.Playground>) => PlaygroundLike;
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

/** What runs in a worker are given. */
export interface WorkerDeps {
  engine: EngineLike;
  /** A clock for budgets only. */
  wallMs(): number;
  /** Of the history; tests want more checkpoints in less memory than a page. */
  bytesMax?: number | undefined;
  spacing?: number | undefined;
}
