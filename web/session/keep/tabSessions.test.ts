/** Each tab has its own session: none writes over another's, and what a closed one left is offered. */

import { describe, expect, it } from "vitest";

import { logOf, type SavedSession, SESSION_FORMAT } from "../session";
import type { Texts } from "./storage";
import { TabSessions } from "./tabSessions";

/** One browser: what it keeps, and which names its open tabs have. */
class Browser {
  private readonly values = new Map<string, unknown>();
  readonly texts = new Map<string, string>();
  private readonly held = new Set<string>();

  /** A new tab, or the same one after a reload, with what it kept for itself. */
  open(own = new Map<string, string>()): Tab {
    const mine = new Set<string>();
    const sessions = new TabSessions({
      tabs: () => ({
        take: async (name) => {
          if (this.held.has(name)) return false;
          this.held.add(name);
          mine.add(name);
          return true;
        },
        held: async (names) => new Set(names.filter((name) => this.held.has(name))),
      }),
      values: {
        get: async (key) => this.values.get(key),
        set: async (key, value) => void this.values.set(key, structuredClone(value)),
        del: async (key) => void this.values.delete(key),
        entries: async () => [...this.values],
      },
      texts: textsOf(this.texts),
      tabTexts: textsOf(own),
    });
    const close = (): void => {
      for (const name of mine) this.held.delete(name);
    };
    return { sessions, own, close };
  }
}

interface Tab {
  sessions: TabSessions;
  own: Map<string, string>;
  close(): void;
}

function textsOf(kept: Map<string, string>): Texts {
  return {
    read: (key) => kept.get(key) ?? null,
    write: (key, text) => void kept.set(key, text),
    remove: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  };
}

function session(id: string, count: number, savedAtMs: number): SavedSession {
  const action = { at_us: 1, action: { do: "heal" }, text: "Heals" } as const;
  const actions = Array.from({ length: count }, () => action);
  const branch = { id: 0, name: "", parent: -1, fork_us: 0, cause: "", furthest_us: 9, actions };
  return {
    format: SESSION_FORMAT,
    id,
    source: { kind: "builtin", id: "first-look" },
    text: "{}",
    variant: "",
    seed: 1,
    branches: [branch],
    current: 0,
    bookmarks: [],
    now_us: 9,
    furthest_us: 9,
    saved_at_ms: savedAtMs,
    speed: 1,
    range: 1,
    lesson: null,
  };
}

async function kept({ sessions }: Tab): Promise<string> {
  const restored = await sessions.load();
  if (restored.kind !== "session") return restored.kind;
  return `${restored.saved.id}: ${logOf(restored.saved).length}`;
}

const ids = (listed: SavedSession[]) => listed.map((one) => `${one.id}: ${logOf(one).length}`);

describe("two tabs", () => {
  it("lose nothing: the tab that is opened next has the one session and is offered the other", async () => {
    const browser = new Browser();
    const a = browser.open();
    const b = browser.open();
    expect([await kept(a), await kept(b)]).toEqual(["nothing", "nothing"]);
    await a.sessions.save(session("a", 3, 1));
    await b.sessions.save(session("b", 1, 2));
    a.sessions.saveAtOnce(session("a", 4, 3));
    a.close();
    b.sessions.saveAtOnce(session("b", 1, 4));
    b.close();
    const next = browser.open();
    expect(await kept(next)).toBe("b: 1");
    expect(ids(await next.sessions.left())).toEqual(["a: 4"]);
  });

  it("keep their own over a reload", async () => {
    const browser = new Browser();
    const a = browser.open();
    const b = browser.open();
    await a.sessions.save(session("a", 3, 1));
    await b.sessions.save(session("b", 1, 2));
    a.close();
    expect(await kept(browser.open(a.own))).toBe("a: 3");
    b.close();
    expect(await kept(browser.open(b.own))).toBe("b: 1");
  });

  it("are not offered what the other has open", async () => {
    const browser = new Browser();
    const a = browser.open();
    await a.sessions.save(session("a", 3, 1));
    const b = browser.open();
    expect(await kept(b)).toBe("nothing");
    expect(await b.sessions.left()).toEqual([]);
    expect(await b.sessions.removeLeft("a")).toBe(false);
  });

  it("are told apart where one was duplicated with all that it kept for itself", async () => {
    const browser = new Browser();
    const a = browser.open();
    await a.sessions.save(session("a", 3, 1));
    const copy = browser.open(new Map(a.own));
    await copy.sessions.save(session("copy", 1, 2));
    expect(await kept(a)).toBe("a: 3");
  });
});

it("a tab whose browser forbids storage has a name, says so, and keeps nothing", async () => {
  const forbidden = (): never => {
    throw new DOMException("No.", "SecurityError");
  };
  const values = { get: forbidden, set: forbidden, del: forbidden, entries: forbidden };
  const nothing = textsOf(new Map());
  const tabs = { take: async () => true, held: async () => new Set<string>() };
  const ports = { tabs: () => tabs, values, texts: nothing, tabTexts: nothing };
  const sessions = new TabSessions(ports);
  expect((await sessions.load()).kind).toBe("unusable");
  expect(await sessions.save(session("a", 1, 1))).toBe(false);
  expect(await sessions.left()).toEqual([]);
});

describe("what a closed tab left", () => {
  async function leftByOne(): Promise<Tab> {
    const browser = new Browser();
    const a = browser.open();
    const b = browser.open();
    await a.sessions.save(session("a", 3, 1));
    await b.sessions.save(session("b", 0, 2));
    a.close();
    return b;
  }

  it("is told once", async () => {
    const { sessions } = await leftByOne();
    expect((await sessions.leftNews())?.id).toBe("a");
    expect(await sessions.leftNews()).toBeUndefined();
    expect(ids(await sessions.left())).toEqual(["a: 3"]);
  });

  it("is found under the same key as this tab’s own, and not while its tab is open", async () => {
    const browser = new Browser();
    const [a, b] = [browser.open(), browser.open()];
    for (const { sessions } of [a, b]) {
      await sessions.load();
      browser.texts.set(sessions.keyFor("draft"), "text");
    }
    expect(await b.sessions.keysLeft("draft")).toEqual([]);
    a.close();
    expect(await b.sessions.keysLeft("draft")).toEqual([a.sessions.keyFor("draft")]);
  });

  it("is gone once somebody goes on with it or removes it, and says whether it was there", async () => {
    const { sessions } = await leftByOne();
    expect(await sessions.removeLeft("a")).toBe(true);
    expect(await sessions.removeLeft("a")).toBe(false);
    expect(await sessions.left()).toEqual([]);
  });

  it("is not offered where nobody did anything", async () => {
    const browser = new Browser();
    const a = browser.open();
    const b = browser.open();
    await a.sessions.save(session("a", 0, 1));
    await b.sessions.save(session("b", 0, 2));
    a.close();
    expect(await b.sessions.left()).toEqual([]);
  });

  it("is what was kept before tabs had names, too", async () => {
    const browser = new Browser();
    browser.texts.set("raft-atlas/left", JSON.stringify(session("early", 2, 1)));
    expect(await kept(browser.open())).toBe("early: 2");
  });
});
