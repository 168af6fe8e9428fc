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
    /^To s2: the closest store is busy \([\d.]+ ms of estimated wait, and the limit is 5 ms\)\.$/,
  );
});

test("a gateway reads small results at the leader and large ones in its own zone", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "busy-local-store", variant: "falls-back" });
  await atlas.advanceTo(1_000_000);
  const asked = [
    { op: "get", rows: 1, why: /^To s2: its result is expected to be small/ },
    { op: "scan", rows: 100, why: /^To s1: its result is expected to be large/ },
  ] as const;
  await atlas.openView("Requests");
  for (const { op, rows, why } of asked) {
    await atlas.act({ do: "request", from: "g1", op, key: 7, rows });
    await atlas.advanceBy(100_000);
    const text = op === "get" ? "get k7" : "scan 100 rows from k7";
    await page.locator("[data-request]", { hasText: text }).getByRole("button").first().click();
    await expect(page.getByRole("list", { name: "Why it was served there" })).toContainText(why);
  }
});
