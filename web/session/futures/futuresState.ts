/** What is known of other futures of a run: what was asked, what was played, what came of it. */

import { createStore } from "zustand/vanilla";
import type { Chance, FutureSearched, FutureShare, PlayedFuture } from "@/engine/lens";
import type { Notable } from "@/engine/types";
import type { Session } from "../session";

/** All kinds of chance, in the order in which they are offered. */
export const CHANCES: readonly Chance[] = ["network", "elections", "arrivals", "service"];

export interface FuturesQuestion {
  session: Session;
  /** From here on chance is drawn anew. */
  atUs: number;
  /** Here each future ends. */
  endUs: number;
  of: readonly Chance[];
  count: number;
  range: number;
  /** Of each future's report: what proves what the scenario shows, and what it is divided by. */
  figures: readonly string[];
}

/** How many futures are done, of how many. */
export interface Under {
  done: number;
  of: number;
}

export interface Outcome {
  id: string;
  text: string;
}

/** The search for the instant from which on an outcome could no longer be avoided. */
export interface NoReturn {
  outcome: number;
  /** When it came in this run; null where that is not known. */
  cameUs: number | null;
  searched: FutureSearched | null;
  /** Where the search was begun, and where it ends. */
  span: readonly [fromUs: number, untilUs: number];
  notables: readonly Notable[];
}

/** How often an outcome comes with one act or switch changed, and without the change. */
export interface Compared {
  text: string;
  /** From here on chance is drawn anew in both. */
  atUs: number;
  /** Futures of this run in which it came, and of the changed one. */
  came: number;
  cameChanged: number;
  /** The changed less this one, from -1 to 1, with 95 %. */
  difference: readonly [low: number, high: number];
}

/** What changes an outcome's share, and by how much. */
export interface Blame {
  outcome: number;
  runs: number;
  /** The greatest difference first. */
  rows: readonly Compared[];
}

export interface FuturesState {
  question: FuturesQuestion | null;
  outcomes: readonly Outcome[];
  own: PlayedFuture | null;
  /** In the order of their numbers, once all are there. */
  played: readonly PlayedFuture[];
  /** Of each outcome, among those played; empty while they are played. */
  shares: readonly FutureShare[];
  under: Under | null;
  noReturn: NoReturn | null;
  blame: Blame | null;
  /** Why something could not be done; "" = there is no reason. */
  failure: string;
}

export const futuresStore = createStore<FuturesState>(() => ({
  question: null,
  outcomes: [],
  own: null,
  played: [],
  shares: [],
  under: null,
  noReturn: null,
  blame: null,
  failure: "",
}));
