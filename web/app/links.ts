/**
 * Links that somebody shared: the one that the page was opened by, and those that come later, by
 * the address bar. Must not know what they carry.
 */

import { sim } from "@/store/simClient";

/** False when there is none, or nothing of it could be opened. */
export async function openedByLink(fragment: string): Promise<boolean> {
  window.addEventListener("hashchange", () => void openPresent());
  return fragment !== "" && sim.openFragment(fragment);
}

async function openPresent(): Promise<void> {
  const fragment = location.hash.replace(/^#/, "");
  if (fragment !== "") await sim.openFragment(fragment);
}

/** A reload shall not open the link again. */
export function forgetLink(): void {
  history.replaceState(null, "", location.pathname + location.search);
}
