/** Follows whether the page is narrow. Must not know what is shown there. */

import { onScreen } from "@/session/shown";
import { simStore } from "@/session/simStore";
import { NARROW } from "@/ui/screens";

/** At once and at every change, for as long as the page lives. */
export function followScreen(): void {
  const narrow = window.matchMedia(NARROW);
  const apply = (): void =>
    simStore.setState((state) => ({ shown: onScreen(state, narrow.matches) }));
  apply();
  narrow.addEventListener("change", apply);
}
