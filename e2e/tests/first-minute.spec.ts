/**
 * The first minute: without the reader of texts a link is cut and healed, and a store crashes and
 * starts again.
 */

import { expect, test } from "../fixtures";

test("the first acts need no reader of texts", async ({ atlas }) => {
  const { page } = atlas;
  await page.context().route(/\/reader_bg[^/]*\.wasm$/, (route) => route.abort());
  await page.goto("./");
  await atlas.button("Skip the tour").click();
  await atlas.link("oregon", "ohio").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await expect(atlas.link("oregon", "ohio")).toHaveAccessibleName(/cut both ways/);
  await atlas.link("oregon", "virginia").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut virginia → oregon" }).click();
  await expect(atlas.faultList.getByRole("button", { name: /^Heal/ })).toHaveCount(3);
  await atlas.faultList.getByRole("button", { name: "Heal all links" }).click();
  await expect(atlas.link("oregon", "ohio")).toHaveAccessibleName(/healthy/);
  await atlas.store("s1").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Crash" }).click();
  await expect(atlas.store("s1")).toHaveAccessibleName(/crashed/);
  await atlas.store("s1").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Restart" }).click();
  await expect(atlas.store("s1")).not.toHaveAccessibleName(/crashed/);
});
