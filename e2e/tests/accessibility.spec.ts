/** Every view passes the automatic accessibility rules, in every theme and width. */

import { brokenInThemes, brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("the page with a fault, a stale read and an open request, in each theme", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceUntilRequest((r) => r.verdict === "stale", 60_000_000);
  await atlas.openView("Requests");
  await atlas.requestTable.getByRole("row").filter({ hasText: "stale by" }).first().click();
  await expect(page.getByRole("region", { name: /^Hops of/ })).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  expect(await brokenInThemes(page)).toEqual([]);
});

for (const theme of ["light", "dark", "projector"])
  test(`a theme that was chosen is there from the start: ${theme}`, async ({ atlas }) => {
    await atlas.page.addInitScript((name) => localStorage.setItem("raft-atlas/theme", name), theme);
    await atlas.open({ scenario: "first-look" });
    await expect(atlas.page.locator("html")).toHaveAttribute("data-theme", theme);
  });

test("a colour that one theme makes hard to read is told with the theme", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.left.evaluate((controls) => {
    const line = document.createElement("p");
    line.textContent = "ink of the light theme, on every panel";
    line.style.color = "#17202b";
    line.style.background = "var(--panel)";
    controls.prepend(line);
  });
  expect(await brokenRules(page)).toEqual([]);
  expect(await brokenInThemes(page)).toEqual([expect.stringMatching(/^dark: color-contrast: /)]);
});

test("a rule that is broken is told, of the whole page and of a part", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await page.getByRole("main").evaluate((main) => {
    main.append(document.createElement("button"));
  });
  const told = await brokenRules(page);
  expect(told).toEqual([expect.stringMatching(/^button-name: /)]);
  expect(await brokenRules(page, "main")).toEqual(told);
  expect(await brokenRules(page, "header")).toEqual([]);
});

test("dialogs, menus and the other views", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);

  await atlas.more("Help");
  await expect(atlas.dialog("Help")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await atlas.more("What is real");
  await expect(atlas.dialog("What is real, what is modelled")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await atlas.more("Published figures");
  await expect(atlas.dialog("Published figures").getByRole("listitem").first()).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await atlas.opening.click();
  await expect(
    atlas
      .dialog("Open a scenario")
      .getByRole("button", { name: /^Open / })
      .first(),
  ).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Events" }).click();
  await atlas.store("s1").click();
  await expect(atlas.dialog("Actions")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
});

test("every view, of a run and of two", async ({ atlas }) => {
  test.setTimeout(180_000);
  await atlas.page.goto("./?paused&origin=self&scenario=first-look&beside=pre_vote:false");
  await atlas.ready();
  await atlas.advanceTo(1_000_000);
  // It comes with the second run, which opens after the first.
  await expect(atlas.page.getByRole("tab", { name: "Compare", exact: true })).toBeVisible();
  const views = await atlas.views();
  for (const view of views) {
    await atlas.page.getByRole("tab", { name: view, exact: true }).click();
    await expect(atlas.page.getByRole("tabpanel", { name: view, exact: true })).not.toBeEmpty();
    expect(await brokenRules(atlas.page), view).toEqual([]);
  }
});

test("the message about a bad file, and the one about a panic", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.openFile("bad.json", "{}");
  await expect(atlas.dialog("bad.json was not opened")).toBeVisible();
  expect(await brokenRules(atlas.page)).toEqual([]);
  await atlas.page.keyboard.press("Escape");
  await atlas.panic();
  await expect(atlas.map.getByRole("alert")).toBeVisible();
  expect(await brokenRules(atlas.page)).toEqual([]);
});

test("the narrow page and its sheets", async ({ atlas }) => {
  await atlas.page.setViewportSize({ width: 390, height: 844 });
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(3_000_000);
  expect(await brokenRules(atlas.page)).toEqual([]);
  const sheets = atlas.page.getByRole("navigation", { name: "Sheets" });
  for (const name of ["Controls", "Metrics", "Requests", "Events"]) {
    await sheets.getByRole("button", { name }).click();
    expect(await brokenRules(atlas.page), name).toEqual([]);
  }
});

test("two runs beside each other, in each theme", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "follower-read", variant: "leader" });
  await atlas.advanceTo(2_000_000);
  await page.keyboard.press("b");
  await expect(atlas.button("Compare: Variant “Read at the follower”")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  // By key: a pointer left standing would open a tip over whatever comes under it.
  await atlas.button("Compare: Variant “Read at the follower”").press("Enter");
  await expect(page.getByTestId("reason")).toBeVisible();
  await expect(page.getByRole("region", { name: "follower reads" })).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  expect(await brokenInThemes(page)).toEqual([]);
});
