/** How much of the page stands is the person's: what they chose is kept, what was only needed is not. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { put } from "@/test/put";
import { chooseLevel, keptLevel, needInstruments } from "./level";
import { pageStore } from "./pageStore";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  put(pageStore, { level: "watch" });
});

afterEach(() => vi.unstubAllGlobals());

test("who never chose has the map with one sentence", () => {
  expect(keptLevel()).toBe("watch");
});

test("what was chosen stands at once and at the next visit", () => {
  chooseLevel("instruments");
  expect(pageStore.getState().level).toBe("instruments");
  expect(keptLevel()).toBe("instruments");
  chooseLevel("watch");
  expect(pageStore.getState().level).toBe("watch");
  expect(keptLevel()).toBe("watch");
});

test("instruments that were needed stand until the page is left: nobody chose them", () => {
  needInstruments();
  expect(pageStore.getState().level).toBe("instruments");
  expect(keptLevel()).toBe("watch");
});

test("a device that keeps something else, or nothing, has the map with one sentence", () => {
  chooseLevel("instruments");
  for (const key of kept.keys()) kept.set(key, "everything");
  expect(keptLevel()).toBe("watch");
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("forbidden");
    },
  });
  expect(keptLevel()).toBe("watch");
});
