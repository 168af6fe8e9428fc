/**
 * Keeps the session of each tab under the tab's own name, so that no tab writes over another's. A
 * new tab goes on with what the last closed one left. Every failure of storage becomes a value.
 */

import { del, entries, get, set } from "idb-keyval";
import { t } from "@/language/words";

import { holdsWork, type SavedSession } from "../session";
import { keeps, type Restored, type SessionStorage, type Texts, textsHere } from "./storage";
import { browserTabs, newName, type Tabs } from "./tabs";

const SESSION_KEY = "raft-atlas/session";
const LEFT_KEY = "raft-atlas/left";
const TAB_KEY = "raft-atlas/tab";
const SAID_KEY = "raft-atlas/left-told";
/** What was kept before tabs had names is that of the first. */
const FIRST = "";
/** The page before a reload gives its name up at once; only a duplicate of an open tab waits as long. */
const RELOAD_MS = 1_000;

/** Where a browser keeps things, and what it knows of its tabs. */
export interface TabPorts {
  tabs(): Tabs;
  /** For large values, read by and by. */
  values: {
    get(key: string): Promise<unknown>;
    set(key: string, value: unknown): Promise<void>;
    del(key: string): Promise<void>;
    entries(): Promise<[IDBValidKey, unknown][]>;
  };
  /** For texts that are written at once, of all tabs. */
  texts: Texts;
  /** Of this tab alone, over its reloads. */
  tabTexts: Texts;
}

export class TabSessions implements SessionStorage {
  private readonly ports: TabPorts;
  private naming: Promise<string> | undefined;
  private name: string | undefined;

  constructor(ports: TabPorts) {
    this.ports = ports;
  }

  async load(): Promise<Restored> {
    if (!keeps()) return { kind: "nothing" };
    const name = await this.own();
    const left = await parsed(this.leftUnder(name));
    let stored: unknown;
    try {
      stored = await this.ports.values.get(keyOf(SESSION_KEY, name));
    } catch {
      if (left !== undefined) return { kind: "session", saved: left };
      return {
        kind: "unusable",
        text: t("This browser does not let the page keep its session; a reload will start afresh."),
      };
    }
    const later = laterOf(await parsed(stored), left);
    if (later !== undefined) return { kind: "session", saved: later };
    if (stored === undefined) return { kind: "nothing" };
    await attempt(() => this.ports.values.del(keyOf(SESSION_KEY, name)));
    return {
      kind: "unusable",
      text: t("The kept session could not be read, so the page starts afresh."),
    };
  }

  async save(session: SavedSession): Promise<boolean> {
    if (!keeps()) return true;
    try {
      await this.ports.values.set(keyOf(SESSION_KEY, await this.own()), session);
      return true;
    } catch {
      return false;
    }
  }

  saveAtOnce(session: SavedSession): void {
    // A page that has no name yet has nothing to lose.
    if (this.name === undefined) return;
    this.ports.texts.write(keyOf(LEFT_KEY, this.name), JSON.stringify(session));
  }

  /** What closed tabs left, where somebody did something; the latest first. */
  async left(): Promise<SavedSession[]> {
    return (await this.leftByName()).map(({ saved }) => saved);
  }

  /** The latest of them, once. */
  async leftNews(): Promise<SavedSession | undefined> {
    const [latest] = await this.left();
    if (latest === undefined) return undefined;
    const mark = `${latest.id} ${latest.saved_at_ms}`;
    if (this.ports.texts.read(SAID_KEY) === mark) return undefined;
    this.ports.texts.write(SAID_KEY, mark);
    return latest;
  }

  /** One of them. False: it is not there any more, or its tab is open again. */
  async removeLeft(id: string): Promise<boolean> {
    const found = (await this.leftByName()).find(({ saved }) => saved.id === id);
    if (found === undefined) return false;
    this.ports.texts.remove(keyOf(LEFT_KEY, found.name));
    await attempt(() => this.ports.values.del(keyOf(SESSION_KEY, found.name)));
    return true;
  }

  /** Of something else that each tab keeps apart. */
  keyFor(key: string): string {
    return keyOf(key, this.name ?? FIRST);
  }

  /** Where closed tabs left texts of the same. */
  async keysLeft(key: string): Promise<string[]> {
    if (!keeps()) return [];
    const own = await this.own();
    const names = this.ports.texts.keys().flatMap((text) => nameIn(key, text) ?? []);
    const held = await this.ports.tabs().held(names);
    return names.flatMap((name) => (held.has(name) || name === own ? [] : keyOf(key, name)));
  }

