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
    await page.route("**/scenarios/index.json", (route) =>
      route.fulfill({ json: [{ id: "bench", file: "bench.json" }] }),
    );
    await page.route("**/scenarios/bench.json", (route) => route.fulfill({ body: text }));
  }
  await page.goto(`${address}?e2e${text === null ? "" : "&scenario=bench"}`);
  await page.waitForFunction(() => window.simApi?.frame() != null);
  return page;
}
