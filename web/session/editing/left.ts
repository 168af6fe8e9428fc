/** A draft that was not kept, taken up when the editor is next opened; every failure is told. */

import { msg, t } from "@/language/words";
import { browserSessions } from "../keep/tabSessions";
import { sim } from "../simClient";
import type { SimState } from "../simState";
import { simStore } from "../simStore";
import { draftOfRun, putAside } from "./drafts";
import { type Draft, editorStore, isUnkept } from "./editorStore";

const KEY = "raft-atlas/draft";
const PAUSE_MS = 400;

const NOT_KEPT = msg(
  "What you write is not kept when this page is left: the browser’s storage is full or blocked. Save it as a file.",
);
const UNREADABLE = msg("The text that you left in the editor could not be read. It begins afresh.");

/** Until it was taken up, what was put down stays. */
let isTaken = false;
let isWaiting = false;
let hasTold = false;

/** From now on: while a text is written, and whenever the page is left or put aside. */
export function keepWhenLeft(): void {
  if (editorStore.getState().draft !== null) void putLeftAside();
  void putOthersAside();
  window.addEventListener("pagehide", putDown);
  window.addEventListener("beforeunload", (event) => {
    if (!putDown()) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") putDown();
  });
  editorStore.subscribe(({ draft }, before) => {
    if (draft !== before.draft) putDownSoon();
  });
}

/**
 * While the editor stands: it shows what was put down, or else what runs, and follows that as long as
 * it has no text of its own. Returns what ends it.
 */
export function followRun(): () => void {
  let followed: string | undefined;
  const look = ({ session }: SimState): void => {
    const text = session?.text;
    const isOther = followed !== undefined && followed !== text;
    followed = text;
    const lying = editorStore.getState().draft;
    if (session === null) return;
    // Changes are not lost because something else was opened.
    const isFree = lying === null || (isOther && !isUnkept(lying) && lying.text !== text);
    if (!isFree) return;
    const left = lying === null ? takeLeft() : null;
    editorStore.setState({ draft: left ?? draftOfRun(session) });
  };
  look(simStore.getState());
  return simStore.subscribe((state) => {
    if (state.session?.text !== followed) look(state);
  });
}

function takeLeft(): Draft | null {
  isTaken = true;
  let stored: string | null;
  try {
    stored = localStorage.getItem(browserSessions.keyFor(KEY));
  } catch {
    // Told as soon as there is something to keep.
    return null;
  }
  if (stored === null) return null;
  const draft = draftOf(stored);
  if (draft === null) sim.notify(t(UNREADABLE), true);
  return draft;
}

/** The editor was opened with another text: what lies there is not to be written over. */
async function putLeftAside(): Promise<void> {
  const left = takeLeft();
  if (left !== null && left.text !== editorStore.getState().draft?.text) await putAside(left);
}

/** What closed tabs left: each has its own, and this page shows one text. */
async function putOthersAside(): Promise<void> {
  for (const key of await browserSessions.keysLeft(KEY)) {
    const left = draftOf(localStorage.getItem(key) ?? "");
    if (left !== null && (await putAside(left))) localStorage.removeItem(key);
  }
}

/** At most once in a while: a text may be long. */
function putDownSoon(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    if (putDown()) hasTold = false;
    else if (!hasTold) {
      hasTold = true;
      sim.notify(t(NOT_KEPT), true);
    }
  }, PAUSE_MS);
}

/** False when something that was written would be lost with the page. */
function putDown(): boolean {
  const { draft } = editorStore.getState();
  const left = draft !== null && isUnkept(draft) ? draft : null;
  try {
    const key = browserSessions.keyFor(KEY);
    if (left !== null) localStorage.setItem(key, JSON.stringify(left));
    else if (isTaken) localStorage.removeItem(key);
    return true;
  } catch {
    return left === null;
  }
}

function draftOf(text: string): Draft | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof stored !== "object" || stored === null) return null;
  const { name, text: written, base } = stored as Record<string, unknown>;
  if (typeof name !== "string" || typeof written !== "string" || typeof base !== "string") {
    return null;
  }
  return { name, text: written, base };
}
