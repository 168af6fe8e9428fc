/**
 * What the tests of dialogs share that show many runs and open one of them: that it is the run of its
 * row, and how they look in each theme on a wide and on a narrow page.
 */

import { expect, type Locator } from "@playwright/test";

import { brokenRules } from "./axe";
import type { AtlasPage } from "./pages/AtlasPage";

/** Themes and sizes of the page. */
export const LOOKS = ["light", "dark"].flatMap((theme) => [
  { theme, width: 1280, height: 800 },
  { theme, width: 390, height: 844 },
]);

export type Look = (typeof LOOKS)[number];

/** Before the page is opened. */
export async function look({ page }: AtlasPage, { theme, width, height }: Look): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.addInitScript((name) => localStorage.setItem("raft-atlas/theme", name), theme);
}

/** A command of the menu "More", in Chinese. */
export async function moreInChinese({ page }: AtlasPage, command: string): Promise<void> {
  await page.goto("./?language=zh-CN&scenario=first-look&paused&origin=self");
  await page.getByRole("button", { name: "更多", exact: true }).click();
  await page.getByRole("menuitem", { name: command }).click();
}

export async function keepsTheRules({ page }: AtlasPage, dialog: Locator): Promise<void> {
  expect(await brokenRules(page)).toEqual([]);
  expect(await dialog.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
}

/** For people to look at. */
export async function picture({ page }: AtlasPage, name: string, of: Look): Promise<void> {
  const path = `test-results/pictures/${name}-${of.theme}-${of.width}.png`;
  await page.screenshot({ path });
}

/** The run that was opened comes to the digest that its row has. */
export async function comesToItsRow(atlas: AtlasPage): Promise<void> {
  await atlas.page.getByRole("button", { name: "Go to its end" }).click();
  await expect(atlas.notice).toContainText(/The digest is the one that was told: /);
  const { digest } = await atlas.run();
  await expect(atlas.notice).toContainText(`The digest is the one that was told: ${digest}.`);
}
