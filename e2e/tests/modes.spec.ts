/** The table of read modes: filled by runs of the engine, with the numbers of those runs. */

import type { Page } from "@playwright/test";

import { expect, test } from "../fixtures";

/** Raw figures by mode and column, from the file that the page offers. */
async function csv(page: Page): Promise<Map<string, Record<string, string>>> {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const stream = await (await coming).createReadStream();
  let text = "";
  for await (const piece of stream) text += String(piece);
  const [head = "", ...lines] = text.trim().split("\n");
  const columns = head.split(",");
  return new Map(
    lines.map((line) => {
      const cells = line.split(",");
      return [cells[0] ?? "", Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? ""]))];
    }),
  );
}

test("every mode has the figures of a run in that mode, and follows the instant", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(7_000_000);
  await atlas.openView("Read modes");
  const table = page.getByRole("table", { name: "Read modes on the same load" });
  await expect(page.getByText(/All at 7\.000\s000\ss/)).toBeVisible();
  await expect(table.getByRole("row", { name: /^Leader, unchecked/ })).toContainText("stale read");
  await expect(table.getByRole("row", { name: /^Local/ })).toContainText("old read");
  await expect(table.getByRole("row", { name: /^Leader linearizable/ })).toBeVisible();

  await atlas.advanceTo(9_000_000);
  await expect(page.getByText(/All at 9\.000\s000\ss/)).toBeVisible();
  const figures = await csv(page);
  const report = (await atlas.report()) as {
    variants: Record<string, { workload: Record<string, Record<string, number>> }>;
  };
  // The run that is shown is one of them.
  const shown = Object.values(report.variants)[0]?.workload.reads;
  expect(figures.get("leader-unchecked")).toMatchObject({
    at_us: "9000000",
    reads: String(shown?.ok),
    p50_us: String(shown?.p50_us),
    p99_us: String(shown?.p99_us),
    stale: String(shown?.stale),
    max_staleness_us: String(shown?.max_staleness_us),
  });
  expect(figures.get("leader")).toMatchObject({ stale: "0", verdict: "ok" });
});

test("a mode is chosen from its row, by keys alone", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await atlas.tabTo(page.getByRole("tab", { name: "Over time" }));
  // The last but three: futures, the bottleneck and the metrics come after it.
  await page.keyboard.press("End");
  for (let back = 0; back < 3; back += 1) await page.keyboard.press("ArrowLeft");
  const mode = page.getByRole("button", { name: "Follower", exact: true });
  await expect(mode).toBeVisible();
  await atlas.tabTo(mode);
  await page.keyboard.press("Enter");
  await expect(mode).toHaveAttribute("aria-pressed", "true");
  expect(await atlas.readMode()).toBe("follower");
  await expect(page.getByText(/All at 1\.000\s001\ss/)).toBeVisible();
});

test("all columns stand in view on a laptop, in the dock as it opens", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await page.getByRole("tab", { name: "Read modes" }).click();
  await expect(page.getByText(/All at 3\.000\s000\ss/)).toBeVisible();
  const table = page.getByRole("table", { name: "Read modes on the same load" });
  await expect(table.getByRole("columnheader")).toHaveCount(10);
  const outside = await table.evaluate((element) => {
    const dock = element.closest('[role="tabpanel"]')?.getBoundingClientRect();
    const heads = [...element.querySelectorAll("thead th")];
    return heads
      .filter((head) => head.getBoundingClientRect().right > (dock?.right ?? 0))
      .map((head) => head.textContent);
  });
  expect(outside).toEqual([]);
});
