/** Where a read went and why, as the page says it. */

import { expect, test } from "../fixtures";

/** Where a read goes, and what the page says of it. */

test("a read that fell back says why, with its figure and the limit", async ({ atlas, page }) => {
  await atlas.open({ scenario: "busy-local-store", variant: "falls-back" });
  await atlas.advanceTo(5_000_000);
  await atlas.openView("Requests");
  await page
    .locator("[data-request]", { hasText: "scan 100 rows" })
    .first()
    .getByRole("button")
    .first()
    .click();
  const reasons = page.getByRole("list", { name: "Why it was served there" });
  await expect(reasons).toContainText(
    /^To s2: the closest store is busy \([\d.]+\sms of estimated wait, and the limit is 5\sms\)\.$/,
  );
});

test("a gateway reads small results at the leader and large ones in its own zone", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "busy-local-store", variant: "falls-back" });
  await atlas.advanceTo(1_000_000);
  await atlas.openView("Requests");
  const reasons = page.getByRole("list", { name: "Why it was served there" });
  const asked = page.locator("[data-request]", { hasText: "by hand" });
  await atlas.act({ do: "get", from: "g1", key: 7 });
  await atlas.advanceBy(20_000);
  await asked.filter({ hasText: "get k7" }).getByRole("button").first().click();
  await expect(reasons).toContainText(/^To s2: its result is expected to be small/);
  await atlas.act({ do: "scan", from: "g1", key: 7, rows: 100 });
  await atlas.advanceBy(20_000);
  await asked.filter({ hasText: "scan 100 rows from k7" }).getByRole("button").first().click();
  await expect(reasons).toContainText(/^To s1: its result is expected to be large/);
});
