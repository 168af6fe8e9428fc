/** What is known of each read mode, and of which run and instant. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { LoggedAction, ReadMode } from "@/engine/types";
import { logOf, type Session } from "../session";
import type { ModeFigures } from "./figures";
import type { NeededSetting } from "./inMode";

export interface ModeRow {
  mode: ReadMode;
  /** What is set besides, for the mode cannot do without. */
  also: NeededSetting | undefined;
  /** The instant of its figures; -1 = none yet. */
  us: number;
  /** How far it is on its way, while it is on its way; otherwise -1. */
  onWayUs: number;
  figures: ModeFigures | undefined;
  /** Why this mode cannot be run here; "" when it can. */
  refusal: string;
}

export interface ModesState {
  /** Whose figures the rows are: without what was done after them. */
  run: Session | null;
  rows: readonly ModeRow[];
  /** The instant to which all are brought now. */
  untilUs: number;
  working: boolean;
}

export type ModesStore = StoreApi<ModesState>;

export function makeModesStore(): ModesStore {
  return createStore<ModesState>(() => ({ run: null, rows: [], untilUs: 0, working: false }));
}

/** The page's: one for the session. */
export const modesStore = makeModesStore();

/** Whether there are figures, and they are of a run as it is until an instant. */
export function areOfRun({ run, rows }: ModesState, session: Session, us: number): boolean {
  return rows.length > 0 && isSameRun(run, session) && isSameLog(logOf(run), logOf(session), us);
}

export function isSameRun(a: Session | null, b: Session): boolean {
  return a !== null && a.text === b.text && a.variant === b.variant && a.seed === b.seed;
}

/** Whether two logs are one up to an instant. */
export function isSameLog(a: readonly LoggedAction[], b: readonly LoggedAction[], untilUs: number) {
  const textOf = (log: readonly LoggedAction[]): string =>
    JSON.stringify(log.filter(({ at_us }) => at_us <= untilUs));
  return a === b || textOf(a) === textOf(b);
}
