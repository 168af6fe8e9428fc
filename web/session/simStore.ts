/**
 * The state of the page, outside React: the latest frame, the session, what is selected.
 * Snapshots are replaced, never mutated. Components read it with `useSim`, and hand canvases what
 * `useSimStore` gives them: a part of the page may stand under another store than the page's own.
 * Must not know the worker; only simClient.ts writes here.
 */

import { createContext, useContext, useRef } from "react";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Question } from "@/engine/lens";
import type { LogWish, MemoryUse } from "@/engine/messages";
import type {
  BrokenPromise,
  BuildInfo,
  Comparison,
  Frame,
  Inspection,
  LogView,
  Notable,
  StaleRead,
  Target,
  World,
} from "@/engine/types";
import type { Interval } from "@/model/interval";
import type { Named } from "@/model/named";
import { EMPTY_SCORE, type Score } from "@/model/score/score";
import type { ShareProblem } from "@/model/share/share";
import type { Prices } from "@/model/traffic";
import type { BesideChoice } from "./beside/besideChoice";
import type { LessonPlace, Session } from "./session";
import type { Shown } from "./shown";
import type { Tape } from "./tape/tapeTypes";

export type ThemeChoice = "system" | "light" | "dark" | "projector";
export type Theme = Exclude<ThemeChoice, "system">;
export type Phase = "loading" | "ready" | "bad-scenario" | "panicked";

/** Simulated seconds per second. */
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

/** A scenario that was not opened, and why; the running one goes on. */
export interface Rejected {
  name: string;
  /** The engine's sentences: path, what was found, what was expected. */
  message: string;
  /** Of a person's own file, which can be mended. */
  text?: string | undefined;
}

/** A question, and the instant that it is about. */
export interface Asked {
  question: Question;
  us: number;
  events: number;
}

/** A sentence for a moment: shown above the dock and read out. */
export interface Notice {
  id: number;
  text: string;
  alert: boolean;
  /** Where a button beside it leads back to. */
  offer?:
    | { branch: number }
    | { session: string }
    | { label: string; take: () => void }
    | undefined;
}

/** What was wrong with a link or a file that somebody shared. */
export interface LinkReport {
  what: "link" | "file";
  /** Whether it was opened all the same. */
  opened: boolean;
  problems: ShareProblem[];
}

/** A second run beside this one: with or without one thing. */
export interface BesideState {
  /** The second run, for parts of the page to stand under. */
  store: SimStore;
  /** In what the second differs. */
  choice: BesideChoice;
  /** What the two are called when nothing else tells them apart: branches. */
  names: [string, string] | null;
  /** The two side by side, while somebody looks; null until it is made. */
  comparison: Comparison | null;
}

/** A run that another variant took the place of: its last picture, for its figures. */
export interface EarlierRun {
  world: World;
  frame: Frame;
}

