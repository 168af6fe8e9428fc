/** Whoever leaves a class, or cannot join it, leaves nothing of it behind. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageStore } from "@/session/pageStore";
import { simStore } from "@/session/simStore";
import { classStore } from "./classStore";
import { joinClass, leaveClass } from "./desk";

/** The server's side of one wire: what it waits for, and what came of it. */
const server = vi.hoisted(() => ({
  prepared: async (): Promise<void> => {},
  fetched: async (): Promise<[]> => [],
  said: [] as string[],
  heard: 0,
  closed: 0,
}));

vi.mock("./wire", () => ({
  Refused: class extends Error {},
  Wire: {
    open: async () => ({
      code: "c0de",
      seat: "seat",
      prepare: () => server.prepared(),
      fetch: () => server.fetched(),
      hear: () => {
        server.heard += 1;
      },
      say: async (_: string, text: string) => server.said.push(text),
      tell: () => {},
      close: async () => {
        server.closed += 1;
      },
    }),
  },
}));

const TEACHER = { code: "c0de", token: "t0ken" };

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

describe("a class that is led", () => {
  let following: () => number;

  beforeEach(async () => {
    vi.stubGlobal("location", { href: "http://here/", origin: "http://here", pathname: "/" });
    vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => undefined });
    await leaveClass();
    Object.assign(server, {
      prepared: async () => {},
      fetched: async () => [],
      said: [],
      heard: 0,
      closed: 0,
    });
    following = followers();
  });

  it("is led until it is left, and its end is said before the wire is closed", async () => {
    await joinClass(TEACHER);
    expect([following(), server.closed]).toEqual([1, 0]);
    await leaveClass();
    expect([following(), server.said, server.closed]).toEqual([0, ['{"t":"end"}'], 1]);
  });

  it("is not led by who left while the server prepared it", async () => {
    const preparing = open();
    server.prepared = () => preparing.until;
    const joining = joinClass(TEACHER);
    await vi.waitFor(() => expect(classStore.getState().isThere).toBe(true));
    await leaveClass();
    preparing.end();
    expect(await joining).toBe(false);
    expect([following(), server.heard, server.closed]).toEqual([0, 0, 1]);
    expect(pageStore.getState().inClass).toBe("none");
  });

  it("is not led by who left while its answers were fetched", async () => {
    const fetching = open();
    server.fetched = async () => {
      await fetching.until;
      return [];
    };
    const joining = joinClass(TEACHER);
    await vi.waitFor(() => expect(server.heard).toBe(2));
    await leaveClass();
    fetching.end();
    await joining;
    expect([following(), server.closed]).toEqual([0, 1]);
  });

  it.each(["prepared", "fetched"] as const)("closes its wire when it is not %s", async (step) => {
    server[step] = async () => {
      throw new Error("no");
    };
    expect(await joinClass(TEACHER)).toBe(false);
    expect([following(), server.closed]).toEqual([0, 1]);
    expect(classStore.getState()).toMatchObject({
      isThere: false,
      trouble: expect.stringMatching(/^No class answers/),
    });
  });
});
