/** That this tab presents, so that a reload goes on presenting; the page's start reads it. */

import { textsHere } from "@/session/keep/storage";

const KEY = "raft-atlas/presenting";
const texts = textsHere(() => sessionStorage);

/** What was kept of the presentation that this tab was in; null: it was in none, or is another page. */
export function keptPresenting(): string | null {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return how?.type === "reload" ? texts.read(KEY) : null;
}

/** Null: it is over. */
export function keepPresenting(text: string | null): void {
  if (text === null) texts.remove(KEY);
  else texts.write(KEY, text);
}
