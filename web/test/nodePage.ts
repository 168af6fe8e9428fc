/**
 * The page's own session in Node: the real engine, files from public/, and nothing that is kept. For
 * tests that mock "@/engine/workers" by "@/test/nodeWorkers".
 */

import fs from "node:fs";
import path from "node:path";
import { vi } from "vitest";
import { keepNothing } from "@/session/keep/storage";
import { sim } from "@/session/simClient";
import { ROOT } from "./realEngine";

/** The page's first scenario stands at 0 s. */
export async function startPage(): Promise<void> {
  vi.stubGlobal("fetch", async (address: string) => ({
    ok: true,
    text: async () => publicText(address),
  }));
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  // Nothing is drawn: runs are brought on by their tests.
  vi.stubGlobal("requestAnimationFrame", () => 0);
  keepNothing();
  await sim.start("first-look", false, { play: false });
}

/** A file beside the page. */
export function publicText(address: string): string {
  return fs.readFileSync(path.join(ROOT, "public", address), "utf8");
}
