/** Keeps texts between visits: a storage that is full, corrupt or forbidden is a value. */

import type { SavedSession } from "../session";

const THEME_KEY = "raft-atlas/theme";
const LANGUAGE_KEY = "raft-atlas/language";
const CHOSEN_KEY = "raft-atlas/chosen";

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

export function keeps(): boolean {
  return isKeeping;
}

export function loadTheme(): string | null {
  return texts.read(THEME_KEY);
}

export function saveTheme(theme: string): void {
  texts.write(THEME_KEY, theme);
}

export function loadLanguage(): string | null {
  return texts.read(LANGUAGE_KEY);
}

export function saveLanguage(language: string): void {
  texts.write(LANGUAGE_KEY, language);
}

/** What was chosen on this device, of those things that are kept by a name. */
export function keptChoice(name: string): string | null {
  return texts.read(`${CHOSEN_KEY}/${name}`);
}

export function keepChoice(name: string, choice: string): void {
  texts.write(`${CHOSEN_KEY}/${name}`, choice);
}

/** Texts by key. What cannot be read is null, and what cannot be written is not there. */
export interface Texts {
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** `storage` is asked for each time: a browser that forbids it throws even there. */
export function textsHere(storage: () => Storage): Texts {
  const attempt = <T>(act: (kept: Storage) => T, otherwise: T): T => {
    if (!isKeeping) return otherwise;
    try {
      return act(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => attempt((kept) => kept.getItem(key), null),
    // Full or forbidden; what matters lives in IndexedDB or in memory too.
    write: (key, text) => attempt((kept) => kept.setItem(key, text), undefined),
    remove: (key) => attempt((kept) => kept.removeItem(key), undefined),
    keys: () => attempt((kept) => Object.keys(kept), []),
  };
}

const texts = textsHere(() => localStorage);
