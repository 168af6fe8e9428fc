/** The tour: on a first visit alone, by keys, skippable, and again only when asked for. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import type { AtlasPage } from "../pages/AtlasPage";

const tour = (atlas: AtlasPage) => atlas.dialog(/^Tour, \d of 2/);

/** The picture stands. */
async function settled(atlas: AtlasPage): Promise<void> {
  await atlas.store("s1").waitFor();
}

/** What it speaks of: the stores, the links and the way to lessons. */
async function coversNothing(atlas: AtlasPage): Promise<void> {
  const card = await tour(atlas).boundingBox();
  const { page } = atlas;
  const spokenOf = page
    .locator('main button[aria-label^="Store "], main button[aria-label^="Link "]')
    .or(atlas.button("Lessons"));
  expect(await spokenOf.count()).toBeGreaterThan(6);
  for (const one of await spokenOf.all()) {
    const box = await one.boundingBox();
    if (card === null || box === null) throw new Error("one of them is not shown");
    const isBeside = box.x + box.width <= card.x || card.x + card.width <= box.x;
    const isApart = box.y + box.height <= card.y || card.y + card.height <= box.y;
    expect(isBeside || isApart, await one.textContent().then(String)).toBe(true);
  }
}

test("a first visit is shown around by keys, and never twice", async ({ atlas, page }) => {
  await page.goto("./");
  await expect(tour(atlas).getByRole("button", { name: "Next" })).toBeFocused();
  await coversNothing(atlas);
  await page.keyboard.press("Enter");
  await expect(atlas.dialog(/^Tour, 2 of 2/)).toBeVisible();
  await expect(tour(atlas).getByRole("button", { name: "Start lesson 1" })).toBeFocused();
  await coversNothing(atlas);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(tour(atlas)).toHaveCount(0);
  // What was shown goes on under it.
  await expect(atlas.button("Pause")).toBeFocused();
  await page.reload();
  await settled(atlas);
  await expect(tour(atlas)).toHaveCount(0);

  await atlas.more("Take the tour");
  await expect(tour(atlas)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tour(atlas)).toHaveCount(0);
});

test("it leads into the first lesson", async ({ atlas, page }) => {
  await page.goto("./");
  await tour(atlas).getByRole("button", { name: "Next" }).click();
  await tour(atlas).getByRole("button", { name: "Start lesson 1" }).click();
  await expect(tour(atlas)).toHaveCount(0);
  const [first] = listLessons();
  await expect(page.getByRole("region", { name: `Lesson: ${first?.title}` })).toBeVisible();
});

test("it is skipped, on a narrow screen too, and the page can be used beside it", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./");
  await expect(tour(atlas)).toBeVisible();
  await coversNothing(atlas);
  await atlas.expectNoSidewaysScroll();
  await atlas.button("Pause").click();
  await expect(atlas.button("Play")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  // What is to be tried comes after it, and not under it.
  const toTry = page.getByRole("region", { name: "Try this" });
  await expect(toTry).toHaveCount(0);
  await tour(atlas).getByRole("button", { name: "Skip the tour" }).click();
  await expect(tour(atlas)).toHaveCount(0);
  await expect(toTry).toBeVisible();
});

test("who comes for something is not shown around", async ({ atlas, page }) => {
  await page.goto("./?scenario=stale-leader");
  await settled(atlas);
  await expect(tour(atlas)).toHaveCount(0);
});
