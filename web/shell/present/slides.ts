/** Bookmarks as slides: in the order of their instants, stepped through one by one. Pure. */

import { t } from "@/language/words";
import type { Bookmark } from "@/session/session";

/** Where a step leads to from the present slide; undefined at either end and without slides. */
export function stepTo(
  slides: readonly Bookmark[],
  present: number | null,
  direction: 1 | -1,
): Bookmark | undefined {
  const at = slides.findIndex(({ id }) => id === present);
  // Before the first there is nothing to go back to.
  if (at < 0) return direction === 1 ? slides[0] : undefined;
  return slides[at + direction];
}

/** "2 of 5", or how many there are. */
export function placeText(slides: readonly Bookmark[], present: number | null): string {
  const at = slides.findIndex(({ id }) => id === present);
  if (at >= 0) return t("Slide {at} of {all}", { at: at + 1, all: slides.length });
  return t("{n, plural, one {# slide} other {# slides}}", { n: slides.length });
}
