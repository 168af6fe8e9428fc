/** A name belongs to one open tab at a time. */

import { afterEach, describe, expect, it } from "vitest";

import { type Tabs, tabsByAsking, tabsByLocks } from "./tabs";

describe("by asking the other tabs", () => {
  const channels: BroadcastChannel[] = [];

  function open(): Tabs & { close(): void } {
    const channel = new BroadcastChannel("tabs.test");
    channels.push(channel);
    return { ...tabsByAsking(channel), close: () => channel.close() };
  }

  afterEach(() => {
    for (const channel of channels.splice(0)) channel.close();
  });

  it("a name is had by one, and is free again once that one is closed", async () => {
    const [a, b] = [open(), open()];
    expect(await a.take("x")).toBe(true);
    expect(await b.take("x")).toBe(false);
    expect(await b.held(["x", "y"])).toEqual(new Set(["x"]));
    a.close();
    expect(await b.take("x")).toBe(true);
  });

  it("of two that ask at once no more than one gets it", async () => {
    const [a, b] = [open(), open()];
    const got = await Promise.all([a.take("x"), b.take("x")]);
    expect(got.filter(Boolean).length).toBeLessThan(2);
  });
});

describe("by locks", () => {
  /** Locks as a browser gives them; `release` is the end of the page that holds one. */
  class Locks implements Pick<LockManager, "request" | "query"> {
    private readonly held = new Set<string>();
    private waiting: (() => void)[] = [];

    async request(
      name: string,
      options: LockOptions | ((lock: Lock | null) => unknown),
      callback?: (lock: Lock | null) => unknown,
    ): Promise<never> {
      const { ifAvailable = false, signal } = options as LockOptions;
      if (this.held.has(name) && ifAvailable) {
        callback?.(null);
        return undefined as never;
      }
      while (this.held.has(name)) {
        await new Promise<void>((resolve, reject) => {
          this.waiting.push(resolve);
          signal?.addEventListener("abort", () => reject(signal.reason));
        });
      }
      this.held.add(name);
      callback?.({ name, mode: "exclusive" });
      return undefined as never;
    }

    async query(): Promise<LockManagerSnapshot> {
      return { held: [...this.held].map((name) => ({ name })), pending: [] };
    }

    release(): void {
      this.held.clear();
      for (const wake of this.waiting.splice(0)) wake();
    }
  }

  it("a name is had by one; who comes from a reload waits for the page before", async () => {
    const locks = new Locks();
    const tabs = tabsByLocks(locks);
    expect(await tabs.take("x")).toBe(true);
    expect(await tabs.take("x")).toBe(false);
    expect(await tabs.held(["x", "y"])).toEqual(new Set(["x"]));
    const again = tabs.take("x", 60_000);
    locks.release();
    expect(await again).toBe(true);
  });

  it("waits no longer than it was told to", async () => {
    const tabs = tabsByLocks(new Locks());
    await tabs.take("x");
    expect(await tabs.take("x", 5)).toBe(false);
  });
});
