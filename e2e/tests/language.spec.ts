/** The page in another language: done parts hold no English, the choice is the address's, English stays. */

import type { Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { englishIn, namesIn } from "../chinese";
import { expect, test } from "../fixtures";

const CHINESE = "./?language=zh-CN&scenario=first-look&paused&origin=self";

async function openChinese(page: Page): Promise<void> {
  await page.goto(CHINESE);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("button", { name: "课程", exact: true })).toBeVisible();
}

test("the head, the menus and the dialogs are in Chinese", { tag: "@long" }, async ({ atlas }) => {
  const { page } = atlas;
  await openChinese(page);
  expect(await englishIn(page.getByRole("banner"))).toEqual([]);
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
    .getByRole("button", { name: /^开始：/ })
    .first()
    .click();
  const player = page.getByRole("region", { name: /^课程：/ });
  await expect(player.getByRole("heading", { name: "预测", exact: true })).toBeVisible();
  await expect(player.getByRole("button", { name: "确定" })).toBeVisible();
  await expect(player.getByRole("button", { name: "离开课程" })).toBeVisible();
});

test("a network is drawn in Chinese", { tag: "@long" }, async ({ atlas }) => {
  const { page } = atlas;
  await openChinese(page);
  await page.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "绘制网络…" }).click();
  const builder = page.getByTestId("builder");
  const verbs = builder.getByRole("toolbar", { name: "绘制" });
  expect(await englishIn(verbs)).toEqual([]);
  await verbs.getByRole("button", { name: "添加可用区" }).click();
  await expect(builder.getByRole("status").first()).toHaveText(/^已添加可用区 \S+。$/);
  await builder.locator('[data-map-target="node:s1"]').click();
  const form = builder.getByRole("region", { name: "存储节点 s1", exact: true });
  await expect(form.getByLabel("核数", { exact: true })).toHaveAccessibleDescription(
    /^处理请求和消息的 CPU 核。/,
  );
  await form.getByRole("button", { name: "移除存储节点 s1" }).click();
  await expect(builder.getByRole("status").first()).toHaveText(/^已移除存储节点 s1。/);
  await verbs.getByRole("button", { name: "撤销" }).click();
  await expect(builder.getByRole("status").first()).toHaveText("已撤销上一步。");
  expect(await brokenRules(page)).toEqual([]);
});

test("the editor and a recording are in Chinese", { tag: "@long" }, async ({ atlas }) => {
  const { page } = atlas;
  await openChinese(page);
  await page.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "编辑场景…" }).click();
  const editor = page.getByRole("complementary").filter({ hasText: "编辑场景" });
  await expect(editor.getByText("没有问题：可以运行。")).toBeVisible();
  expect(await englishIn(editor)).toEqual([]);
  await editor.getByRole("button", { name: "新建…" }).click();
  expect(await englishIn(page.getByRole("menu"))).toEqual([]);
  await page.getByRole("menuitem", { name: "空白：三个可用区" }).click();
  await expect(editor.getByLabel("名字")).toHaveValue("我的场景.json");
  await editor.getByRole("button", { name: "关闭编辑器" }).click();

  await page.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "录制我的操作" }).click();
  const bar = page.getByRole("region", { name: "录制" });
  await expect(bar).toContainText("还没有操作");
  expect(await englishIn(bar)).toEqual([]);
  await bar.getByRole("button", { name: "停止并生成场景" }).click();
  const review = page.getByRole("dialog", { name: "把你的操作做成场景" });
  await expect(review.getByRole("heading", { name: "做了什么" })).toBeVisible();
  expect(await englishIn(review, namesIn("first-look"))).toEqual([]);
  expect(await brokenRules(page)).toEqual([]);
});

test("the language changes in the page and back, and nothing of the run is lost", async ({
  atlas,
}) => {
  const { page } = atlas;
  await page.goto("./?language=en&scenario=first-look&paused&origin=self");
  await atlas.ready();
  await atlas.advanceTo(1_500_000);
  const digest = await atlas.digest();
  await atlas.chooseInMore("中文", "简体中文");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(page.getByRole("button", { name: "分享…" })).toBeVisible();
  // The run's own texts too.
  await expect(page.getByTestId("scenario-title")).toContainText(/[一-鿿]/);
  expect(await atlas.digest()).toBe(digest);
  await atlas.button("更多").click();
  await page.getByRole("menuitem", { name: "English" }).press("ArrowRight");
  await page.getByRole("menuitemradio", { name: "English" }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("button", { name: "Share…" })).toBeVisible();
  expect(await atlas.digest()).toBe(digest);
});

test("requests, where their time went and the inspector are in Chinese", { tag: "@long" }, async ({
  atlas,
}) => {
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

test("a browser that prefers Chinese begins in it; English fetches no catalogue", async ({
  browser,
}) => {
  for (const [locale, lessons, lang] of [
    ["zh-CN", "课程", "zh-CN"],
    ["zh-TW", "Lessons", "en"],
    ["en-GB", "Lessons", "en"],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("./?scenario=first-look&paused&origin=self");
    await expect(page.getByRole("button", { name: lessons, exact: true })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    expect(asked.some((path) => path.includes("zh-CN"))).toBe(lang === "zh-CN");
    await context.close();
  }
});

test("the language that was chosen is the next visit's too", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.chooseInMore("中文", "简体中文");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await page.goto("./?scenario=first-look&paused&origin=self");
  await expect(page.getByRole("button", { name: "课程", exact: true })).toBeVisible();
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
