/** What a second run changes of what stands beside the map. Pure; must not know any view. */

import type { Shown } from "../pageState";
import { knownViews } from "../provided";

/**
 * With it: a wide page shows what speaks of two, unless a view was chosen since the run was asked
 * for, when there had been so many `choices`: it opens after a while.
 */
export function withTwo(shown: Shown, choices: number): Shown {
  const ofTwo = knownViews().find(({ forTwo }) => forTwo);
  const isChosen = shown.choices !== choices;
  return ofTwo === undefined || shown.narrow || isChosen ? shown : { ...shown, view: ofTwo.id };
}

/** Without it: what speaks of two is not shown. */
export function withOne(shown: Shown): Shown {
  const views = knownViews();
  if (!views.some(({ id, forTwo }) => id === shown.view && forTwo)) return shown;
  const sheet = shown.sheet === "view" ? "selected" : shown.sheet;
  return { ...shown, view: views[0]?.id ?? "", sheet };
}
