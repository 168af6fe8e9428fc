/**
 * What every browser test stands on: the page object, and a watch that fails the test on a console
 * error, an uncaught error, a request to another host, or a page without its security policy.
 */

import { test as base, expect, type Page } from "@playwright/test";

import { AtlasPage } from "./pages/AtlasPage";

export { expect } from "@playwright/test";

interface Fixtures {
  atlas: AtlasPage;
  /** How much of the page stands, as if chosen on this device before; null: nobody has chosen. */
  level: "watch" | "instruments" | null;
}

export const test = base.extend<Fixtures>({
  level: ["instruments", { option: true }],
  atlas: async ({ page, baseURL, level }, use) => {
    const troubles: string[] = [];
    if (level !== null)
      await page.addInitScript((chosen) => {
        if (location.protocol.startsWith("http"))
          localStorage.setItem("raft-atlas/chosen/level", chosen);
      }, level);
    watch(page, new URL(baseURL ?? "http://localhost/").host, troubles);
    await use(new AtlasPage(page));
    await expect(page.locator('meta[http-equiv="Content-Security-Policy"]')).toHaveCount(1);
    expect(troubles).toEqual([]);
  },
});

function watch(page: Page, host: string, troubles: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") troubles.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    troubles.push(`uncaught: ${error.message}`);
  });
  page.context().on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol === "blob:" || url.protocol === "data:") return;
    if (url.host !== host) troubles.push(`request to another host: ${request.url()}`);
  });
  page.context().on("requestfailed", (request) => {
    // A reload gives up what the old page still asked for.
    if (request.failure()?.errorText === "net::ERR_ABORTED") return;
    troubles.push(`failed request: ${request.url()}`);
  });
}
