/** Other futures of an instant: how often each outcome comes, and what they lead to. */

import type { Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

/** Opens the view at an instant and plays so many futures of it. */
async function played(atlas: AtlasPage, page: Page, us: number, count: string) {
  await atlas.open({ scenario: "stale-leader", variant: "check-quorum" });
  await atlas.advanceTo(us);
  await atlas.button("More").click();
  await page.getByRole("menuitem", { name: "Other futures of this moment…" }).click();
  const view = page.getByRole("tabpanel", { name: "Other futures" });
  await view.getByLabel("Futures", { exact: true }).selectOption(count);
  await view.getByLabel("Played for").selectOption("2");
  await view.getByRole("button", { name: /^Play the futures of 5/ }).click();
  const row = view.getByRole("row", { name: /^a read was stale/ });
  await expect(row.getByText(/ to /)).toBeVisible();
  await expect(row).toContainText(`of ${count}`);
  return { view, row };
}

test("futures are counted with intervals, and one opens as a branch that ends as it was told", async ({
  atlas,
  page,
}) => {
  const { view } = await played(atlas, page, 5_000_000, "50");
  await expect(view.getByRole("status")).toHaveCount(0);
  await expect(view.getByRole("heading", { name: /^It came in \d+ future/ })).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);

  await view.getByRole("button", { name: "Open future 1 as a branch" }).click();
  await expect(atlas.notice).toContainText(/Future 1 of 5\ss/);
  await atlas.notice.getByRole("button", { name: "Go to its end" }).click();
  await expect(atlas.notice).toContainText(/The digest is the one that was told: [0-9a-f]{16}/);
  // It is a branch of its own, and what drew its chance anew is in its log.
  const branches = page.getByRole("navigation", { name: "Branches" });
  await expect(branches.getByRole("button", { name: /Future 1 of 5\ss/ })).toBeVisible();
});

test("the point of no return is found, and marked on the time line", async ({ atlas, page }) => {
  const { view, row } = await played(atlas, page, 5_000_000, "50");
  await row.getByRole("button", { name: "a read was stale" }).click();
  await view.getByRole("button", { name: "When could it no longer be avoided?" }).click();
  const found = view.getByRole("region", { name: "Point of no return" });
  // More than a thousand futures are played for it.
  const said = /From \d\.\d{3}.* on it came in all 100 futures\./;
  await expect(found).toContainText(said, { timeout: 40_000 });
  await expect(view.getByRole("button", { name: "Cancel" })).toHaveCount(0, { timeout: 40_000 });
  await expect(found).toContainText(/Its share grew most/);
  await expect(found).toBeInViewport();
  await found.getByRole("button", { name: "Mark it on the time line" }).click();
  await expect(page.locator('[data-mark="book"]')).toHaveCount(1);
});

test("what changes how often it comes is told with what is known of the difference", async ({
  atlas,
  page,
}) => {
  const { view, row } = await played(atlas, page, 5_000_000, "50");
  await row.getByRole("button", { name: "a read was stale" }).click();
  await view.getByRole("button", { name: "What changes how often it comes?" }).click();
  const found = view.getByRole("region", { name: "What changes its share" });
  const cut = found.getByRole("row", { name: /^Without: Isolate Dublin/ });
  await expect(cut).toContainText("0 of 100", { timeout: 40_000 });
  await expect(cut).toHaveAttribute("data-certain", "true");
});
