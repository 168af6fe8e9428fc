/** The table of commands: keys, menu, help and palette can be made of it. */
import { parseKeybinding } from "tinykeys";
import { afterEach, describe, expect, it, vi } from "vitest";

import { pageStore } from "@/session/pageStore";
import { put } from "@/test/put";
import { COMMANDS, isOffered } from "./table";

vi.mock("@/session/simClient", () => ({ sim: {} }));

const command = (id: string) => {
  const found = COMMANDS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no command ${id}.`);
  return found;
};

afterEach(() => put(pageStore, { lock: "none" }));

describe("the table of commands", () => {
  it("names each command once", () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
    expect(new Set(COMMANDS.map(({ label }) => label)).size).toBe(COMMANDS.length);
  });

  it("gives no key to two commands", () => {
    const patterns = COMMANDS.flatMap(({ keys }) => keys?.patterns ?? []);
    expect(new Set(patterns).size).toBe(patterns.length);
    for (const pattern of patterns) expect(parseKeybinding(pattern), pattern).toHaveLength(1);
  });

  it("offers what changes the run only while the controls are free", () => {
    expect(isOffered(command("bookmark"))).toBe(true);
    put(pageStore, { lock: "controls" });
    expect(isOffered(command("bookmark"))).toBe(false);
    expect(isOffered(command("step"))).toBe(true);
  });

  it("leaves play, pause and help to whoever may only watch", () => {
    put(pageStore, { lock: "all" });
    expect(COMMANDS.filter(isOffered).map(({ id }) => id)).toEqual(["play", "help"]);
  });
});
