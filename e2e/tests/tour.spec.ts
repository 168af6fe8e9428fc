/** The tour: on a first visit alone, by keys, skippable, and again only when asked for. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const tour = (atlas: AtlasPage) => atlas.dialog(/^Tour, \d of 5/);

/** The picture stands, and what is fetched later than a tour has come. */
async function settled(atlas: AtlasPage): Promise<void> {
  await atlas.store("s1").waitFor();
  // Without scrolling there: what is scrolled to comes by itself, and its button is gone.
  await atlas.button("The rest of the controls").dispatchEvent("click");
  await expect(atlas.page.getByRole("region", { name: "Send a request" })).toBeAttached();
}

test("a first visit is shown around by keys, and never twice", async ({ atlas, page }) => {
  await page.goto("./");
  for (let stop = 1; stop <= 5; stop++) {
    await expect(atlas.dialog(new RegExp(`^Tour, ${stop} of 5`))).toBeVisible();
    await expect(
      tour(atlas).getByRole("button", { name: stop === 5 ? "Done" : "Next" }),
    ).toBeFocused();
    await page.keyboard.press("Enter");
  }
  await expect(tour(atlas)).toHaveCount(0);
  // What was shown goes on under it.
  await expect(atlas.button("Pause")).toBeFocused();
  await page.reload();
  await settled(atlas);
  await expect(tour(atlas)).toHaveCount(0);

  await atlas.more("Show me around");
  await expect(tour(atlas)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tour(atlas)).toHaveCount(0);
});

test("it is skipped, on a narrow screen too, and the page can be used beside it", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("./");
  await expect(tour(atlas)).toBeVisible();
  await atlas.expectNoSidewaysScroll();
  await atlas.button("Pause").click();
  await expect(atlas.button("Play")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await tour(atlas).getByRole("button", { name: "Skip the tour" }).click();
  await expect(tour(atlas)).toHaveCount(0);
});

test("who comes for something is not shown around", async ({ atlas, page }) => {
  await page.goto("./?scenario=stale-leader");
  await settled(atlas);
  await expect(tour(atlas)).toHaveCount(0);
});
