/** A locked page looks locked, and says why when somebody presses what is off. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("locked controls are off, with the reason", { tag: "@long" }, async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&scenario=first-look&lock");
  await atlas.ready();
  await atlas.advanceTo(2_000_000);
  const reason = /^The controls are locked\. You can go through time/;
  await expect(atlas.left.getByText(reason)).toBeVisible();
  const local = atlas.left.getByRole("radio", { name: "Local" });
  await expect(local).toBeDisabled();
  await local.locator("..").click({ force: true });
  await expect(atlas.notice).toContainText(reason);

  await atlas.store("s1").click();
  const inspector = page.locator("[data-inspector]");
  await expect(inspector.getByRole("button", { name: "Crash" })).toBeDisabled();
  await page.getByRole("tab", { name: "Read modes" }).click();
  expect(await brokenRules(page)).toEqual([]);
});

test("a page for watching says so wherever it is pressed", async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&scenario=first-look&lock=all");
  await atlas.ready();
  await expect(page.getByRole("tab", { name: "Bytes" })).toBeDisabled();
  const box = await atlas.map.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
  await expect(atlas.notice).toContainText("The controls are locked. You can play and watch.");
  expect(await brokenRules(page)).toEqual([]);
});

test("a lesson is not locked, and the page says so", async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&lesson=leader&lock");
  await atlas.ready();
  await expect(atlas.notice).toContainText("A lesson needs them, so nothing is locked.");
  await expect(atlas.opening).toBeVisible();
});
