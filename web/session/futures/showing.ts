/** The way to the view of futures. Must not know the views. */

import { needInstruments } from "../level";
import { pageStore } from "../pageStore";
import { sim } from "../simClient";

/** Stops the run where it is, and opens the view in which its futures are asked for. */
export function showFutures(): void {
  sim.pause();
  needInstruments();
  if (pageStore.getState().layout.narrow) sim.showSheet("view", "futures");
  else sim.showView("futures", "half");
}
