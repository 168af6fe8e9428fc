/** Follows whether the page is narrow. Must not know what is shown there. */

import { pageStore } from "@/session/pageStore";
import { NARROW } from "@/ui/screens";

/** At once and at every change, for as long as the page lives. */
export function followScreen(): void {
  const narrow = window.matchMedia(NARROW);
  const apply = (): void => pageStore.setNarrow(narrow.matches);
  apply();
  narrow.addEventListener("change", apply);
}
