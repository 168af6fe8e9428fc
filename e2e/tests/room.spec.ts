/** Each thing has the room it needs: the page stands still, panels scroll, nothing is cut off. */

import { expect, test } from "../fixtures";

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
  [1024, 640],
] as const) {
  // The smallest is the tightest.
  const tag = width === 1024 ? [] : "@long";
  test(`at ${width} × ${height} nothing scrolls but panels, whatever is shown`, { tag }, async ({
    atlas,
  }) => {
    const { page } = atlas;
    await page.setViewportSize({ width, height });
    await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
    await atlas.advanceTo(3_000_000);
    for (const view of await atlas.views()) {
      await page.getByRole("tab", { name: view }).click();
      await atlas.expectPageStands();
      await atlas.openView(view);
      await atlas.expectPageStands();
      await atlas.button("Make the views smaller").click();
    }
    await atlas.left.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await atlas.expectPageStands();
    await atlas.select({ node: 1 });
    await page.keyboard.press("w");
    await expect(atlas.why).toBeVisible();
    await atlas.expectPageStands();
    await atlas.more("Edit the scenario…");
    await expect(page.getByRole("complementary", { name: "Edit the scenario" })).toBeVisible();
    await atlas.expectPageStands();
  });
}

test("nothing scrolls but panels in a lesson and in a presentation", async ({ atlas }) => {
  const { page } = atlas;
  await page.goto("./?paused&origin=self&lesson=leader");
  await atlas.ready();
  await expect(atlas.left.getByRole("heading").first()).toBeVisible();
  await atlas.expectPageStands();
  await page.goto("./?paused&origin=self&scenario=first-look&present");
  await atlas.stands();
  await expect(atlas.button("Panels")).toBeVisible();
  await atlas.expectPageStands();
});
