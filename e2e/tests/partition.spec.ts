/** A link is cut and healed on the map, with a pointer and without one. */

import { expect, test } from "../fixtures";

test("a link is cut on the map with the pointer, and healed where it is listed", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.link("Oregon", "Ohio").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/cut both ways/);
  await expect.poll(() => atlas.faults()).toEqual(["cut Oregon-Ohio"]);
  await expect(atlas.notice).toContainText(/cut/i);
  await atlas.openView("Metrics");
  await expect(atlas.matrix.getByText("cut", { exact: true })).toHaveCount(2);

  await atlas.advanceBy(1_000_000);
  await atlas.faultList.getByRole("button", { name: /^Heal/ }).click();
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/healthy/);
  await expect.poll(() => atlas.faultCount()).toBe(0);
});

test("one direction alone can be cut", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.link("Oregon", "Virginia").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut Virginia → Oregon" }).click();
  await expect(atlas.link("Oregon", "Virginia")).toHaveAccessibleName(/Virginia → Oregon cut/);
  await expect.poll(() => atlas.faults()).toEqual(["cut Virginia>Oregon"]);
  await atlas.openView("Metrics");
  await expect(atlas.matrix.getByText("cut", { exact: true })).toHaveCount(1);
});

test("the leader's zone is isolated with the keyboard, and the others elect a new leader", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.arrowTo(atlas.map.getByRole("button", { name: /^Zone Ohio/ }));
  await page.keyboard.press("Enter");
  await atlas.tabTo(atlas.dialog("Actions").getByRole("button", { name: "Isolate" }));
  await page.keyboard.press("Enter");
  await expect(atlas.map.getByRole("button", { name: /^Zone Ohio.*cut off/ })).toBeFocused();
  await expect.poll(() => atlas.faults()).toEqual(["isolate Ohio"]);

  await atlas.advanceBy(6_000_000);
  await expect(
    atlas.map.getByRole("button", { name: /^Store s[13]\b.*leader of range/ }),
  ).toHaveCount(1);

  await atlas.tabTo(atlas.faultList.getByRole("button", { name: /^Heal/ }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => atlas.faultCount()).toBe(0);
});
