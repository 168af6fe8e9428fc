/**
 * The page while a million reads a second run in it, in headless Chromium: how fast it goes as fast
 * as it can, and its frames as it plays as fast as it can.
 */

import { openScenario, waitForRun, withBrowser } from "./bench-browser.mjs";
import { countFrames, frameRow } from "./bench-page.mjs";

/** As `npm run bench -- capacity` times it elsewhere: a second under full load. */
const FROM_US = 300_000;
const UNTIL_US = 1_300_000;
const ROUNDS = 3;
/** Faster than it can go. */
const SPEED = 100;
const WATCHED_MS = 10_000;

/** @param {string} file million-reads, as the command line writes it */
export async function benchCapacity(file) {
  // So long that it does not end while it is watched.
  const text = JSON.stringify({ ...JSON.parse(file), duration: "60s" });
  return await withBrowser(async (browser, address) => {
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await secondMs(browser, address, text));
    const ms = Math.min(...times);
    return [
      {
        what: "million-reads, WASM in Chromium, in the page",
        value: `${((UNTIL_US - FROM_US) / 1e3 / ms).toFixed(2)} simulated s per wall s, best of ${ROUNDS}`,
        goal: "at least 1.0",
      },
      await playRow(browser, address, text),
    ];
  });
}

/** Wall time that the page takes for the simulated second, asked to go on to its end. */
async function secondMs(browser, address, text) {
  const page = await openScenario(browser, address, text);
  const ms = await page.evaluate(
    async ([from, until]) => {
      await window.atlas.ask({ do: "advance", us: from });
      const began = performance.now();
      await window.atlas.ask({ do: "advance", us: until });
      return performance.now() - began;
    },
    [FROM_US, UNTIL_US],
  );
  await page.context().close();
  return ms;
}

async function playRow(browser, address, text) {
  const page = await openScenario(browser, address, text);
  await page.evaluate((speed) => window.atlas.ask({ do: "play", speed }), SPEED);
  await waitForRun(page, ({ us }) => us > FROM_US);
  const watched = await page.evaluate(countFrames, WATCHED_MS);
  await page.context().close();
  return { ...frameRow("page while it runs", watched), goal: "60 fps, p95 under 33 ms" };
}
