/** Links that somebody shared: the one that opened the page, and those that come later. */

import { readClassFragment } from "@/classroom/place";
import { pageStore } from "@/session/pageStore";
import { lessons } from "@/session/ports";
import { sim } from "@/session/simClient";
import { tried } from "@/session/trying";

/** False when there is none, or nothing of it could be opened. */
export async function openedByLink(fragment: string): Promise<boolean> {
  return fragment !== "" && open(fragment);
}

/** From now on those of the address bar are opened. */
export function followLinks(): void {
  window.addEventListener("hashchange", () => void tried(openPresent));
}

/** A class, or a run that somebody shared. */
async function open(fragment: string): Promise<boolean> {
  const place = readClassFragment(fragment);
  if (place === null) return sim.openFragment(fragment);
  const { keepToken } = await import("./class/joining");
  return (await import("@/classroom/classSession")).joinClass(keepToken(place));
}

async function openPresent(): Promise<void> {
  const fragment = location.hash.replace(/^#/, "");
  if (fragment !== "") await open(fragment);
}

export async function openShareFile(text: string): Promise<void> {
  await sim.openShareFile(text);
}

/** From a shared run to the person's own session, and to the lesson that they were in. */
export async function backToOwn(): Promise<void> {
  forgetLink();
  if (pageStore.getState().lesson !== null) await lessons.leave();
  await sim.backToOwn();
  const left = pageStore.getState().lesson;
  if (left !== null) await lessons.resume(left);
}

/** A reload shall not open the link again. */
export function forgetLink(): void {
  history.replaceState(null, "", location.pathname + location.search);
}
