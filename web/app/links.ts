/**
 * Links that somebody shared: the one that the page was opened by, and those that come later, by
 * the address bar. Must not know what they carry.
 */

import { resumeLesson } from "@/store/lessons/lessons";
import { sim } from "@/store/simClient";

/** False when there is none, or nothing of it could be opened. */
export async function openedByLink(fragment: string): Promise<boolean> {
  window.addEventListener("hashchange", () => void openPresent());
  return fragment !== "" && sim.openFragment(fragment, resumeLesson);
}

async function openPresent(): Promise<void> {
  const fragment = location.hash.replace(/^#/, "");
  if (fragment !== "") await sim.openFragment(fragment, resumeLesson);
}

export async function openShareFile(text: string): Promise<void> {
  await sim.openShareFile(text, resumeLesson);
}

/** A reload shall not open the link again. */
export function forgetLink(): void {
  history.replaceState(null, "", location.pathname + location.search);
}
