/** What the engine said of a run, and what is asked of it with each frame. Types and the beginning. */

import type { LogRequest, MemoryUse } from "@/engine/messages";
import type {
  BrokenPromise,
  BuildInfo,
  Frame,
  Inspection,
  LogView,
  Notable,
  StaleRead,
  Target,
  World,
} from "@/engine/types";
import { EMPTY_SERIES, type RunSeries } from "@/model/series/series";
import type { Session } from "./session";
import type { Tape } from "./tape/tapeTypes";

export type Phase = "loading" | "ready" | "bad-scenario" | "panicked";

export const SPEED_MIN = 0.01;
export const SPEED_MAX = 100;

export interface Problem {
  title: string;
  text: string;
  /** The whole session, to keep as a scenario file. */
  stopped?: Session;
  /** Something could not be fetched, and may be by now. */
  again?: () => void;
}

/** A run that another variant took the place of: its last picture, for its figures. */
export interface EarlierRun {
  world: World;
  frame: Frame;
  /** The picture of the run that took its place at the same instant, once it has been there. */
  met: Frame | null;
}

export interface SimState {
  phase: Phase;
  problem: Problem | null;
  /** What the page waits for, as a sentence. */
  busy: string | null;
  session: Session | null;
  world: World | null;
  build: BuildInfo | null;
  frame: Frame | null;
  /** The same scenario as it stood in another variant, when this one took its place. */
  earlier: EarlierRun | null;
  openedUs: number;
  /** The furthest instant that this run has been at: what lies between is known. */
  furthestUs: number;
  /** Bytes that the engine and its history take, for the page's own meters. */
  memory: MemoryUse;
  playing: boolean;
  /** Simulated seconds per second, 0.01 to 100: what is wished for. */
  speed: number;
  /** How fast it goes, while that is slower than was wished; else null. */
  reachedSpeed: number | null;
  range: number;
  /** What the engine was last asked about, and what it knows of it. */
  inspected: Target | null;
  inspection: Inspection | null;
  /** The stretch of the range's logs that somebody looks at, and what it holds at this instant. */
  logRequest: LogRequest | null;
  log: LogView | null;
  /** The last stale reads while a view wants them. */
  wantsStale: boolean;
  stale: StaleRead[] | null;
  broken: BrokenPromise | null;
  /** The last notables, oldest first. */
  narration: Notable[];
  /** Everything told of this run that gets a mark on the time line, its known future included. */
  notables: Notable[];
  /** The run over time, as far as it is known. */
  series: RunSeries;
  /** Whether a view wants the record of what happens. */
  taping: boolean;
  tape: Tape | null;
}

/** How a run goes on, as a second one beside it does too. */
export type Driven = Pick<SimState, "phase" | "playing" | "speed" | "range">;

/** What another log, or another branch, makes of what is known. */
export type Branched = Pick<SimState, "session"> &
  Partial<Pick<SimState, "furthestUs" | "notables" | "world">>;

export const INITIAL_STATE: SimState = {
  phase: "loading",
  problem: null,
  busy: null,
  session: null,
  world: null,
  build: null,
  frame: null,
  earlier: null,
  openedUs: 0,
  furthestUs: 0,
  memory: { module: 0, history: 0 },
  playing: false,
  speed: 1,
  reachedSpeed: null,
  range: 1,
  inspected: null,
  inspection: null,
  logRequest: null,
  log: null,
  wantsStale: false,
  stale: null,
  broken: null,
  narration: [],
  notables: [],
  series: EMPTY_SERIES,
  taping: false,
  tape: null,
};
