/**
 * Links that somebody shared: the one that the page was opened by, and those that come later, by
 * the address bar. Must not know what they carry.
 */

import { resumeLesson } from "@/store/lessons/lessons";
import { sim } from "@/store/simClient";
import { simStore } from "@/store/simStore";

/** False when there is none, or nothing of it could be opened. */
export async function openedByLink(fragment: string): Promise<boolean> {
  window.addEventListener("hashchange", () => void openPresent());
  return fragment !== "" && sim.openFragment(fragment, resume);
}

async function openPresent(): Promise<void> {
  const fragment = location.hash.replace(/^#/, "");
  if (fragment !== "") await sim.openFragment(fragment, resume);
}

export async function openShareFile(text: string): Promise<void> {
  await sim.openShareFile(text, resume);
}

/** The lesson that was shared, with the run that stands. */
async function resume(id: string, step: string): Promise<string | null> {
  await resumeLesson(id, step === "" ? null : step);
  const { lesson } = simStore.getState();
  return lesson?.id === id ? lesson.step : null;
}

/** A reload shall not open the link again. */
export function forgetLink(): void {
  history.replaceState(null, "", location.pathname + location.search);
}
