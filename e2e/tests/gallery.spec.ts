/** The gallery: a page of cards that lead into the page, without the engine. */

import { brokenInThemes, brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import { listScenarios } from "../scenarios";

const LESSONS = listLessons();
const ALL = listScenarios().length + LESSONS.length;

test("a chip and words choose cards, and a card leads into its scenario", async ({
  atlas,
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("./gallery/");
  const cards = page.getByRole("article");
  await expect(cards).toHaveCount(ALL);
  await expect(cards.first().locator("svg").first()).toBeVisible();
  expect(asked.filter((url) => /engine_bg|worker|\/page-/.test(url))).toEqual([]);

  await page.getByRole("button", { name: "Round trips", exact: true }).click();
  // Three scenarios, and the lesson about them.
  await expect(cards).toHaveCount(4);
  await page.getByRole("button", { name: `All ${ALL}` }).click();
  await page.getByLabel("Find a scenario").fill("does not know");
  await expect(page.getByRole("status")).toHaveText(`1 of ${ALL}`);
  const card = page.getByRole("link", { name: /^The leader that does not know/ });
  await expect(card).not.toHaveAccessibleName(/Seen on this device/);

  await card.press("Enter");
  await page.waitForURL(/scenario=stale-leader/);
  await expect(atlas.title).toContainText("The leader that does not know");
  await page.goBack();
  await expect(
    page.getByRole("link", { name: /^The leader that does not know/ }),
  ).toHaveAccessibleName(/Seen on this device/);
});

test("lessons have cards that say what they are, and a tick once they were finished", async ({
  page,
}) => {
  await page.goto("./gallery/");
  const cards = page.getByRole("article");
  await page.getByRole("button", { name: "Stories and lessons" }).press("Enter");
  await expect(cards).toHaveCount(LESSONS.length);
  const lesson = cards.filter({ hasText: "What a leader is for" });
  await expect(lesson).toContainText(/Lesson · \d+ minutes · \d+ steps/);
  await page.getByLabel("Find a scenario or a lesson").fill("story lines");
  await expect(page.getByRole("status")).toHaveText(`1 of ${ALL}`);
  const story = page.getByRole("link", { name: /^26 lines/ });
  await expect(story).toContainText(/Story · \d+ minutes · \d+ steps/);
  await expect(story).not.toHaveAccessibleName(/Finished/);
  await expect(story.locator("svg").first()).toBeVisible();
  await page.evaluate(() => {
    const lessons = { "follower-read": { step: "ocean", done: true, steps: {} } };
    const kept = { format: "raft-atlas-lessons/1", lessons };
    localStorage.setItem("raft-atlas/lessons", JSON.stringify(kept));
  });
  await page.reload();
  await expect(story).toHaveAccessibleName(/Finished on this device/);
  await story.press("Enter");
  await page.waitForURL(/\?lesson=follower-read$/);
  await expect(page.getByRole("region", { name: "Lesson: 26 lines" })).toBeVisible();
});

test("a card that is looked at plays its key moments, unless things shall stand still", async ({
  page,
}) => {
  await page.goto("./gallery/");
  const card = page.getByRole("link", { name: /^First look/ });
  await card.focus();
  await expect(page.getByTestId("film").locator("g[display=inline]")).toHaveCount(1);
  await card.blur();
  await expect(page.getByTestId("film")).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByRole("button", { name: /^Key moments/ })).toHaveCount(0);
});

test("a share page leads into its scenario, with what its address asks for besides", async ({
  atlas,
  page,
}) => {
  await page.goto("./s/stale-leader/?variant=leader");
  await page.waitForURL(/\/\?variant=leader&scenario=stale-leader$/);
  await expect(atlas.title).toContainText("The leader that does not know · The leader asks first");
});

for (const place of ["s/stale-leader", "story/one-message", "story/one-message/cities"])
  test(`${place}/ says what it is without a script, and its picture is there`, async ({
    request,
    baseURL,
  }) => {
    const address = new URL(`${place}/`, baseURL).href;
    const html = await (await request.get(address)).text();
    const meta = (name: string) =>
      new RegExp(`(?:name|property)="${name}" content="([^"]+)"`).exec(html)?.[1] ?? "";
    expect(html).toMatch(/<title>[^<]+ · Raft Atlas<\/title>/);
    expect(meta("description")).not.toBe("");
    expect(meta("og:title")).not.toBe("");
    expect([meta("og:image:width"), meta("og:image:height")]).toEqual(["1200", "630"]);
    const picture = await request.get(new URL(meta("og:image"), address).href);
    expect(picture.headers()["content-type"]).toBe("image/png");
    const png = await picture.body();
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  });

for (const width of [1280, 390])
  test(`keeps the rules in every theme and in Chinese, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("./gallery/");
    await expect(page.getByRole("article").first().locator("svg").first()).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    expect(await brokenInThemes(page)).toEqual([]);
    const isWide = () =>
      document.documentElement.scrollWidth > document.documentElement.clientWidth;
    expect(await page.evaluate(isWide)).toBe(false);
    await page.goto("./gallery/?language=zh-CN");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("三个地方");
    expect(await brokenRules(page)).toEqual([]);
  });
