/** The page on a telephone: 390 px wide, everything still within reach. */

import { expect, test } from "../fixtures";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("fits the width in every sheet", async ({ atlas }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(2_000_000);
  await atlas.expectNoSidewaysScroll();
  const sheets = atlas.page.getByRole("navigation", { name: "Sheets" });
  for (const name of ["Controls", "Meters", "Requests", "Events"]) {
    await sheets.getByRole("button", { name }).tap();
    await expect(sheets.getByRole("button", { name })).toHaveAttribute("aria-expanded", "true");
    await atlas.expectNoSidewaysScroll();
  }
});

test("time, faults, reads and requests can be reached", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  const sheets = page.getByRole("navigation", { name: "Sheets" });

  await atlas.button("Next event").tap();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(0);
  await atlas.advanceTo(1_000_000);

  await sheets.getByRole("button", { name: "Controls" }).tap();
  await page.getByRole("form", { name: "Do something" }).getByRole("button", { name: "Cut" }).tap();
  await expect.poll(() => atlas.faults()).toEqual(["cut oregon-ohio"]);
  await page.getByRole("radio", { name: "Follower" }).tap();
  await expect.poll(() => atlas.readMode()).toBe("follower");
  await page.getByRole("button", { name: "Get", exact: true }).tap();

  await sheets.getByRole("button", { name: "Requests" }).tap();
  await expect(atlas.requestTable.getByRole("button", { name: /^get k0/ })).toBeVisible();

  await sheets.getByRole("button", { name: "Meters" }).tap();
  const figure = page.getByRole("button", { name: /between zones, on the wire/ });
  await figure.tap();
  await expect(page.getByRole("tooltip")).toContainText("Clouds bill this");
});

test("a link is cut on the narrow map", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.link("oregon", "ohio").tap();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).tap();
  await expect.poll(() => atlas.faults()).toEqual(["cut oregon-ohio"]);
  await atlas.expectNoSidewaysScroll();
});

test("a shared view stands in its sheet, and a sheet is shared as a view", async ({ atlas }) => {
  const { page } = atlas;
  await page.goto("./?e2e#1;scenario=first-look&at=2&view=events");
  await expect(page.getByRole("dialog", { name: "Events" })).toBeVisible();
  const sheets = page.getByRole("navigation", { name: "Sheets" });
  await expect(sheets.getByRole("button", { name: "Events" })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await page.evaluate(() => {
    location.hash = "#1;scenario=first-look&at=2&view=spacetime";
  });
  await expect(page.getByRole("dialog", { name: "Space-time" })).toBeVisible();
  await expect(atlas.notice).toContainText("The shared run stands at 2");
  // Without a view the map stays in sight.
  await sheets.getByRole("button", { name: "Space-time" }).tap();
  await page.evaluate(() => {
    location.hash = "#1;scenario=first-look&at=3";
  });
  await expect.poll(() => atlas.nowUs()).toBe(3_000_000);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await atlas.expectNoSidewaysScroll();
});

test("why is asked and answered in a sheet, and the head fits", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  for (const name of ["More", "Help"]) {
    await expect(atlas.button(name)).toBeInViewport({ ratio: 1 });
  }
  await atlas.page.evaluate(() => window.simApi?.select({ node: 1 }));
  await atlas.button("Why has it this role?").tap();
  await expect(atlas.why.getByRole("heading")).toHaveText("Why is s2 leader in term 1?");
  await atlas.expectNoSidewaysScroll();
  await atlas.dialog("Why").getByRole("button", { name: "Close" }).tap();
  await expect(atlas.why).toBeHidden();
  await expect(atlas.inspector).toBeVisible();
});
