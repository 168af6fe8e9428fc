/**
 * A million reads a second in headless Chromium: how fast the module runs them alone, and the page
 * that draws, asked to go on and asked to play as fast as it can, with its frames meanwhile.
 */

import fs from "node:fs";
import path from "node:path";
import { openScenario, waitForRun, withBrowser } from "./bench-browser.mjs";
import { countFrames, frameRow } from "./bench-page.mjs";
import { PKG } from "./build-wasm.mjs";

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
    const alone = await moduleMs(browser, address, text);
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await secondMs(browser, address, text));
    return [
      speedRow("million-reads, WASM in Chromium", alone, "at least 1.0"),
      speedRow("the same in the page, which draws and keeps checkpoints", Math.min(...times), ""),
      await playRow(browser, address, text),
    ];
  });
}

function speedRow(what, ms, goal) {
  const speed = (UNTIL_US - FROM_US) / 1e3 / ms;
  return { what, value: `${speed.toFixed(2)} simulated s per wall s, best of ${ROUNDS}`, goal };
}

/** Wall time of the simulated second in a page that holds the module and nothing else. */
async function moduleMs(browser, address, text) {
  const page = await (await browser.newContext()).newPage();
  await page.route(`${address}module/*`, (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    if (name === "empty.html") return route.fulfill({ contentType: "text/html", body: "" });
    const contentType = name.endsWith(".js") ? "text/javascript" : "application/wasm";
    return route.fulfill({ contentType, body: fs.readFileSync(path.join(PKG, name)) });
  });
  await page.goto(`${address}module/empty.html`);
  const times = await page.evaluate(timeModule, [text, FROM_US, UNTIL_US, ROUNDS]);
  await page.context().close();
  return Math.min(...times);
}

/** Runs in the page. */
async function timeModule([text, from, until, rounds]) {
  const { default: load, Playground } = await import(new URL("engine.js", location.href).href);
  await load({ module_or_path: "./engine_bg.wasm" });
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const playground = new Playground(text, "", undefined);
    playground.advance(from, 1e9);
    const began = performance.now();
    playground.advance(until, 1e9);
    times.push(performance.now() - began);
    playground.free();
  }
  return times;
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
