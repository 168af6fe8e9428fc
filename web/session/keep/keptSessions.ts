/** Sessions kept on this device until somebody comes back to them; a failure is a value. */

import { createStore, del, entries, promisifyRequest, set, type UseStore } from "idb-keyval";

import type { SavedSession } from "../session";
import { keeps } from "./storage";
import { browserSessions } from "./tabSessions";

/** With more than these the least dear goes: first what holds neither bookmarks nor branches. */
export const KEPT_MAX = 40;

export interface SessionShelf {
  /** Whether there is one: a page within somebody else's has none. */
  isThere(): boolean;
  /** Under its id, in the place of what was kept under it. False when it could not be kept. */
  put(session: SavedSession): Promise<boolean>;
  /** The latest first; what cannot be read is left out. */
  list(): Promise<SavedSession[]>;
  /** The latest that a closed tab left, once. */
  leftNews(): Promise<SavedSession | undefined>;
  /** False: it was not there any more. */
  remove(id: string): Promise<boolean>;
}

let opened: UseStore | undefined;

/** A database of its own, so that listing it reads nothing else. */
function shelf(): UseStore {
  opened ??= createStore("raft-atlas-sessions", "sessions");
  return opened;
}

export const browserShelf: SessionShelf = {
  isThere: keeps,
  async put(session) {
    try {
      await set(session.id, session, shelf());
      for (const { id } of tooMany(await listed())) await del(id, shelf());
      return true;
    } catch {
      return false;
    }
  },
  async list() {
    try {
      const left = await browserSessions.left();
      const put = (await listed()).filter(({ id }) => left.every((one) => one.id !== id));
      return [...left, ...put].toSorted((a, b) => b.saved_at_ms - a.saved_at_ms);
    } catch {
      return [];
    }
  },
  leftNews: () => browserSessions.leftNews(),
  async remove(id) {
    const wasLeft = await browserSessions.removeLeft(id);
    return (await taken(id).catch(() => false)) || wasLeft;
  },
};

async function listed(): Promise<SavedSession[]> {
  const stored = await entries<string, unknown>(shelf());
  const { parseSavedSession } = await import("./savedSession");
  const read = stored.flatMap(([, value]) => parseSavedSession(value) ?? []);
  return read.toSorted((a, b) => b.saved_at_ms - a.saved_at_ms);
}

/** Whether it was there: of two tabs that take it one is told so. */
async function taken(id: string): Promise<boolean> {
  return shelf()("readwrite", async (kept) => {
    const was = await promisifyRequest(kept.count(id));
    await promisifyRequest(kept.delete(id));
    return was > 0;
  });
}

/** What goes when there are too many; the list has the latest first. */
export function tooMany(listed: readonly SavedSession[]): SavedSession[] {
  const dear = listed.filter(hasMarks);
  const rest = listed.filter((session) => !hasMarks(session));
  return [...dear, ...rest].slice(KEPT_MAX);
}

/** Bookmarks and branches are made on purpose; actions alone are soon done again. */
function hasMarks({ bookmarks, branches }: SavedSession): boolean {
  return bookmarks.length > 0 || branches.length > 1;
}
