/** The page in another language: done parts hold no English, the choice is the address's, English stays. */

import type { Locator, Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

/** Names that Chinese texts keep in Latin, as the field writes them (docs/languages.md). */
const KEPT = new Set(
  `API CPU CSV Candidate Check CockroachDB Command Ctrl Enter Escape Follower HTTP JSON Jepsen Learner
   Leader LZ4 Log PD Perfetto Playwright Pre-Vote Quorum Raft Atlas ReadIndex Region Replication SQL
   Shift ShiViz TCP TSO Tab TiDB TiKV WebAssembly YugabyteDB etcd`.split(/\s+/),
);

const CHINESE = "./?language=zh-CN&scenario=first-look&paused&origin=self";

/** Words of two letters or more that are no name, id or unit. */
async function englishIn(part: Locator): Promise<string[]> {
  const texts = await part.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("code, kbd, h1") === null) found.push(node.textContent ?? "");
    }
    for (const one of [root, ...root.querySelectorAll("[aria-label], [title], [placeholder]")]) {
      for (const name of ["aria-label", "title", "placeholder"])
        found.push(one.getAttribute(name) ?? "");
    }
    return found;
  });
  const words = texts.flatMap((text) => text.match(/[A-Za-z][A-Za-z-]+(?![\w/.@-])/g) ?? []);
  return [...new Set(words)].filter((word) => !KEPT.has(word));
}

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

test("requests, where their time went and the inspector are in Chinese", async ({ atlas }) => {
  const { page } = atlas;
  await page.goto("./?language=zh-CN&scenario=five-replicas&paused&origin=self");
  await atlas.ready();
  await atlas.openView("请求");
  await atlas.advanceTo(3_000_000);
  await atlas.button("每个请求").click();
  await expect(page.getByText(/^自起点以来 \d+ 个中的 \d+ 个$/)).toBeVisible();
  const table = page.getByRole("table", { name: "请求", exact: true });
  expect(await englishIn(table.locator("thead"))).toEqual([]);
  const first = table.locator("[data-request]").filter({ hasText: "点查" }).first();
  await first.getByRole("button").click();
  const time = page.getByLabel("时间用在哪里");
  await expect(time.getByText("等待 ReadIndex")).toBeVisible();
  expect((await time.locator("dt").allTextContents()).join("")).not.toMatch(/\b[a-z]{2}/);
  const inspector = page.getByRole("complementary", { name: /^检查器：点查 k\d+，请求 r\d+$/ });
  await expect(inspector.getByText("直到 Leader 知道自己仍是 Leader")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
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
