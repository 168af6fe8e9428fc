/** `@raft-atlas/replay`: `test` has the fixture `atlas`, `expect` knows what to say of it. */

import { test as base } from "@playwright/test";

import { Atlas } from "./atlas.ts";
import { PACKED, serve } from "./host.ts";

export type { Branch, Run } from "@/engine/embed";
export type { Action, Checkpoint, Expected, Frame, Target, World } from "@/engine/types";
export { Atlas, type Opening } from "./atlas.ts";
export type { LinkState } from "./mapNames.ts";
export { expect } from "./matchers.ts";

interface Fixtures {
  atlas: Atlas;
}

interface Settings {
  /** Where the page is, when it is not the one of this package: ends with a slash. */
  atlasURL: string;
}

interface Served {
  atlasAddress: string;
}

export const test = base.extend<Fixtures & Settings, Served>({
  atlasURL: ["", { option: true }],
  // Each test has a browser of its own: what the page would keep for later is never used.
  serviceWorkers: "block",
  atlasAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed
    async ({}, use) => {
      const host = await serve(PACKED);
      await use(host.address);
      await host.stop();
    },
    { scope: "worker" },
  ],
  atlas: async ({ page, atlasURL, atlasAddress }, use) => {
    await use(new Atlas(page, atlasURL === "" ? atlasAddress : atlasURL));
  },
});
