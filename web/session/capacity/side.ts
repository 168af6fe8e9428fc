/**
 * From which side the bottleneck is looked at, for whoever leads there. Must not know the views.
 */

import { createStore } from "zustand/vanilla";
import { sim } from "../simClient";

export type Side = "resources" | "curve" | "time" | "percentiles" | "sizes";

export const sideStore = createStore<{ side: Side }>(() => ({ side: "resources" }));

/** Opens the view at the sizes that may be changed. */
export function openSizes(): void {
  sideStore.setState({ side: "sizes" });
  sim.showView("bottleneck");
}
