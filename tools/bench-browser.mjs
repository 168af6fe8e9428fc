/**
 * What the figures of the page share: a headless Chromium at the served page, and a page with a
 * scenario that is not among the page's own.
 */

import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";
import { StaticHost } from "./static-host.mjs";
import { Stop } from "./steps.mjs";

export const VIEW = { width: 1280, height: 800 };

/**
 * Serves the page, calls `use` with a browser and the page's address, and closes both.
 * @template T
 * @param {(browser: import("@playwright/test").Browser, address: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withBrowser(use) {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Stop("Chromium is missing; run: npm run setup -- --for-tests");
  const host = new StaticHost();
  const address = await host.start();
  const browser = await chromium.launch({ executablePath });
  try {
    return await use(browser, address);
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** As the list of the page's own scenarios has it. */
const LISTED = { id: "bench", file: "bench.json", title: "Benchmark", question: "", lessons: [] };

/**
 * A page of its own in which this scenario runs (null: the page's own first one), as soon as it has
 * its first picture.
 */
export async function openScenario(browser, address, text) {
  // Playwright waits by evaluating text, which the page's content policy forbids.
  const context = await browser.newContext({ viewport: VIEW, bypassCSP: true });
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  if (text !== null) {
    await page.route("**/scenarios/index.json", (route) => route.fulfill({ json: [LISTED] }));
    await page.route("**/scenarios/bench.json", (route) => route.fulfill({ body: text }));
  }
  await page.addInitScript(speak);
  const asked = text === null ? "" : "&scenario=bench";
  await page.goto(`${address}?paused&origin=self${asked}`);
  await waitForRun(page, ({ phase }) => phase === "ready");
  return page;
}

/** Waits until the run is as it shall be. */
export async function waitForRun(page, isThere) {
  for (;;) {
    const run = await page.evaluate(() => window.atlas.run());
    if (["bad-scenario", "panicked"].includes(run.phase))
      throw new Stop("The page did not open the scenario.");
    if (isThere(run)) return;
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}

/**
 * Runs in the page: `window.atlas` speaks by the page's public messages (docs/embedding.md), here
 * and not from Node, so that what is timed is the page's.
 */
export function speak() {
  const waiting = new Map();
  let lastId = 0;
  window.addEventListener("message", ({ source, data }) => {
    if (source !== window || data?.ok === undefined) return;
    const end = waiting.get(data.id);
    waiting.delete(data.id);
    end?.(data);
  });
  const ask = async (request) => {
    lastId += 1;
    const id = lastId;
    const message = { atlas: 1, id, ...request };
    const { ok, value, error } = await new Promise((resolve) => {
      waiting.set(id, resolve);
      const say = () => window.postMessage(message, location.origin);
      say();
      // Before the page listens nothing is heard.
      const again = setInterval(() => (waiting.has(id) ? say() : clearInterval(again)), 250);
      if (request.what !== "run") clearInterval(again);
    });
    if (!ok) throw new Error(error);
    return value;
  };
  const query = (what, more = {}) => ask({ do: "query", what, ...more });
  window.atlas = { ask, query, run: () => query("run") };
}
