/** The page in another language: done parts hold no English, the choice is the address's, English stays. */

import type { Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { englishIn } from "../chinese";
import { expect, test } from "../fixtures";

const CHINESE = "./?language=zh-CN&scenario=first-look&paused&origin=self";

async function openChinese(page: Page): Promise<void> {
  await page.goto(CHINESE);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("button", { name: "课程", exact: true })).toBeVisible();
}

test("the head, the menus and the dialogs are in Chinese", async ({ atlas }) => {
  const { page } = atlas;
  await openChinese(page);
  expect(await englishIn(page.getByRole("banner"))).toEqual(["English"]);
  await page.getByRole("button", { name: "更多" }).click();
  const menu = page.getByRole("menu");
  await expect(menu).toBeVisible();
  expect(await englishIn(menu)).toEqual([]);
  for (const [command, title] of [
    ["什么是真实的", "什么是真实的，什么是模拟的"],
    ["导出…", "导出"],
  ] as const) {
    if (!(await menu.isVisible())) await page.getByRole("button", { name: "更多" }).click();
    await menu.getByRole("menuitem", { name: command }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  await page.getByRole("button", { name: "帮助" }).click();
  const help = page.getByRole("dialog", { name: "帮助" });
  await expect(help.getByText("回到过去", { exact: true })).toBeVisible();
  expect(await englishIn(help.getByRole("heading", { level: 3 }).first())).toEqual([]);
});

test("a lesson is offered and played in Chinese", async ({ atlas }) => {
  const { page } = atlas;
  await openChinese(page);
  await page.getByRole("button", { name: "课程", exact: true }).click();
  const lessons = page.getByRole("dialog", { name: "课程" });
  await lessons
    .getByRole("button", { name: /^开始学习/ })
    .first()
    .click();
  const player = page.getByRole("region", { name: /^课程：/ });
  await expect(player.getByRole("heading", { name: "预测", exact: true })).toBeVisible();
  await expect(player.getByRole("button", { name: "确定" })).toBeVisible();
  await expect(player.getByRole("button", { name: "离开课程" })).toBeVisible();
});

test("the language changes in the page and back, and nothing of the run is lost", async ({
  atlas,
}) => {
  const { page } = atlas;
  await page.goto("./?language=en&scenario=first-look&paused&origin=self");
  await atlas.ready();
  await atlas.advanceTo(1_500_000);
  const digest = await atlas.digest();
  await page.getByRole("button", { name: "中文" }).click();
  await page.getByRole("menuitemradio", { name: "简体中文" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("button", { name: "分享…" })).toBeVisible();
  expect(await atlas.digest()).toBe(digest);
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("button", { name: "Share…" })).toBeVisible();
  expect(await atlas.digest()).toBe(digest);
});

test("English fetches no catalogue, whatever the browser prefers while not all is done", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("./?scenario=first-look&paused&origin=self");
  await expect(page.getByRole("button", { name: "Lessons", exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("button", { name: "中文" })).toBeHidden();
  expect(asked.filter((path) => path.includes("zh-CN"))).toEqual([]);
  await context.close();
});

test("a catalogue that cannot be read leaves the page in English, and says so", async ({
  atlas,
}) => {
  const { page } = atlas;
  await page.route("**/zh-CN/page.json", (route) => route.fulfill({ body: "not JSON" }));
  await page.goto(CHINESE);
  await expect(
    page.getByText("The texts of this language could not be fetched.").first(),
  ).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});
