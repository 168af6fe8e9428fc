/**
 * Which action somebody was sent to, in the form that does actions by hand. Must not know the form, nor
 * who sends.
 */

import { createStore } from "zustand/vanilla";
import type { VerbId } from "@/model/acts/words";
import { pageStore } from "./pageStore";
import { sim } from "./simClient";

export interface VerbAsked {
  /** null: nobody was sent yet. */
  verb: VerbId | null;
  /** Counts how often: the same one may be asked for again. */
  turn: number;
}

export const verbStore = createStore<VerbAsked>(() => ({ verb: null, turn: 0 }));

/** The form shows this action, open and in sight. */
export function askForVerb(verb: VerbId): void {
  verbStore.setState(({ turn }) => ({ verb, turn: turn + 1 }));
  if (pageStore.getState().shown.narrow) sim.showSheet("controls");
}
