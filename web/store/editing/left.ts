/**
 * A draft that was not kept when the page was left: put down at once, taken up when the editor is
 * next opened. Storage may be full, blocked or corrupt; then there is none. Must not know the editor.
 */

import { type Draft, deskStore, isUnkept } from "./desk";

const KEY = "raft-atlas/draft";

/** Until it was taken up, what was put down stays. */
let isTaken = false;

/** From now on, whenever the page is left or put aside. */
export function keepWhenLeft(): void {
  window.addEventListener("pagehide", putDown);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") putDown();
  });
}

/** What was put down. */
export function takeLeft(): Draft | null {
  isTaken = true;
  try {
    return draftOf(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return null;
  }
}

function putDown(): void {
  const { draft } = deskStore.getState();
  try {
    if (draft !== null && isUnkept(draft)) localStorage.setItem(KEY, JSON.stringify(draft));
    else if (isTaken) localStorage.removeItem(KEY);
  } catch {
    // Nothing asynchronous is sure to finish now, and nobody is there to read a message.
  }
}

function draftOf(stored: unknown): Draft | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { name, text, base } = stored as Record<string, unknown>;
  const isDraft = typeof name === "string" && typeof text === "string" && typeof base === "string";
  return isDraft ? { name, text, base } : null;
}