export interface SimState {
  phase: Phase;
  problem: Problem | null;
  rejected: Rejected | null;
  notice: Notice | null;
  /** What the page waits for, as a sentence. */
  busy: string | null;
  session: Session | null;
  world: World | null;
  build: BuildInfo | null;
  frame: Frame | null;
  beside: BesideState | null;
  /** The same scenario as it stood in another variant, when this one took its place. */
  earlier: EarlierRun | null;
  /** The instant at which this run was opened. */
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
  /** Id of the range shown. */
  range: number;
  selection: Target | null;
  hover: Target | null;
  /** A place that a text names, while it is pointed at there. */
  named: Named | null;
  /** The kind of bytes that is pointed at, by its place in the world's kinds. */
  pointedKind: number | null;
  /** What is known of the selected thing. */
  inspection: Inspection | null;
  /** What somebody wants to know why, and when. */
  asked: Asked | null;
  /** The stretch of the range's logs that somebody looks at, and what it holds at this instant. */
  logWish: LogWish | null;
  log: LogView | null;
  /** The last stale reads while a view wants them. */
  staleWish: boolean;
  stale: StaleRead[] | null;
  /** The first broken promise of the run so far. */
  broken: BrokenPromise | null;
  /** The last notables, oldest first. */
  narration: Notable[];
  /** Everything told of this run that gets a mark on the time line, its known future included. */
  told: Notable[];
  /** The run over time, as far as it is known. */
  score: Score;
  /** The stretch of it that somebody looks at; null = all. */
  interval: Interval | null;
  /** Whether a view wants the record of what happens. */
  taping: boolean;
  /** The record, as far as it is known. */
  tape: Tape | null;
  /** The lesson that is played, and where it stands; the rest is in store/lessons. */
  lesson: LessonPlace | null;
  /** The challenge whose run is shown, by its id, while it is played; null: none. */
  challenge: string | null;
  /** The run of a link or a file as it came (`runKey`): nobody here has played it; "" of none. */
  given: string;
  /** A lesson has asked and was not answered: verdicts on reads are held back until then. */
  hushed: boolean;
  /** A group of switches that a lesson's step opens, by its id; null: none. */
  fold: string | null;
  shown: Shown;
  /** A shared run is shown and not kept, for the person's own session waits in storage. */
  aside: boolean;
  linkReport: LinkReport | null;
  theme: ThemeChoice;
  /** The theme in effect: "system" resolved. Canvases read their colours again when it changes. */
  resolvedTheme: Theme;
  reducedMotion: boolean;
  /** Meters count framing too. */
  framing: boolean;
  /** Prices in the place of the scenario's; null = the scenario's. */
  prices: Prices | null;
}

export const INITIAL_STATE: SimState = {
  phase: "loading",
  problem: null,
  rejected: null,
  notice: null,
  busy: null,
  session: null,
  world: null,
  build: null,
  frame: null,
  beside: null,
  earlier: null,
  openedUs: 0,
  furthestUs: 0,
  memory: { module: 0, history: 0 },
  playing: false,
  speed: 1,
  reachedSpeed: null,
  range: 1,
  selection: null,
  hover: null,
  named: null,
  pointedKind: null,
  inspection: null,
  asked: null,
  logWish: null,
  log: null,
  staleWish: false,
  stale: null,
  broken: null,
  narration: [],
  told: [],
  score: EMPTY_SCORE,
  interval: null,
  taping: false,
  tape: null,
  lesson: null,
  challenge: null,
  given: "",
  hushed: false,
  fold: null,
  shown: { narrow: false, view: "score", choices: 0, size: "open", sheet: "selected" },
  aside: false,
  linkReport: null,
  theme: "system",
  resolvedTheme: "light",
  reducedMotion: false,
  framing: true,
  prices: null,
};

export type SimStore = StoreApi<SimState>;

/** The page's own store: the session. Components take the one that they stand under instead. */
export const simStore: SimStore = createStore<SimState>(() => INITIAL_STATE);

/** Whose state the parts of the page below read. */
export const SimStoreContext = createContext<SimStore>(simStore);

/** The store itself, for canvases and for reading at the moment of an event. */
export function useSimStore(): SimStore {
  return useContext(SimStoreContext);
}

/** Whether this part of the page shows the run beside: its messages are not the session's. */
export function useIsBeside(): boolean {
  return useSimStore() !== simStore;
}

/**
 * Reads the store. Renders again only when the selected value changes; flat objects and arrays
 * made by the selector are compared one level deep.
 */
export function useSim<T>(select: (state: SimState) => T): T {
  const last = useRef<{ value: T } | null>(null);
  return useStore(useSimStore(), (state) => {
    const value = select(state);
    if (last.current !== null && sameShallow(last.current.value, value)) return last.current.value;
    last.current = { value };
    return value;
  });
}

/** True for identical values and for plain objects or arrays with identical members. */
export function sameShallow(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && Object.is(a[key], b[key]));
}

function isPlain(x: unknown): x is Record<string, unknown> {
  if (typeof x !== "object" || x === null) return false;
  const prototype = Object.getPrototypeOf(x);
  return prototype === Object.prototype || prototype === Array.prototype;
}
