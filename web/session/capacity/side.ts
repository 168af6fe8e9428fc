/** The way to the sizes of the bottleneck that may be changed. Must not know the views. */

import { pageStore } from "../pageStore";
import { sim } from "../simClient";

/** Opens the view at the sizes that may be changed, as large as its fields need. */
export function openSizes(): void {
  pageStore.setSide("sizes");
  if (pageStore.getState().layout.narrow) sim.showSheet("view", "bottleneck");
  else sim.showView("bottleneck", "half");
}

/** The field of one size, as an element of the page. */
export function sizeSelector(what: string, of: string): string {
  return `[data-size=${JSON.stringify(`${what} ${of}`)}] input`;
}
