/** What a second run changes of what stands beside the map. Pure; must not know any view. */

import type { PageLayout } from "../pageState";
import { knownViews } from "../ports";

/**
 * With it: a wide page shows what speaks of two, unless a view was chosen since the run was asked
 * for, when there had been so many `choices`: it opens after a while.
 */
export function withTwo(layout: PageLayout, choices: number): PageLayout {
  const ofTwo = knownViews().find(({ forTwo }) => forTwo);
  const isChosen = layout.choices !== choices;
  return ofTwo === undefined || layout.narrow || isChosen ? layout : { ...layout, view: ofTwo.id };
}

/** Without it: what speaks of two is not shown. */
export function withOne(layout: PageLayout): PageLayout {
  const views = knownViews();
  if (!views.some(({ id, forTwo }) => id === layout.view && forTwo)) return layout;
  const sheet = layout.sheet === "view" ? "selected" : layout.sheet;
  return { ...layout, view: views[0]?.id ?? "", sheet };
}
