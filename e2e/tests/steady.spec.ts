/** What comes late moves nothing that somebody may be aiming at. */

import { expect, test } from "../fixtures";

/** Parts of the page are components, and are called so; what it starts with is called otherwise. */
const PART = /\/assets\/[A-Z]\w*-[^/]*\.js$/;

test("parts that are fetched late leave the controls where they stand", async ({ atlas }) => {
  const { page } = atlas;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: string[] = [];
  await page.route(PART, async (route) => {
    held.push(route.request().url());
    await released;
    await route.continue();
  });
  await atlas.open({ scenario: "first-look" });
  const fold = atlas.fold("Inject a fault or action");
  await expect(fold).toBeVisible();
  await expect(page.getByRole("region", { name: "Try this" })).toBeVisible();
  await expect(atlas.button(/^Lesson 1 uses this/)).toBeVisible();
  const before = await fold.boundingBox();
  expect(held.filter((url) => url.includes("/ScoreView-"))).toHaveLength(1);
  release();
  await expect(page.getByRole("tabpanel").locator("svg").first()).toBeVisible();
  expect(await fold.boundingBox()).toEqual(before);
});
