/** The store of a run: what the engine said of it. Components read the run they stand under. */

import { createContext, useContext } from "react";
import type { LogRequest, Opened, RunSpec, Update } from "@/engine/messages";
import { applyUpdate, metAt, openedState } from "./reduce";
import type { ScenarioSource, Session } from "./session";
import {
  type Branched,
  type Driven,
  type EarlierRun,
  INITIAL_STATE,
  type Problem,
  type SimState,
} from "./simState";
import { type Readable, Store } from "./store";
import type { Tape } from "./tape/tapeTypes";
import { useRead } from "./useRead";

export class SimStore extends Store<SimState> {
  constructor(state: SimState = INITIAL_STATE) {
    super(state);
  }

  // --- what the engine said -----------------------------------------------------------------------

  /** A run stands: nothing of the one before stays. */
  opened(source: ScenarioSource, spec: RunSpec, reply: Opened, tape: Tape | null = null): void {
    this.set({ ...openedState(this.getState(), source, spec, reply), tape });
  }

  took(update: Update, tape = this.getState().tape): void {
    this.set({ ...applyUpdate(this.getState(), update), tape });
  }

  /** What was kept back until another run stood at the same instant. */
  readonly caughtUp = (held: Partial<SimState>): void => this.set(held);

  panicked(problem: Problem): void {
    this.set({ phase: "panicked", playing: false, problem });
  }

  /** The engine is another one, which has nothing yet. */
  readonly engineReplaced = (): void => this.set({ memory: { module: 0, history: 0 } });

  // --- opening ------------------------------------------------------------------------------------

  readonly loading = (): void => this.set({ phase: "loading", problem: null });

  /** `busy`: what the page waits for, as a sentence. */
  readonly restoring = (busy: string): void => this.set({ playing: false, busy });
  readonly answered = (): void => this.set({ busy: null });

  readonly notOpened = (problem: Problem): void => this.set({ phase: "bad-scenario", problem });

  /** In the place of a run that does not stand, or nothing. */
  readonly explain = (problem: Problem | null): void => this.set({ problem });

  /** A first run that panics still has a session to offer. */
  readonly keepForRecovery = (session: Session): void => this.set({ session, frame: null });

  readonly setEarlier = (earlier: Omit<EarlierRun, "met">): void =>
    this.set({ earlier: metAt({ ...earlier, met: null }, this.getState().frame) });

  // --- driving ------------------------------------------------------------------------------------

  readonly setPlaying = (playing: boolean): void => this.set({ playing });
  readonly setSpeed = (speed: number): void => this.set({ speed });
  readonly setReachedSpeed = (reachedSpeed: number | null): void => this.set({ reachedSpeed });
  readonly drive = (driven: Driven): void => this.set(driven);

  // --- what is asked of it with each frame ----------------------------------------------------------

  readonly setRange = (range: number): void => this.set({ range });
  readonly watchLog = (logRequest: LogRequest | null): void => this.set({ logRequest });
  readonly watchStale = (wantsStale: boolean): void => this.set({ wantsStale });
  readonly setTaping = (taping: boolean): void => this.set({ taping });

  // --- the session ----------------------------------------------------------------------------------

  readonly branched = (branched: Branched): void => this.set(branched);

  /** Names, bookmarks, expectations: the run stays as it is. */
  note(noted: Partial<Session>): void {
    const { session } = this.getState();
    if (session !== null) this.set({ session: { ...session, ...noted } });
  }

  /** It is known further than it has been played here. */
  knownUntil(us: number): void {
    this.set({ furthestUs: Math.max(us, this.getState().furthestUs) });
  }
}

/** The page's own run: the session. Components take the one that they stand under instead. */
export const simStore = new SimStore();

/** Whose state the parts of the page below read. */
export const SimStoreContext = createContext<Readable<SimState>>(simStore);

/** The store itself, for canvases and for reading at the moment of an event. */
export function useSimStore(): Readable<SimState> {
  return useContext(SimStoreContext);
}

/** Whether this part of the page shows the run beside: its messages are not the session's. */
export function useIsBeside(): boolean {
  return useSimStore() !== simStore;
}

export function useSim<T>(select: (state: SimState) => T): T {
  return useRead(useSimStore(), select);
}
