/** Requests: every one of a recorded run, and where its time went. */

import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

/** Microseconds that each segment took, and the sum that stands under them. */
async function shares(page: Page): Promise<{ parts: number[]; sum: number }> {
  const all = await page
    .getByLabel("Where the time went")
    .locator("dd[data-us]")
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("data-us"))));
  return { parts: all.slice(0, -1), sum: all.at(-1) ?? -1 };
}

function rows(atlas: AtlasPage) {
  return atlas.requestTable.locator("[data-request]");
}

test("the segments of a request's life add up to its latency", async ({ atlas, page }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.openView("Requests");
  await atlas.advanceTo(3_000_000);
  await atlas.button("Every request").click();
  await expect(page.getByText(/\d+ of \d+ since the start/)).toBeVisible();
  for (const place of [0, 1, 3]) {
    await rows(atlas).nth(place).getByRole("button").click();
    await expect(page.getByLabel("Where the time went")).toBeVisible();
    const { parts, sum } = await shares(page);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.reduce((a, b) => a + b, 0)).toBe(sum);
    await expect(page.getByRole("region", { name: /^Hops of/ })).toContainText(/in total/);
  }
  // A put waits for its quorum, and its path holds the leader's appends.
  const put = rows(atlas).filter({ hasText: /^put/ }).filter({ hasText: "ok" }).first();
  await put.getByRole("button").click();
  const hops = page.getByRole("region", { name: /^Hops of put/ });
  await expect(hops).toContainText("waiting for commit");
  await expect(hops.getByRole("listitem").filter({ hasText: /^\+.*Append, / })).not.toHaveCount(0);
});

test("the list is filtered, sorted, and drawn only where it is seen", async ({ atlas, page }) => {
  await atlas.open({ scenario: "two-cities" });
  await atlas.openView("Requests");
  await atlas.advanceTo(4_000_000);
  await atlas.button("Every request").click();
  const note = page.getByText(/\d+ of \d+ since/);
  await expect(note).toHaveText(/^\d{3,} of/);
  expect(await rows(atlas).count()).toBeLessThan(60);
  // Who does not see where the list stands is told by numbers, those of rows that are not drawn too.
  await expect(rows(atlas).first()).toHaveAttribute("aria-rowindex", "2");
  await rows(atlas).last().getByRole("button").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows(atlas).first()).not.toHaveAttribute("aria-rowindex", "2");
  const places = await rows(atlas).evaluateAll((drawn) =>
    drawn.map((row) => Number(row.getAttribute("aria-rowindex"))),
  );
  expect(places).toEqual(places.map((_, i) => (places[0] ?? 0) + i));

  await page.getByLabel("Order").selectOption("slowest");
  const latencies = await rows(atlas)
    .locator("td:nth-child(6)")
    .evaluateAll((cells) => cells.map((cell) => cell.textContent ?? ""));
  const us = latencies.map((text) => {
    const [value = "0", unit = ""] = text.split(/\s/);
    return Number(value) * ({ µs: 1, ms: 1e3, s: 1e6 }[unit] ?? 0);
  });
  expect([...us].sort((a, b) => b - a)).toEqual(us);

  await page.getByLabel("Outcome", { exact: true }).selectOption("failed");
  await expect(atlas.page.getByText(/^0 of|No recorded request passes/).first()).toBeVisible();
});

test("a request is found, chosen and read by keys alone", async ({ atlas, page }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(2_000_000);
  await atlas.tabTo(page.getByRole("tab", { name: "Over time" }));
  for (const _ of ["Space-time", "Logs", "Requests"]) await page.keyboard.press("ArrowRight");
  await atlas.tabTo(atlas.button("Every request"));
  await page.keyboard.press("Enter");
  await expect(page.getByText(/\d+ of \d+ since the start/)).toBeVisible();
  await atlas.tabTo(rows(atlas).first().getByRole("button"));
  await page.keyboard.press("ArrowDown");
  await expect(rows(atlas).nth(1).getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Where the time went")).toBeVisible();
  await expect(atlas.inspector).toHaveAccessibleName(/request r\d+/);
});
