/** The figures on the screen are the engine's. */

import { expect, test } from "../fixtures";

test("bytes between zones, with and without framing, and their price", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.openView("Metrics");
  await atlas.advanceTo(10_000_000);
  await expect(atlas.bytesByKind).toBeVisible();
  const { bytes, framing, usd } = await atlas.frame();
  const sums = { payload: 0, framing: 0, usd };
  const zones = 3;
  const kinds = bytes.length / zones / zones;
  for (let cell = 0; cell < zones * zones; cell++) {
    if (Math.floor(cell / zones) === cell % zones) continue;
    for (let k = 0; k < kinds; k++) {
      sums.payload += bytes[cell * kinds + k] ?? 0;
      sums.framing += framing[cell * kinds + k] ?? 0;
    }
  }
  const kilo = (bytes: number) => (bytes / 1000).toFixed(1).replace(/\.0$/, "");
  const region = atlas.meters.getByRole("region", { name: "Bytes between zones" });
  const wire = `${kilo(sums.payload + sums.framing)} kB`;
  const payload = `${kilo(sums.payload)} kB`;
  await expect(
    region.getByRole("button", { name: `${wire} between zones, on the wire` }),
  ).toBeVisible();
  await expect(region).toContainText(`this run, on the wire; ${payload} of it payload`);
  await region.getByRole("button", { name: "under a cent" }).hover();
  const price = await atlas.page.getByRole("tooltip").textContent();
  expect(Number(/Exactly: \$([\d.]+)\./.exec(price ?? "")?.[1])).toBeCloseTo(sums.usd, 8);
  await atlas.page.keyboard.press("Escape");

  await region.getByRole("switch", { name: /Count framing/ }).click();
  await expect(
    region.getByRole("button", { name: `${payload} between zones, payload` }),
  ).toBeVisible();
  await expect(region).toContainText(`this run, payload; ${wire} on the wire`);
});

test("in one zone nothing crosses, and no kinds of bytes are told", async ({ atlas }) => {
  await atlas.open({ scenario: "million-reads" });
  await atlas.openView("Metrics");
  await atlas.advanceTo(50_000);
  await expect(atlas.matrix).toBeVisible();
  await expect(atlas.bytesByKind).toHaveCount(0);
});

test("the matrix by kind and per second", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.openView("Metrics");
  await atlas.advanceTo(4_000_000);
  await atlas.advanceTo(5_000_000);
  const region = atlas.meters.getByRole("region", { name: "Zone to zone" });
  const cells = atlas.matrix.getByRole("cell").getByRole("button");
  await expect(cells).toHaveCount(9);
  const all = await cells.allTextContents();
  await region.getByLabel("Kind of bytes").selectOption({ label: "snapshot" });
  await expect(cells.filter({ hasText: "·" })).toHaveCount(9);
  await region.getByLabel("Kind of bytes").selectOption({ label: "All kinds" });
  expect(await cells.allTextContents()).toEqual(all);
  await region.getByLabel("What to show").selectOption({ label: "Bytes/s now" });
  await cells.nth(1).focus();
  await expect(atlas.page.getByRole("table", { name: /mean of the last 1 s/ })).toBeVisible();
});

test("latencies, counters, digest and safety of the run", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.openView("Metrics");
  await atlas.advanceTo(20_000_000);
  const outcomes = atlas.meters.getByRole("table", { name: "Outcomes by workload" });
  const ok = (await outcomes.getByRole("row").nth(1).getByRole("cell").first().textContent()) ?? "";
  expect(Number(ok)).toBeGreaterThan(10);
  await expect(
    atlas.meters.getByRole("img", { name: /^Latency histogram of .*: half within/ }),
  ).toBeVisible();
  await expect(
    atlas.meters.getByText(/leader completeness, state-machine safety: hold/),
  ).toBeVisible();
  await expect(atlas.meters.getByText(await atlas.digest())).toBeVisible();
});

test("requests are filtered, and a stale one stays in the list", { tag: "@long" }, async ({
  atlas,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.openView("Metrics");
  await atlas.openView("Requests");
  const { id } = await atlas.advanceUntilRequest((r) => r.verdict === "stale", 20_000_000);
  await atlas.advanceTo(20_000_000);
  expect((await atlas.requests()).some((r) => r.id === id)).toBe(false);
  const rows = atlas.requestTable.getByRole("row");
  await atlas.page.getByLabel("Verdict").selectOption("stale");
  await expect(rows.filter({ hasText: "fresh" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "stale by" })).not.toHaveCount(0);
  await atlas.page.getByLabel("Outcome").selectOption("failed");
  await expect(atlas.page.getByText("No recent request passes the filters.")).toBeVisible();
});

test("a figure is explained under the pointer, and the explanation can be pointed at", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.openView("Metrics");
  await atlas.advanceTo(3_000_000);
  const tip = atlas.page.getByRole("tooltip");
  await atlas.meters.getByRole("button", { name: /between zones, on the wire/ }).hover();
  await expect(tip).toContainText("Clouds bill this");
  await atlas.page
    .getByText(/^All that crossed links/)
    .first()
    .hover();
  await expect(tip).toContainText("Clouds bill this");
  await atlas.title.hover();
  await expect(tip).toHaveCount(0);
});