  private async leftByName(): Promise<{ name: string; saved: SavedSession }[]> {
    if (!keeps()) return [];
    const own = await this.own();
    const names = (await this.stored()).map(({ name }) => name).filter((name) => name !== own);
    if (names.length === 0) return [];
    const held = await this.ports.tabs().held(names);
    const found: { name: string; saved: SavedSession }[] = [];
    for (const name of names) {
      const saved = held.has(name) ? undefined : await this.read(name);
      if (saved !== undefined && holdsWork(saved)) found.push({ name, saved });
    }
    return found;
  }

  private async read(name: string): Promise<SavedSession | undefined> {
    const stored = await attempt(() => this.ports.values.get(keyOf(SESSION_KEY, name)));
    const saved = laterOf(await parsed(stored), await parsed(this.leftUnder(name)));
    if (saved === undefined || saved.id !== "") return saved;
    return { ...saved, id: `stored-${saved.saved_at_ms}` };
  }

  // --- names ----------------------------------------------------------------------------------------

  private own(): Promise<string> {
    this.naming ??= this.takeName();
    return this.naming;
  }

  private async takeName(): Promise<string> {
    const name = await this.freeName();
    this.name = name;
    this.ports.tabTexts.write(TAB_KEY, name);
    return name;
  }

  /** The one before a reload, else that of the tab that was closed last, else a new one. */
  private async freeName(): Promise<string> {
    const tabs = this.ports.tabs();
    const before = this.ports.tabTexts.read(TAB_KEY);
    if (before !== null && (await tabs.take(before, RELOAD_MS))) return before;
    const names = (await this.stored()).map(({ name }) => name);
    for (const name of new Set([...names, FIRST])) if (await tabs.take(name)) return name;
    const name = newName();
    await tabs.take(name);
    return name;
  }

  /** All names under which something is kept, of open tabs too; what was kept last comes first. */
  private async stored(): Promise<{ name: string; atMs: number }[]> {
    const latest = new Map<string, number>();
    const note = (name: string | undefined, value: unknown): void => {
      if (name === undefined) return;
      latest.set(name, Math.max(latest.get(name) ?? 0, instantOf(value)));
    };
    const values = (await attempt(() => this.ports.values.entries())) ?? [];
    for (const [key, value] of values) note(nameIn(SESSION_KEY, String(key)), value);
    for (const key of this.ports.texts.keys()) {
      const name = nameIn(LEFT_KEY, key);
      if (name !== undefined) note(name, this.leftUnder(name));
    }
    const listed = [...latest].map(([name, atMs]) => ({ name, atMs }));
    return listed.toSorted((a, b) => b.atMs - a.atMs);
  }

  /** What was kept at once when a page of this name was last left. */
  private leftUnder(name: string): unknown {
    try {
      return JSON.parse(this.ports.texts.read(keyOf(LEFT_KEY, name)) ?? "null");
    } catch {
      return null;
    }
  }
}

export const browserSessions = new TabSessions({
  tabs: browserTabs,
  values: { get, set, del, entries },
  texts: textsHere(() => localStorage),
  tabTexts: textsHere(() => sessionStorage),
});

/** Undefined: storage did not do it. A browser that forbids it throws before there is a promise. */
async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}

function keyOf(key: string, name: string): string {
  return name === FIRST ? key : `${key}/${name}`;
}

/** Undefined: the key is of something else. */
function nameIn(key: string, text: string): string | undefined {
  if (text === key) return FIRST;
  return text.startsWith(`${key}/`) ? text.slice(key.length + 1) : undefined;
}

function instantOf(value: unknown): number {
  const { saved_at_ms: atMs } = (value ?? {}) as { saved_at_ms?: unknown };
  return typeof atMs === "number" ? atMs : 0;
}

/** What checks a session is fetched only where one was kept. */
async function parsed(stored: unknown): Promise<SavedSession | undefined> {
  if (stored === undefined || stored === null) return undefined;
  const { parseSavedSession } = await import("./savedSession");
  return parseSavedSession(stored);
}

function laterOf(
  a: SavedSession | undefined,
  b: SavedSession | undefined,
): SavedSession | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.saved_at_ms > a.saved_at_ms ? b : a;
}
