/** What limits a load is named: in the view, on the map, and in the report, by the same figures. */

import { expect, test } from "../fixtures";

interface Told {
  variants: Record<string, { bottleneck: { kind: string; resource: string; limits: boolean } }>;
}

test("each step of the ladder has its own limit, and the page names it", { tag: "@long" }, async ({
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

test("while a lesson asks what is full, neither view nor map tells it", async ({ atlas, page }) => {
  await page.goto("./?lesson=million&step=parse");
  const limit = page.getByText(/^The limit: /);
  const busy = atlas.map.getByText(/\d\s%$/);
  await expect(page.getByText("Make your prediction first")).toBeVisible();
  await expect(limit).toHaveCount(0);
  await expect(busy).toHaveCount(0);
  await page.getByRole("radio", { name: "The query servers." }).click();
  await atlas.button("Lock it in").click();
  await expect(limit).toBeVisible();
  await expect(busy.first()).toBeVisible();
});

test("a load that nothing limits says how far it reaches", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(5_000_000);
  await atlas.openView("Bottleneck");
  await expect(page.getByText(/^Nothing is full\. The busiest: s\d, store cores/)).toBeVisible();
  await expect(page.getByText(/requests\/s, .* each: [\d.]+ in flight/).first()).toBeVisible();
});

test("a load is swept, and a point of its curve opens the run behind it", { tag: "@long" }, async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "ladder-tenth" });
  await atlas.openVariant("ladder-tenth", "rung-2");
  await atlas.advanceTo(320_000);
  await atlas.openView("Bottleneck");
  await page.getByText("Load curve", { exact: true }).click();
  await page.getByLabel("Points").selectOption("3");
  await page.getByRole("button", { name: "Sweep the load" }).click();
  const points = page.getByRole("table", { name: "Points of the curve" });
  await expect(points.getByRole("row")).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Sweep the load" })).toBeVisible();
  await expect(page.getByText(/^Ceiling .*lb1 is \d/)).toBeVisible();
  await expect(page.getByText(/^Knee .* in flight/)).toBeVisible();
  await points.getByRole("button", { name: "Open 10 %" }).click();
  await expect(page.getByTestId("scenario-title")).toContainText("10 % of the load");
});

test("sizes are changed while it runs, and where time goes is told", async ({ atlas, page }) => {
  await atlas.open({ scenario: "ladder-tenth" });
  await atlas.openVariant("ladder-tenth", "rung-2");
  await atlas.advanceTo(300_000);
  await atlas.openView("Bottleneck");
  await page.getByText("Where time goes", { exact: true }).click();
  const told = page.getByRole("table", { name: "Where the time goes" });
  await atlas.advanceTo(310_000);
  await expect(told.getByRole("row", { name: /^load balancer/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^load balancer at q/ }).first()).toBeVisible();

  await page.getByText("Change sizes", { exact: true }).click();
  const cores = page.getByLabel("Cores of lb1, cores");
  await cores.fill("12");
  await cores.press("Enter");
  await atlas.advanceTo(500_000);
  await page.getByText("Resources", { exact: true }).click();
  const resources = page.getByRole("region", { name: "Resources, the busiest first" });
  await expect(resources.getByRole("row", { name: /lb1, balancer cores/ })).toContainText(
    "12 cores",
  );

  await page.getByText("Percentiles", { exact: true }).click();
  const percentiles = page.getByRole("table", { name: "Percentiles of the time to the answer" });
  await expect(percentiles.getByRole("columnheader", { name: "P99.99" })).toBeVisible();
  await expect(percentiles.getByRole("row", { name: /^Zone az1/ })).toBeVisible();
  await expect(page.locator("[data-multiple='load lookups']")).toBeVisible();
});
