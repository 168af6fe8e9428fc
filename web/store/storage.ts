/**
 * Keeps the session between visits. Storage may be full, corrupt or forbidden: every failure
 * becomes a value, none an exception. Must not know the worker.
 */

import { del, get, set } from "idb-keyval";

import { parseSavedSession, type SavedSession, sessionKey } from "./session";

const SESSION_KEY = "raft-atlas/session";
const INSTANT_KEY = "raft-atlas/instant";
const THEME_KEY = "raft-atlas/theme";

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
  saveInstant(key: string, nowUs: number): void;
}

export const browserStorage: SessionStorage = {
  async load() {
    let stored: unknown;
    try {
      stored = await get(SESSION_KEY);
    } catch {
      return {
        kind: "unusable",
        text: "This browser does not let the page keep its session; a reload will start afresh.",
      };
    }
    if (stored === undefined) return { kind: "nothing" };
    const saved = parseSavedSession(stored);
    if (saved === undefined) {
      await del(SESSION_KEY).catch(() => undefined);
      return {
        kind: "unusable",
        text: "The kept session could not be read, so the page starts afresh.",
      };
    }
    const left = readInstant();
    const isLater = left?.key === sessionKey(saved) && left.nowUs > saved.now_us;
    return { kind: "session", saved: isLater ? { ...saved, now_us: left.nowUs } : saved };
  },
  async save(session) {
    try {
      await set(SESSION_KEY, session);
      return true;
    } catch {
      return false;
    }
  },
  saveInstant(key, nowUs) {
    writeText(INSTANT_KEY, JSON.stringify({ key, nowUs }));
  },
};

export function loadTheme(): string | null {
  return readText(THEME_KEY);
}

export function saveTheme(theme: string): void {
  writeText(THEME_KEY, theme);
}

function readInstant(): { key: string; nowUs: number } | undefined {
  try {
    const left: unknown = JSON.parse(readText(INSTANT_KEY) ?? "null");
    if (typeof left !== "object" || left === null) return undefined;
    const { key, nowUs } = left as Record<string, unknown>;
    if (typeof key !== "string" || typeof nowUs !== "number") return undefined;
    return Number.isSafeInteger(nowUs) && nowUs >= 0 ? { key, nowUs } : undefined;
  } catch {
    return undefined;
  }
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Storage is full or forbidden; the session still lives in IndexedDB or in memory.
  }
}
