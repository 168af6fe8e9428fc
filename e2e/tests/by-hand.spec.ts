/** Statements and transactions by hand: sent by the page's form, chosen, told with their parts. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { Doing } from "../pages/Doing";

const hopsOf = (atlas: AtlasPage, what: string) =>
  atlas.page.getByRole("region", { name: `Hops of ${what}` });

test("an update by hand, by keyboard alone, is chosen and told with its parts and its steps", async ({
  atlas,
}) => {
  test.setTimeout(120_000);
  await atlas.open({ scenario: "left-over-lock" });
  await atlas.advanceTo(2_000_000);
  const keys = new Doing(atlas, true);
  await keys.perform({ do: "update", from: "g2", keys: [3, 7, 31] });
  const hops = hopsOf(atlas, "update k3, k7, k31");
  await expect(hops).toBeVisible();
  await atlas.advanceBy(1_000_000);
  await expect(hops.getByRole("list", { name: "Its parts" }).getByRole("listitem")).toHaveText([
    /^get k3value \d+ from s\d after [\d.]+\s.s/,
    /^get k7value \d+ from s\d after [\d.]+\s.s/,
    /^get k31value \d+ from s\d after [\d.]+\s.s/,
  ]);
  const steps = hops.getByRole("list", { name: "Its transaction" });
  await expect(steps).toContainText("k3 is locked and its new value written (prewrite)");
  await expect(steps).toContainText("k3, the primary row, is committed");
  await expect(steps).toContainText("k31 is committed");
  const shares = hops.getByLabel("Where the time went");
  for (const waited of ["timestamp", "prewriting", "waiting for commit"])
    await expect(shares).toContainText(waited);
  await expect(
    atlas.page.getByRole("heading", { name: /^Update transaction of k3, k7, k31/ }),
  ).toBeVisible();
  expect(await brokenRules(atlas.page)).toEqual([]);
});

test("a statement by hand from the map has a verdict, and why tells of it", async ({ atlas }) => {
  await atlas.open({ scenario: "left-over-lock" });
  await atlas.advanceTo(2_000_000);
  await atlas.page
    .getByRole("button", { name: /^Gateway g2/ })
    .first()
    .click();
  const actions = atlas.dialog("Actions");
  await actions.getByLabel("Keys", { exact: true }).fill("1, 5, x");
  await expect(actions.getByText("“x” is no key.")).toBeVisible();
  const read = actions.getByRole("button", { name: "Read all, in one statement" });
  await expect(read).toBeDisabled();
  expect(await brokenRules(atlas.page)).toEqual([]);
  await actions.getByLabel("Keys", { exact: true }).fill("1, 5, 39");
  await read.click();
  const hops = hopsOf(atlas, "statement k1, k5, k39");
  await expect(hops).toBeVisible();
  await atlas.advanceBy(1_000_000);
  await expect(hops.getByRole("list", { name: "Its parts" }).getByRole("listitem")).toHaveCount(3);
  const row = atlas.page.locator("[data-request]", { hasText: "statement k1, k5, k39" });
  await expect(row).toContainText("linearizable");
  await hops.getByRole("button", { name: "Why?" }).click();
  await expect(atlas.page.getByText(/a statement for k1, k5 and k39/).first()).toBeVisible();
});

test("without timestamps transactions are not offered, and the form says why", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.unfold("Load, clocks and elections");
  const form = atlas.page.getByRole("region", { name: "Send a request" });
  await expect(form.getByText(/^Transactions need timestamps, and these are off\./)).toBeVisible();
  await expect(form.getByRole("button", { name: /^Insert all/ })).toBeDisabled();
  await expect(form.getByRole("button", { name: /^Read all/ })).toBeEnabled();
});

for (const width of [1280, 390]) {
  test(`nothing is cut off at ${width} pixels`, async ({ atlas }) => {
    await atlas.page.setViewportSize({ width, height: width === 390 ? 844 : 800 });
    await atlas.open({ scenario: "left-over-lock" });
    await atlas.advanceTo(2_000_000);
    await atlas.act({ do: "insert", from: "g2", keys: [3, 7, 31] });
    await atlas.advanceBy(500_000);
    await atlas.expectNoSidewaysScroll();
  });
}
