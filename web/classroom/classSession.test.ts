/** Whoever leaves a class, or cannot join it, leaves nothing of it behind. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageStore } from "@/session/pageStore";
import { simStore } from "@/session/simStore";
import { MemoryClass, type MemoryWire } from "@/test/memoryClass";
import { joinClass, leadFromHere, leaveClass, sayName } from "./classSession";
import { classStore } from "./classStore";
import { subjectsOf } from "./protocol";

/** The server: what a wire to it waits for, and what came of it. */
const server = vi.hoisted(() => ({
  opened: async (): Promise<void> => {},
  prepared: async (): Promise<void> => {},
  fetched: async (): Promise<void> => {},
  room: undefined as MemoryClass | undefined,
  wires: [] as MemoryWire[],
}));

vi.mock("./wire", async (original) => ({
  ...(await original<object>()),
  Wire: {
    open: async () => {
      await server.opened();
      const wire = theRoom().wire();
      const fetch = wire.fetch.bind(wire);
      server.wires.push(wire);
      return Object.assign(wire, {
        prepare: () => server.prepared(),
        fetch: async (what: "class" | "answers", from: number) => {
          await server.fetched();
          return fetch(what, from);
        },
      });
    },
  },
}));

function theRoom(): MemoryClass {
  if (server.room === undefined) throw new Error("there is no class");
  return server.room;
}

function closed(): number {
  return server.wires.reduce((sum, wire) => sum + wire.closed, 0);
}

const CODE = "BCDF2345";
const TEACHER = { code: CODE, token: "t0ken" };
const STUDENT = { code: CODE, token: null };
const OTHER = "f".repeat(24);
const { lead: LEAD } = subjectsOf(CODE);
const END = '{"t":"end"}';

/** A promise, and what ends it. */
function open(): { until: Promise<void>; end(): void; fail(why: string): void } {
  let end = (): void => {};
  let fail = (_: string): void => {};
  const until = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = (why) => reject(new Error(why));
  });
  return { until, end, fail };
}

/** How many follow the page's state now. */
function followers(): () => number {
  let count = 0;
  const subscribe = vi.spyOn(simStore, "subscribe").mockImplementation(() => {
    count += 1;
    return () => {
      count -= 1;
    };
  });
  afterEach(() => subscribe.mockRestore());
  return () => count;
}

let following: () => number;
let tab: Map<string, string>;

beforeEach(async () => {
  tab = new Map();
  vi.stubGlobal("location", { href: "http://here/", origin: "http://here", pathname: "/" });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, text: string) => void tab.set(key, text),
    removeItem: (key: string) => void tab.delete(key),
  });
  await leaveClass();
  const nothing = async () => {};
  Object.assign(server, { opened: nothing, prepared: nothing, fetched: nothing, wires: [] });
  server.room = new MemoryClass();
  following = followers();
});

function leader(): string {
  return JSON.parse(theRoom().lastOf(LEAD)?.text ?? "{}").by ?? "";
}

function otherLeads(): void {
  theRoom().store(LEAD, JSON.stringify({ by: OTHER }), { isOnly: true });
}

describe("a class that is led", () => {
  it("is led until it is left, and its end is said before the wire is closed", async () => {
    await joinClass(TEACHER);
    expect(pageStore.getState().inClass).toBe("leads");
    expect([following(), closed()]).toEqual([1, 0]);
    await leaveClass();
    expect([following(), theRoom().said, closed()]).toEqual([0, [END], 1]);
  });

  it("is not led by who left while the server prepared it", async () => {
    const preparing = open();
    server.prepared = () => preparing.until;
    const joining = joinClass(TEACHER);
    await vi.waitFor(() => expect(classStore.getState().isThere).toBe(true));
    await leaveClass();
    preparing.end();
    expect(await joining).toBe(false);
    expect([following(), theRoom().listeners.length, closed()]).toEqual([0, 0, 1]);
    expect(pageStore.getState().inClass).toBe("none");
  });

  it("is not led by who left while its answers were fetched", async () => {
    const fetching = open();
    server.fetched = () => fetching.until;
    const joining = joinClass(TEACHER);
    await vi.waitFor(() => expect(theRoom().listeners).toHaveLength(2));
    await leaveClass();
    fetching.end();
    await joining;
    expect([following(), leader()]).toEqual([0, ""]);
    expect(closed()).toBeGreaterThan(0);
  });

  it.each(["prepared", "fetched"] as const)("closes its wire when it is not %s", async (step) => {
    server[step] = async () => {
      throw new Error("no");
    };
    expect(await joinClass(TEACHER)).toBe(false);
    expect([following(), closed()]).toEqual([0, 1]);
    expect(classStore.getState()).toMatchObject({
      isThere: false,
      trouble: expect.stringMatching(/^No class answers/),
    });
  });

  it("is not led by a link that the class does not know", async () => {
    server.opened = async () => {
      throw new Error("Authorization Violation");
    };
    await joinClass(TEACHER);
    expect(pageStore.getState().inClass).toBe("own");
    expect(classStore.getState()).toMatchObject({
      mayLead: false,
      trouble: "The class does not know this link: ask for a new one.",
    });
  });
});

