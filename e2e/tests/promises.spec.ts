/** Leases and clocks by hand, and what the page does when a promise is broken. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

async function driftOf(atlas: AtlasPage, node: number): Promise<number | undefined> {
  return (await atlas.frame()).stores.find((store) => store.node === node)?.drift_ppm;
}

test("the page stops where a promise breaks, and shows what cannot be ordered", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "lease-and-drift", variant: "beyond" });
  await atlas.play(10);
  const panel = page.getByRole("alert", { name: "A promise is broken" });
  await expect(panel).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();

  // It stands at the instant that the checker names, with what it names.
  await expect(panel.getByRole("button", { name: /^Go to/ })).toBeVisible();
  const report = (await atlas.report()) as {
    variants: Record<string, { checks: { linearizable: string } }>;
  };
  const check = Object.values(report.variants)[0]?.checks.linearizable ?? "";
  const now = (await atlas.nowUs()) / 1e6;
  expect(check).toContain(`violated at ${now.toFixed(6)}s`);
  const operations = panel.getByRole("listitem");
  expect(await operations.count()).toBeGreaterThan(1);
  await operations.last().getByRole("button").click();
  await expect(atlas.inspector).toHaveAccessibleName(/request r\d+/);

  // It was said: playing goes on.
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(now * 1e6);
});

test("a store's clock gets another rate by keys, as one action each time", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "lease-and-drift", variant: "right" });
  await atlas.advanceTo(1_000_000);
  await atlas.select({ node: 0 });
  const slider = page.getByRole("slider", { name: "Clock rate of s1" });
  await slider.focus();
  const before = (await driftOf(atlas, 0)) ?? 0;
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => driftOf(atlas, 0)).toBe(before - 10_000);
  await page.keyboard.press("PageDown");
  await expect.poll(() => driftOf(atlas, 0)).toBe(before - 110_000);
  await expect(slider).toHaveAttribute("aria-valuetext", /slow/);
});
