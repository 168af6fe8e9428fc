/**
 * From which side the bottleneck is looked at, for whoever leads there. Must not know the views.
 */

import { createStore } from "zustand/vanilla";
import { pageStore } from "../pageStore";
import { sim } from "../simClient";

export type Side = "resources" | "curve" | "time" | "percentiles" | "sizes";

export const sideStore = createStore<{ side: Side }>(() => ({ side: "resources" }));

/** Opens the view at the sizes that may be changed, as large as its fields need. */
export function openSizes(): void {
  sideStore.setState({ side: "sizes" });
  if (pageStore.getState().shown.narrow) sim.showSheet("view", "bottleneck");
  else sim.showView("bottleneck", "half");
}

/** The field of one size, as an element of the page. */
export function sizeSelector(what: string, of: string): string {
  return `[data-size=${JSON.stringify(`${what} ${of}`)}] input`;
}
