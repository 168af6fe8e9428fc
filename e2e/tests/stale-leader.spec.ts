/** The story of the old leader that lies, seen on the screen. */

import { expect, test } from "../fixtures";
import { readScenario } from "../scenarios";

const DURATION_US = Number.parseFloat(String(readScenario("stale-leader").duration)) * 1e6;

test("an unchecked leader that was cut off answers stale, and the page says by how much", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  const stale = await atlas.advanceUntilRequest((r) => r.verdict === "stale", DURATION_US);
  expect(stale.mode).toBe("leader-unchecked");

  await atlas.page.getByRole("tab", { name: "Requests" }).click();
  const row = atlas.requestTable.getByRole("row").filter({ hasText: /stale by/ });
  await expect(row.first()).toContainText(/stale by [\d.]+\s(µs|ms|s), [\d\s]+ commits?/);
  // With room for it the map says all of it.
  await atlas.button("Close the views").click();
  await expect(
    atlas.map.getByText(/Stale by [\d.]+\s(µs|ms|s), [\d\s]+ commits?/).first(),
  ).toBeVisible();
  await atlas.button("Open the views").click();
  await row.first().getByRole("button").first().click();
  await expect(atlas.page.getByRole("region", { name: /^Hops of/ })).toBeVisible();
  await atlas.openView("Metrics");
  await expect(atlas.meters.getByText(/\d+ stale, by up to/)).toBeVisible();
});

test("with ReadIndex the old leader does not answer, and nothing is stale", async ({ atlas }) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader" });
  for (let us = 500_000; us <= DURATION_US; us += 500_000) {
    await atlas.advanceTo(us);
    expect((await atlas.requests()).filter((r) => r.verdict === "stale")).toEqual([]);
  }
  const { ok, failed, unknown, stale } = await atlas.outcomes();
  expect(stale).toBe(0);
  expect(ok).toBeGreaterThan(0);
  expect(failed + unknown).toBeGreaterThan(0);
  await expect(atlas.page.getByText(/stale by/i)).toHaveCount(0);
  await atlas.openView("Metrics");
  await expect(atlas.meters).toBeVisible();
  await expect(atlas.meters.getByText(/by up to/)).toHaveCount(0);
});

test("changing the read mode while the leader is cut off ends the lies", { tag: "@long" }, async ({
  atlas,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceUntilRequest((r) => r.verdict === "stale", DURATION_US);
  await atlas.left.getByRole("radio", { name: "Leader", exact: true }).click();
  await expect.poll(() => atlas.readMode()).toBe("leader");
  // Reads that were under way when the setting changed may still end.
  await atlas.advanceBy(500_000);
  const before = (await atlas.outcomes()).stale;
  await atlas.advanceBy(1_500_000);
  expect((await atlas.outcomes()).stale).toBe(before);
});
