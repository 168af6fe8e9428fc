/** A presentation that is loaded again goes on, and its panels are those of the next one. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Presenting = typeof import("./presenting");
type PageStore = typeof import("@/session/pageStore");

const stored = { tab: new Map<string, string>(), device: new Map<string, string>() };

function storage(held: Map<string, string>) {
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  };
}

/** The page as it is when it was loaded, by its address or anew. */
async function loaded(how = "reload"): Promise<Presenting & Pick<PageStore, "pageStore">> {
  vi.resetModules();
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: how } as never]);
  const [presenting, { pageStore }] = await Promise.all([
    import("./presenting"),
    import("@/session/pageStore"),
  ]);
  return { ...presenting, pageStore };
}

beforeEach(() => {
  stored.tab.clear();
  stored.device.clear();
  vi.stubGlobal("sessionStorage", storage(stored.tab));
  vi.stubGlobal("localStorage", storage(stored.device));
  vi.stubGlobal("document", { fullscreenElement: null });
});

afterEach(() => vi.restoreAllMocks());

describe("a presentation", () => {
  it("goes on after a reload, with its panels, its lock and its slide", async () => {
    const first = await loaded();
    first.beginPresenting({ whole: false });
    first.setPanel("meters", true);
    first.setLocked(false);
    first.pageStore.stage({ slide: 7 });
    const { keptPresenting } = await import("./presentingHere");
    expect(keptPresenting()).not.toBeNull();
    const again = await loaded();
    again.beginPresenting({ whole: false });
    expect(again.pageStore.getState()).toMatchObject({
      presenting: true,
      panels: ["map", "meters", "time", "dock"],
      lock: "none",
      slide: 7,
    });
  });

  it("is no business of another address in the same tab", async () => {
    (await loaded("navigate")).beginPresenting({ whole: false });
    expect(stored.tab.size).toBe(1);
    await loaded("navigate");
    const { keptPresenting } = await import("./presentingHere");
    expect(keptPresenting()).toBeNull();
  });

  it("is over for a reload once it was ended, and the next one has the same panels", async () => {
    const first = await loaded();
    first.beginPresenting({ whole: false });
    first.setPanel("dock", false);
    first.endPresenting();
    expect([...stored.tab.keys()]).toEqual([]);
    const again = await loaded();
    again.beginPresenting({ whole: false });
    expect(again.pageStore.getState()).toMatchObject({ panels: ["map", "time"], slide: null });
  });

  it("begins as ever where what was kept is something else", async () => {
    stored.tab.set("raft-atlas/presenting", '{"panels":1}');
    const page = await loaded();
    page.beginPresenting({ whole: false });
    expect(page.pageStore.getState()).toMatchObject({
      panels: ["map", "time", "dock"],
      lock: "controls",
    });
  });
});
