/** Which view a link takes along. Must not know how links are written. */

import type { PageLayout } from "../pageState";
import { knownViews } from "../ports";

/** Ids of those that need nothing but the run: a link can open them. */
export function linkedViews(): readonly string[] {
  return knownViews()
    .filter(({ forTwo }) => !forTwo)
    .map(({ id }) => id);
}

/** The one that is open, as far as somebody sees it; "" where none is, or none that a link can open. */
export function linkedView({ narrow, view, size, sheet }: PageLayout): string {
  const isOpen = narrow ? sheet === "view" : size !== "closed";
  return isOpen && linkedViews().includes(view) ? view : "";
}
