/**
 * Keeps the session between visits. Storage may be full, corrupt or forbidden: every failure
 * becomes a value, none an exception. Must not know the worker.
 */

import { del, get, set } from "idb-keyval";
import { t } from "@/language/words";

import type { SavedSession } from "../session";

const SESSION_KEY = "raft-atlas/session";
const LEFT_KEY = "raft-atlas/left";
const THEME_KEY = "raft-atlas/theme";
const LANGUAGE_KEY = "raft-atlas/language";
const SHOWN_KEY = "raft-atlas/shown";

export type Restored =
  | { kind: "session"; saved: SavedSession }
  | { kind: "nothing" }
  /** Something was kept but cannot be used; a sentence says why. */
  | { kind: "unusable"; text: string };

export interface SessionStorage {
  load(): Promise<Restored>;
  /** False when it could not be kept. */
  save(session: SavedSession): Promise<boolean>;
  /** For the moment of leaving, when nothing asynchronous is sure to finish. */
  saveAtOnce(session: SavedSession): void;
}

let isKeeping = true;

/** Within somebody else's page nothing is kept, and nothing that was kept is read. */
export function keepNothing(): void {
  isKeeping = false;
}

/** Whether anything is kept at all. */
export function keeps(): boolean {
  return isKeeping;
}

export const browserStorage: SessionStorage = {
  async load() {
    if (!isKeeping) return { kind: "nothing" };
    const left = await parsed(readLeft());
    let stored: unknown;
    try {
      stored = await get(SESSION_KEY);
    } catch {
      if (left !== undefined) return { kind: "session", saved: left };
      return {
        kind: "unusable",
        text: t("This browser does not let the page keep its session; a reload will start afresh."),
      };
    }
    const saved = await parsed(stored);
    const later = laterOf(saved, left);
    if (later !== undefined) return { kind: "session", saved: later };
    if (stored === undefined) return { kind: "nothing" };
    await del(SESSION_KEY).catch(() => undefined);
    return {
      kind: "unusable",
      text: t("The kept session could not be read, so the page starts afresh."),
    };
  },
  async save(session) {
    if (!isKeeping) return true;
    try {
      await set(SESSION_KEY, session);
      return true;
    } catch {
      return false;
    }
  },
  saveAtOnce(session) {
    writeText(LEFT_KEY, JSON.stringify(session));
  },
};

function laterOf(
  a: SavedSession | undefined,
  b: SavedSession | undefined,
): SavedSession | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.saved_at_ms > a.saved_at_ms ? b : a;
}

export function loadTheme(): string | null {
  return readText(THEME_KEY);
}

export function saveTheme(theme: string): void {
  writeText(THEME_KEY, theme);
}

export function loadLanguage(): string | null {
  return readText(LANGUAGE_KEY);
}

export function saveLanguage(language: string): void {
  writeText(LANGUAGE_KEY, language);
}

/** Whether something was noted as shown. */
export function wasShown(what: string): boolean {
  return readText(`${SHOWN_KEY}/${what}`) !== null;
}

/** Notes that something was shown; false when it was before, or when it cannot be noted. */
export function noteShown(what: string): boolean {
  if (wasShown(what)) return false;
  writeText(`${SHOWN_KEY}/${what}`, "yes");
  return wasShown(what);
}

/** What was kept at once when the page was last left. */
function readLeft(): unknown {
  try {
    return JSON.parse(readText(LEFT_KEY) ?? "null");
  } catch {
    return null;
  }
}

/** What checks a session is fetched only where one was kept. */
async function parsed(stored: unknown): Promise<SavedSession | undefined> {
  if (stored === undefined || stored === null) return undefined;
  const { parseSavedSession } = await import("./savedSession");
  return parseSavedSession(stored);
}

function readText(key: string): string | null {
  if (!isKeeping) return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string): void {
  if (!isKeeping) return;
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or forbidden; the session still lives in IndexedDB or in memory.
  }
}
