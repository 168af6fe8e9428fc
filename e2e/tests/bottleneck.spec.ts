/** What limits a load is named: in the view, on the map, and in the report, by the same figures. */

import { expect, test } from "../fixtures";

interface Told {
  variants: Record<string, { bottleneck: { kind: string; resource: string; limits: boolean } }>;
}

test("each step of the ladder has its own limit, and the page names it", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "ladder" });
  for (const [step, kind, words] of [
    ["step-2", "balancer-cores", /^The limit: lb1, balancer cores/],
    ["step-6", "host-packets", /^The limit: host[12], packet cores, and 1 other/],
    ["step-9", "gateway-cores", /^The limit: q\d+, gateway cores, and 29 others/],
  ] as const) {
    await atlas.openVariant("ladder", step);
    await atlas.advanceTo(500_000);
    await atlas.openView("Bottleneck");
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText(/^Next would be/)).toBeVisible();
    const report = (await atlas.report()) as unknown as Told;
    expect(report.variants[step]?.bottleneck).toMatchObject({ kind, limits: true });
  }
});

test("the busiest of a kind leads to its place, and the others are shown when asked for", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "million-reads" });
  await atlas.advanceTo(400_000);
  await atlas.openView("Bottleneck");
  const table = page.getByRole("region", { name: "Resources, the busiest first" });
  await expect(table.getByRole("row", { name: /gateway cores/ })).toHaveCount(1);
  const others = table.getByRole("button", { name: /^29 others/ });
  await others.click();
  await expect(others).toHaveAttribute("aria-expanded", "true");
  await expect(table.getByRole("row", { name: /gateway cores/ })).toHaveCount(30);
  await table.getByRole("button", { name: "q30, gateway cores" }).click();
  await expect(page.getByRole("heading", { name: "Gateway q30" })).toBeVisible();
});

test("a load that nothing limits says how far it reaches", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(5_000_000);
  await atlas.openView("Bottleneck");
  await expect(page.getByText(/^Nothing is full\. The busiest: s\d, store cores/)).toBeVisible();
  await expect(page.getByText(/in flight at/).first()).toBeVisible();
});
