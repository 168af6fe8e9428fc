/**
 * Somebody who tries everything: nothing is said on the console, nothing is thrown, the engine lives,
 * and what is on the page at the end is what the command line makes of the session.
 */

import fs from "node:fs";
import { IS_LONG } from "../../web/test/long";
import { expect, test } from "../fixtures";
import { wander } from "../monkey";
import type { AtlasPage } from "../pages/AtlasPage";
import { buildCli, runByCli } from "../scenarios";

const SCENARIOS = [
  "first-look",
  "stale-leader",
  "follower-replication",
  "split-and-merge",
  "same-city",
];
const SEEDS = [1, 2, 3];
/** In each scenario, over its seeds; every day fewer, with one of them. */
const ACTS = IS_LONG ? 2_000 : 900;

/** Whether the engine lives is asked, not how quick a busy machine is. */
const ALIVE_MS = 60_000;

/** The page asks once, and is refused by whoever drives the browser. */
const OF_THE_TOOL = "Service Worker registration blocked by Playwright";

/** What leaves the page, or waits for a person to answer the browser. */
function keepInside(): void {
  window.print = () => {};
  window.open = () => null;
  HTMLAnchorElement.prototype.click = () => {};
  HTMLInputElement.prototype.showPicker = () => {};
  Element.prototype.requestFullscreen = () => Promise.reject(new Error("There is no screen."));
  window.addEventListener("click", (event) => {
    const { target } = event;
    const way = target instanceof Element ? target.closest("a[href], input[type=file]") : null;
    if (way !== null) event.preventDefault();
  });
}

interface End {
  us: number;
  digest: string;
  file: string;
}

/**
 * The run at one moment, or why it cannot be told yet. What was pressed last may still be opening, it
 * may move the page on at any time, and a step may have stopped between two events of an instant.
 */
async function endOf(atlas: AtlasPage): Promise<End | string> {
  try {
    const us = (await atlas.nowUs()) + 1_000;
    await atlas.advanceTo(us);
    const { us: nowUs, digest } = await atlas.run();
    const file = await atlas.replayFile();
    const after = await atlas.run();
    const isStill = nowUs === us && after.us === us && after.digest === digest;
    return isStill ? { us, digest, file } : `It went on: ${us}, ${nowUs}, ${after.us} µs.`;
  } catch (refused) {
    return String(refused);
  }
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  await buildCli();
});

for (const [place, scenario] of SCENARIOS.entries()) {
  for (const seed of SEEDS) {
    // Every day one die a scenario, and each of the three somewhere.
    const tag = SEEDS[place % SEEDS.length] === seed ? [] : "@long";
    test(`in ${scenario}, by dice ${seed}`, { tag }, async ({ atlas, page }) => {
      test.setTimeout(180_000);
      const heard: string[] = [];
      page.on("console", (message) => {
        const text = message.text();
        if (text !== OF_THE_TOOL) heard.push(`${message.type()}: ${text}`);
      });
      page.on("pageerror", (error) => heard.push(`uncaught: ${error.message}`));
      await page.addInitScript(keepInside);
      await atlas.open({ scenario });
      const done = await page.evaluate(wander, { seed, acts: Math.ceil(ACTS / SEEDS.length) });
      expect(heard, done.join("\n")).toEqual([]);

      let end: End = { us: 0, digest: "", file: "" };
      const look = async (): Promise<string> => {
        const seen = await endOf(atlas);
        if (typeof seen === "string") return seen;
        end = seen;
        return "seen";
      };
      const asked = { message: done.join("\n"), timeout: ALIVE_MS };
      await expect.poll(look, asked).toBe("seen");
      const file = test.info().outputPath("replay.json");
      fs.writeFileSync(file, end.file);
      const report = await runByCli(file, end.us);
      const digests = Object.values(report.variants).map(({ digest }) => digest);
      expect(digests, done.join("\n")).toEqual([end.digest]);
      expect(heard).toEqual([]);
    });
  }
}
