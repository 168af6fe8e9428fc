/** Finding a scenario, the lessons that play it, and the way back. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("the list is searched and grouped by question, and leads to the lesson and back", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.opening.click();
  const dialog = atlas.dialog("Open a scenario");
  const groups = dialog.getByRole("heading", { name: /\?$/, level: 3 });
  await expect(groups).toHaveCount(9);
  await expect(atlas.button("Open First look")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);

  const find = dialog.getByLabel("Find a scenario");
  await find.fill("zebra");
  await expect(dialog.getByText("No scenario has all of these words.")).toBeVisible();
  await find.fill("lease restart");
  await expect(dialog.getByRole("status")).toContainText("1 of ");
  const variants = dialog.getByRole("list", { name: /^Variants of A promise/ });
  await expect(variants.getByRole("button")).toHaveText(["Waits before voting", "Votes at once"]);
  await variants.getByRole("button").last().click();
  await expect(atlas.title).toHaveText("A promise that a restart forgets · Votes at once");

  await page.getByRole("button", { name: /^Lesson \d+ uses this: Leases and clocks$/ }).click();
  await expect(page.getByRole("region", { name: "Lesson: Leases and clocks" })).toBeVisible();
  await atlas.button("Lessons").click();
  await atlas.button("Open the scenario How wrong may a clock be?").click();
  await expect(atlas.title).toContainText("How wrong may a clock be?");
  await expect(page.getByRole("region", { name: /^Lesson:/ })).toHaveCount(0);
});

test("another variant leaves the figures of the one before in view", async ({ atlas, page }) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(9_000_000);
  const choice = page.getByRole("radiogroup", { name: "Variant" });
  await choice.getByText("The leader asks first").click();
  const earlier = page.getByRole("table", { name: "The previous variant and this one" });
  // It stood still: the other variant stands at the same instant.
  await expect(earlier).toContainText("From 0 s to 9 s");
  await expect.poll(() => atlas.nowUs()).toBe(9_000_000);
  await expect(earlier.getByRole("row", { name: /^Stale reads \d\d 0$/ })).toBeVisible();
  await atlas.button("Compare on the map").click();
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.getByTestId("proof")).toContainText(/Freshness: stale reads .* 0 · .* \d+/);
});

test("a scenario opens quickly to its first request, slowly through it, and quickly again", {
  tag: "@long",
}, async ({ atlas, page }) => {
  await atlas.open({ scenario: "follower-replication" });
  await atlas.openView("Requests");
  await expect(page.getByText("No request yet. Play, or")).toBeVisible();
  await expect(atlas.button("Speed 0.02×")).toBeVisible();
  await atlas.button("Play").click();
  await expect(page.getByText("No request yet. Clients have not started")).toBeVisible();
  // At 0.02× it would take 25 s, however fast the machine is.
  await expect.poll(() => atlas.nowUs(), { timeout: 10_000 }).toBeGreaterThan(500_000);
  await expect(atlas.button("Speed 0.02×")).toBeVisible();
  await expect(atlas.button("Speed 0.5×")).toBeVisible({ timeout: 15_000 });
  expect(await atlas.nowUs()).toBeLessThan(1_500_000);
});

test("a person's speed is theirs from the first request on", async ({ atlas, page }) => {
  await atlas.open({ scenario: "follower-replication" });
  await page.keyboard.press("+");
  await page.keyboard.press(" ");
  await expect(atlas.button("Speed 0.05×")).toBeVisible();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(60_000);
  await expect(atlas.button("Speed 0.05×")).toBeVisible();
});
