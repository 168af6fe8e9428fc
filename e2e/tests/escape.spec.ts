/** Escape closes what lies on top and nothing else, and no key acts on what is covered. */

import { expect, test } from "../fixtures";

test("a dialog, a panel that hangs and the inspector close one after the other", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.select({ node: 0 });
  const inspector = page.locator("[data-inspector]");
  await expect(inspector).toBeVisible();

  await page.keyboard.press("?");
  const help = atlas.dialog(/^Help|Keys/);
  await expect(help).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(inspector).toBeVisible();

  await page.getByRole("button", { name: /^Speed/ }).click();
  const speed = atlas.dialog("Speed");
  await expect(speed).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(speed).toBeHidden();
  await expect(inspector).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(inspector).toBeHidden();
});

test("a presentation ends last", async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&scenario=first-look&present");
  await atlas.stands();
  await expect(atlas.map).toBeVisible();
  await atlas.advanceTo(2_000_000);
  const end = atlas.button(/^End/);
  await expect(end).toBeVisible();
  await atlas.select({ node: 0 });
  const inspector = page.locator("[data-inspector]");
  await expect(inspector).toBeVisible();
  await atlas.button("Panels").click();
  const panels = atlas.dialog("Panels");
  await expect(panels).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(panels).toBeHidden();
  await expect(inspector).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(inspector).toBeHidden();
  await expect(end).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(end).toBeHidden();
});

test("keys do nothing to the run behind a lesson on paper", async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&scenario=first-look&lesson=leader&handout");
  const paper = page.getByRole("dialog", { name: /^Handout/ });
  await expect(paper).toBeVisible();
  await paper.focus();
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Escape");
  await expect(paper).toBeHidden();
  await expect(atlas.button("Play")).toBeVisible();
  expect(await atlas.nowUs()).toBe(0);
});
