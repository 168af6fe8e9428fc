/** A link is cut and healed on the map, with a pointer and without one. */

import { expect, test } from "../fixtures";

test("a link is cut on the map with the pointer, and healed where it is listed", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.link("az1", "az2").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await expect(atlas.link("az1", "az2")).toHaveAccessibleName(/cut both ways/);
  expect(await atlas.faults()).toEqual(["cut az1-az2"]);
  await expect(atlas.matrix.getByText("cut", { exact: true })).toHaveCount(2);
  await expect(atlas.notice).toContainText(/cut/i);

  await atlas.advanceBy(1_000_000);
  await atlas.faultList.getByRole("button", { name: /^Heal/ }).click();
  await expect(atlas.link("az1", "az2")).toHaveAccessibleName(/healthy/);
  expect(await atlas.faultCount()).toBe(0);
});

test("one direction alone can be cut", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.link("az1", "az3").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut az3 → az1" }).click();
  await expect(atlas.link("az1", "az3")).toHaveAccessibleName(/az3 → az1 cut/);
  expect(await atlas.faults()).toEqual(["cut az3>az1"]);
  await expect(atlas.matrix.getByText("cut", { exact: true })).toHaveCount(1);
});

test("a zone is isolated with the keyboard, and its majority elects a new leader", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.tabTo(atlas.map.getByRole("button", { name: /^Zone az1/ }));
  await page.keyboard.press("Enter");
  await atlas.tabTo(atlas.dialog("Actions").getByRole("button", { name: /^(Isolate|Cut off)/ }));
  await page.keyboard.press("Enter");
  await expect(atlas.map.getByRole("button", { name: /^Zone az1.*cut off/ })).toBeFocused();
  expect(await atlas.faults()).toEqual(["isolate az1"]);

  await atlas.advanceBy(6_000_000);
  await expect(
    atlas.map.getByRole("button", { name: /^Store s[23]\b.*leader of range/ }),
  ).toHaveCount(1);

  await atlas.tabTo(atlas.faultList.getByRole("button", { name: /^Heal/ }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => atlas.faultCount()).toBe(0);
});
