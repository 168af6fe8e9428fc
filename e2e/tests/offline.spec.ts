/**
 * After one visit the page works with no network: the server is really stopped. It lies in a folder
 * of a plain static host, under which the whole page must work.
 */

import { test as base, expect } from "@playwright/test";
import { StaticHost } from "../../tools/static-host.mjs";
import { AtlasPage } from "../pages/AtlasPage";

const test = base.extend<{ host: StaticHost; atlas: AtlasPage; complaints: string[] }>({
  serviceWorkers: "allow",
  host: async ({ browserName: _ }, use) => {
    const host = new StaticHost({ folder: "/some/path/", plain: true });
    await use(host);
    await host.stop();
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await use(complaints);
  },
  atlas: async ({ page }, use) => use(new AtlasPage(page)),
});

/** Until everything lies on the device. */
async function kept(atlas: AtlasPage): Promise<void> {
  await atlas.page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect
    .poll(() => atlas.page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
}

/** One visit, after which everything is kept; returns the page's address. */
async function visited(host: StaticHost, atlas: AtlasPage): Promise<string> {
  const address = await host.start();
  await atlas.page.goto(`${address}?paused&origin=self&level=instruments`);
  await atlas.ready();
  await kept(atlas);
  return address;
}

test("the page works in a folder, and after one visit with the server stopped", async ({
  host,
  atlas,
  complaints,
}) => {
  const { page } = atlas;
  await visited(host, atlas);
  expect(complaints).toEqual([]);
  await host.stop();
  await expect(page.request.get(page.url())).rejects.toThrow();

  await page.reload();
  await atlas.ready();
  await atlas.advanceTo(2_000_000);
  // What comes with a press is there too: menus, another scenario, and the lens.
  await atlas.opening.click();
  await atlas
    .dialog("Open a scenario")
    .getByRole("button", { name: "Open The leader that does not know: The leader answers at once" })
    .click();
  await expect(atlas.title).toContainText("The leader that does not know");
  await atlas.advanceTo(3_000_000);
  expect(await atlas.report()).toHaveProperty("variants");
  await atlas.openView("Space-time");
  await expect(page.getByRole("tabpanel")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("what others embed works with the server stopped, too, and still keeps nothing itself", {
  tag: "@long",
}, async ({ host, atlas, complaints }) => {
  const { page } = atlas;
  const address = await visited(host, atlas);
  await host.stop();
  await expect(page.request.get(`${address}embed.html`)).rejects.toThrow();

  await page.goto(
    `${address}embed.html?paused&origin=self&scenario=stale-leader&seed=5&panels=map,time,dock`,
  );
  await atlas.ready();
  await atlas.advanceTo(1_500_000);
  await expect(page.getByRole("main")).toBeVisible();
  await expect(atlas.opening).toHaveCount(0);
  // What comes with a press is there: a view, and a report.
  await atlas.openView("Events");
  await expect(page.getByRole("tabpanel", { name: "Events" })).toBeVisible();
  expect(await atlas.report()).toHaveProperty("variants");
  const sessions = await page.evaluate(() => localStorage.getItem("raft-atlas/left"));
  expect(sessions === null || !sessions.includes("stale-leader")).toBe(true);
  expect(complaints).toEqual([]);
});

test("it can be installed: a manifest with icons that are there", async ({ host, page }) => {
  const address = await host.start();
  await page.goto(address);
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await page.request.get(new URL(href ?? "", address).href)).json();
  expect(manifest).toMatchObject({ start_url: "./", scope: "./", display: "standalone" });
  for (const { src } of manifest.icons) {
    const response = await page.request.get(new URL(src, address).href);
    expect([src, response.status()]).toEqual([src, 200]);
  }
});

test("a newer version waits until the person takes it, and the session goes on in it", async ({
  host,
  atlas,
}) => {
  const { page } = atlas;
  const address = await visited(host, atlas);
  await atlas.advanceTo(4_000_000);
  const worker = await (await page.request.get(`${address}sw.js`)).text();
  host.instead.set("sw.js", `${worker}\n// newer`);
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(atlas.notice).toContainText("A newer version of this page is here");
  expect(await atlas.nowUs()).toBe(4_000_000);
  await atlas.notice.getByRole("button", { name: "Open it now" }).click();
  await expect(atlas.notice).toContainText("Your session is back at 4");
});

test("another language is kept once it was asked for, and not before", { tag: "@long" }, async ({
  host,
  atlas,
}) => {
  const { page } = atlas;
  await visited(host, atlas);
  const told = (name: string): Promise<boolean> =>
    page.evaluate(
      (file) =>
        fetch(`zh-CN/${file}.json`)
          .then(({ ok }) => ok)
          .catch(() => false), // no network
      name,
    );
  expect(await told("scenarios")).toBe(true);
  // The service worker keeps it after it has answered.
  const kept = () => page.evaluate(async () => (await (await caches.open("zh-CN")).keys()).length);
  await expect.poll(kept).toBe(1);
  await host.stop();
  await expect(page.request.get(page.url())).rejects.toThrow();
  expect(await told("scenarios")).toBe(true);
  expect(await told("challenges")).toBe(false);
});