describe("a second page with the teacher’s link", () => {
  it("asks before it takes over, and says nothing until then", async () => {
    otherLeads();
    await joinClass(TEACHER);
    expect(pageStore.getState().inClass).toBe("follows");
    expect(classStore.getState()).toMatchObject({ mayLead: true, isThere: true });
    expect([leader(), theRoom().said]).toEqual([OTHER, []]);
    await leadFromHere();
    expect(pageStore.getState().inClass).toBe("leads");
    expect(leader()).toMatch(/^(?!f{24})[0-9a-f]{24}$/);
  });

  it("leaves the class where it was when it is closed", async () => {
    otherLeads();
    await joinClass(TEACHER);
    await leaveClass();
    expect([leader(), theRoom().said]).toEqual([OTHER, []]);
  });

  it("takes over from a page that is told, follows, and ends nothing any more", async () => {
    await joinClass(TEACHER);
    otherLeads();
    await vi.waitFor(() => expect(pageStore.getState().inClass).toBe("follows"));
    expect(pageStore.getState().notice).toMatchObject({
      text: "Another page leads the class now; this one follows it.",
    });
    await leaveClass();
    expect([leader(), theRoom().said]).toEqual([OTHER, []]);
  });

  it("is the same page after a reload, and leads on", async () => {
    let hide = (): void => {};
    vi.stubGlobal("addEventListener", (_: string, callback: () => void) => {
      hide = callback;
    });
    await joinClass(TEACHER);
    const first = leader();
    hide();
    const kept = new Map(tab);
    await leaveClass();
    theRoom().stored = theRoom().stored.filter(({ text }) => text !== END);
    tab = kept;
    await joinClass(TEACHER);
    expect(pageStore.getState().inClass).toBe("leads");
    expect(leader()).toBe(first);
    vi.unstubAllGlobals();
  });
});

describe("a student", () => {
  it("is told when the teacher’s page has been gone for half a minute, and when it is back", async () => {
    vi.useFakeTimers();
    try {
      otherLeads();
      await joinClass(STUDENT);
      await vi.advanceTimersByTimeAsync(29_000);
      expect(classStore.getState().leaderGone).toBe(false);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(classStore.getState().leaderGone).toBe(true);
      const text = JSON.stringify({ by: OTHER });
      const subject = subjectsOf(CODE).saidHere;
      theRoom().tell({ subject, text, seq: 0, before: 0, isPlain: true });
      expect(classStore.getState().leaderGone).toBe(false);
      const left = leaveClass();
      await vi.advanceTimersByTimeAsync(1_000);
      await left;
    } finally {
      vi.useRealTimers();
    }
  });

  it("who comes while the server is gone is in the class once it is back", async () => {
    vi.useFakeTimers();
    try {
      server.opened = async () => {
        throw new Error("gone");
      };
      expect(await joinClass(STUDENT)).toBe(false);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(classStore.getState()).toMatchObject({
        isThere: false,
        trouble: expect.stringContaining("tried again"),
      });
      server.opened = async () => {};
      await vi.advanceTimersByTimeAsync(3_000);
      expect(classStore.getState()).toMatchObject({ isThere: true, trouble: "" });
      expect(pageStore.getState().inClass).toBe("follows");
      const left = leaveClass();
      await vi.advanceTimersByTimeAsync(1_000);
      await left;
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["who has left", new Error("gone"), leaveClass],
    ["whose link is wrong", new Error("Authorization Violation"), async () => {}],
  ])("%s is not brought in later", async (_, error, leave) => {
    vi.useFakeTimers();
    try {
      let asked = 0;
      server.opened = async () => {
        asked += 1;
        throw error;
      };
      await joinClass(STUDENT);
      await leave();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it("says a name that survives a reload", async () => {
    await joinClass(STUDENT);
    sayName("Ada");
    await leaveClass();
    expect(classStore.getState().name).toBe("");
    await joinClass(STUDENT);
    expect(classStore.getState().name).toBe("Ada");
  });
});
