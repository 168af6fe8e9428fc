/** Challenges: played to their end by hand, kept, shared, and refused what they do not allow. */

import type { Browser, Locator } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { AtlasPage } from "../pages/AtlasPage";

const END_US = 15_000_000;

function panel(atlas: AtlasPage): Locator {
  return atlas.page.getByRole("region", { name: /^Challenge: / });
}

function result(atlas: AtlasPage): Locator {
  return panel(atlas).getByRole("region", { name: "Result" });
}

function conditions(atlas: AtlasPage): Locator {
  return panel(atlas).getByRole("region", { name: "Conditions" }).getByRole("listitem");
}

async function press(atlas: AtlasPage, store: string, button: string): Promise<void> {
  await atlas.store(store).click();
  await atlas.dialog("Actions").getByRole("button", { name: button, exact: true }).click();
  await atlas.page.keyboard.press("Escape");
}

/** With the keyboard, as fast as it goes. */
async function playToTheEnd(atlas: AtlasPage): Promise<void> {
  for (let i = 0; i < 12; i += 1) await atlas.page.keyboard.press("+");
  await panel(atlas).getByRole("button", { name: "Play the run" }).press("Enter");
  await expect(result(atlas)).toBeVisible();
  expect(await atlas.nowUs()).toBe(END_US);
}

/** Another person's browser. */
async function elsewhere(browser: Browser, link: string): Promise<AtlasPage> {
  const context = await browser.newContext();
  const atlas = new AtlasPage(await context.newPage());
  await atlas.page.goto(link.replace("#", "?paused&origin=self#"));
  return atlas;
}

test("one is played to its end by hand, kept over a reload, and replayed from its link", async ({
  atlas,
  browser,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Challenges…");
  const list = atlas.dialog("Challenges");
  await expect(list.getByRole("listitem")).toHaveCount(5);
  expect(await brokenRules(atlas.page)).toEqual([]);
  await list.getByRole("button", { name: /^Play: The lowest p99/ }).click();
  await expect(conditions(atlas)).toHaveCount(3);
  await atlas.advanceTo(1_000_000);

  await press(atlas, "s-india", "Crash");
  await expect(atlas.notice).toContainText(
    "Not allowed in this challenge: Crash a store or a gateway. You may: Transfer leadership",
  );
  await expect(panel(atlas).getByText("0 of 6 acts")).toBeVisible();
  expect(await atlas.faultCount()).toBe(0);

  await press(atlas, "s-europe", "Transfer leadership here");
  await expect(panel(atlas).getByText("1 of 6 acts")).toBeVisible();
  await playToTheEnd(atlas);
  await expect(result(atlas)).toContainText("Solved: 198\u00a0ms, 2 stars. Your first solution.");
  await expect(conditions(atlas).filter({ hasText: "Holds." })).toHaveCount(3);
  expect(await brokenRules(atlas.page)).toEqual([]);
  const digest = await atlas.digest();

  await panel(atlas).getByRole("button", { name: "Share this run" }).click();
  const link = atlas.dialog("Share this moment").getByLabel("Link", { exact: true });
  await expect(link).not.toHaveValue("");
  const other = await elsewhere(browser, await link.inputValue());
  await expect(result(other)).toContainText(
    "Solved: 198\u00a0ms, 2 stars. This run came by a link: it is not yours.",
  );
  expect(await other.digest()).toBe(digest);
  expect((await other.branches()).branches[0]?.actions).toHaveLength(1);
  await other.page.context().close();

  // The kept session comes back with its challenge, and the best run with it.
  await atlas.open();
  await expect(result(atlas)).toContainText("198\u00a0ms, 2 stars");
  await expect(result(atlas)).toContainText("This is your best run.");
  expect(await atlas.digest()).toBe(digest);
});

test("it is tried again and beaten, and an act after its end is refused", { tag: "@long" }, async ({
  atlas,
}) => {
  await atlas.open({ scenario: "challenge.three-regions" });
  await expect(conditions(atlas)).toHaveCount(3);
  await atlas.advanceTo(1_000_000);
  await press(atlas, "s-europe", "Transfer leadership here");
  await playToTheEnd(atlas);
  await press(atlas, "s-india", "Transfer leadership here");
  await expect(atlas.notice).toContainText("The time of this challenge is over.");

  await panel(atlas).getByRole("button", { name: "Try again" }).click();
  await expect(panel(atlas).getByText("0 of 6 acts")).toBeVisible();
  expect(await atlas.nowUs()).toBe(0);
  await atlas.advanceTo(1_000_000);
  await press(atlas, "s-europe", "Transfer leadership here");
  await atlas.advanceTo(2_000_000);
  await atlas.left.getByRole("radio", { name: "Lease", exact: true }).click();
  await expect(panel(atlas).getByText("2 of 6 acts")).toBeVisible();
  await playToTheEnd(atlas);
  await expect(result(atlas)).toContainText(
    "Solved: 120\u00a0ms, 3 stars. Better than your 198\u00a0ms.",
  );
  // Going back shows how it stood, and what was reached stays kept.
  await atlas.advanceTo(END_US);
  await panel(atlas).getByRole("button", { name: "Watch your best run" }).click();
  await expect(result(atlas)).toContainText("This is your best run.");
});

test("by keyboard alone from the palette, and on a phone as a sheet", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await page.keyboard.press("Control+k");
  const option = page.getByRole("option", { name: /Make a lease lie/ });
  await expect(option).toBeAttached();
  await page.keyboard.type("Make a lease lie");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Make a lease lie", level: 2 })).toBeFocused();
  await expect(conditions(atlas)).toHaveCount(1);
  await page.getByRole("button", { name: "Give me a hint" }).press("Enter");
  await expect(page.getByRole("list", { name: "Hints" }).getByRole("listitem")).toHaveCount(1);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(conditions(atlas)).toHaveCount(1);
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole("button", { name: "Leave the challenge" }).click();
  await expect(panel(atlas)).toBeHidden();
  await expect(atlas.title).toHaveText("A lease between three cities");
});
