/** A part of the page that could not be fetched says so, and is fetched when somebody tries again. */

import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { AtlasPage } from "../pages/AtlasPage";
import { LessonPage } from "../pages/LessonPage";

/** No file of this name comes until the returned function is called. */
async function withhold(page: Page, file: RegExp): Promise<() => Promise<void>> {
  await page.route(file, (route) => route.abort());
  return () => page.unroute(file);
}

test("what opens the page ends in words, and goes on when it is tried again", async ({ page }) => {
  const atlas = new AtlasPage(page);
  const allow = await withhold(page, /\/addressQuery-[^/]*\.js$/);
  await page.goto("./?paused&origin=self&scenario=stale-leader");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("A part of the page could not be fetched");
  await allow();
  await alert.getByRole("button", { name: "Try again" }).click();
  await atlas.ready();
  await expect(alert).toBeHidden();
  await expect(atlas.title).toContainText("leader");
});

test("a lesson that the address names is opened when it is tried again", async ({ page }) => {
  const atlas = new AtlasPage(page);
  const allow = await withhold(page, /\/pageLessons-[^/]*\.js$/);
  await page.goto("./?paused&origin=self&lesson=leader");
  await expect(atlas.notice).toContainText("A part of the page could not be fetched");
  await allow();
  await atlas.notice.getByRole("button", { name: "Try again" }).click();
  await expect(new LessonPage(atlas).player).toBeVisible();
});

test("a view and a dialog are fetched when they are tried again", async ({ page }) => {
  const atlas = new AtlasPage(page);
  const allow = await withhold(page, /\/(Events|HelpDialog)-[^/]*\.js$/);
  await page.goto("./?paused&origin=self&scenario=first-look&level=instruments");
  await atlas.ready();
  await page.getByRole("tab", { name: "Events" }).click();
  const panel = page.getByRole("tabpanel", { name: "Events" });
  await expect(panel.getByRole("alert")).toContainText("Events could not be fetched.");
  await page.keyboard.press("?");
  await expect(atlas.notice).toContainText("The dialog could not be fetched.");
  await allow();
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("alert")).toBeHidden();
  await expect(panel.getByRole("combobox", { name: "Which events" })).toBeVisible();
  await atlas.notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
