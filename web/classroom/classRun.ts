/** What a class has said so far, as one state, the same for everybody who heard the same. */

import type { Beat, Said, SaidAction, SaidLesson, SaidLook, SaidRun } from "./protocol";

export interface ClassRun {
  /** Number of the last thing said that is in it; 0: nothing. */
  seq: number;
  /** Number of the message that began the present run. */
  runSeq: number;
  run: SaidRun | null;
  log: readonly SaidAction[];
  look: SaidLook | null;
  lesson: SaidLesson | null;
  names: boolean;
  ended: boolean;
  beat: Beat | null;
}

export const NOTHING_SAID: ClassRun = {
  seq: 0,
  runSeq: 0,
  run: null,
  log: [],
  look: null,
  lesson: null,
  names: false,
  ended: false,
  beat: null,
};

/** One thing said, as the server numbered it; `before`: the number of the one before it. */
export interface Numbered {
  seq: number;
  before: number;
  said: Said;
}

export type Applied =
  | { kind: "taken"; state: ClassRun }
  /** Said again, or by then known: nothing changes. */
  | { kind: "old" }
  /** Something before it was not heard: it must be fetched first. */
  | { kind: "missed" };

export function apply(state: ClassRun, { seq, before, said }: Numbered): Applied {
  if (seq <= state.seq) return { kind: "old" };
  // A run needs nothing that came before it.
  if (before > state.seq && said.t !== "run") return { kind: "missed" };
  const next = after(state, said, seq);
  return next === undefined ? { kind: "missed" } : { kind: "taken", state: { ...next, seq } };
}

/** Undefined: it does not fit to what was heard. */
function after(state: ClassRun, said: Said, seq: number): ClassRun | undefined {
  switch (said.t) {
    case "run":
      // Which lesson is open is said after it: until then it is the one before, and no panel comes
      // and goes.
      return { ...NOTHING_SAID, run: said, runSeq: seq, log: said.actions, lesson: state.lesson };
    case "log":
      if (said.keep > state.log.length) return undefined;
      return { ...state, log: [...state.log.slice(0, said.keep), ...said.add] };
    case "look":
      return { ...state, look: said };
    case "lesson":
      return { ...state, lesson: said.at };
    case "names":
      return { ...state, names: said.ask };
    case "end":
      return { ...state, ended: true };
  }
}

/** Where the run stands; of a state that does not know all that was said before, nothing yet. */
export function takenBeat(state: ClassRun, beat: Beat): Applied {
  if (beat.after > state.seq) return { kind: "missed" };
  return { kind: "taken", state: { ...state, beat } };
}

/** What turns one log into another: as few actions as can be. Null: they are the same. */
export function logChange(
  from: readonly SaidAction[],
  to: readonly SaidAction[],
): { keep: number; add: readonly SaidAction[] } | null {
  let keep = 0;
  while (keep < from.length && keep < to.length && sameAction(from[keep], to[keep])) keep += 1;
  if (keep === from.length && keep === to.length) return null;
  return { keep, add: to.slice(keep) };
}

function sameAction(a: SaidAction | undefined, b: SaidAction | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.at_us !== b.at_us) return false;
  return JSON.stringify(a.action) === JSON.stringify(b.action);
}
