/** What a second run changes of what stands beside the map. Pure; must not know any view. */

import { knownViews } from "../provided";
import type { Shown } from "../shown";

/**
 * With it: a wide page shows what speaks of two, unless somebody chose another view than `asked`,
 * which was open when the run was asked for: it opens after a while.
 */
export function withTwo(shown: Shown, asked: string): Shown {
  const ofTwo = knownViews().find(({ forTwo }) => forTwo);
  const isChosen = shown.view !== asked;
  return ofTwo === undefined || shown.narrow || isChosen ? shown : { ...shown, view: ofTwo.id };
}

/** Without it: what speaks of two is not shown. */
export function withOne(shown: Shown): Shown {
  const views = knownViews();
  if (!views.some(({ id, forTwo }) => id === shown.view && forTwo)) return shown;
  const sheet = shown.sheet === "view" ? "selected" : shown.sheet;
  return { ...shown, view: views[0]?.id ?? "", sheet };
}
