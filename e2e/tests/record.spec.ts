/** What somebody does becomes a scenario: recorded, reviewed, run, and held to what is expected. */

import type { Page } from "@playwright/test";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { EditorPage } from "../pages/editorPage";
import { buildCli, runByCli } from "../scenarios";

const END_US = 4_000_000;

/** Three things at three instants, and on to where it stops. */
async function doThree(atlas: AtlasPage): Promise<void> {
  await atlas.advanceTo(1_000_000);
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.advanceTo(2_000_000);
  await atlas.act({ do: "isolate", place: "Ohio" });
  await atlas.advanceTo(3_000_000);
  await atlas.act({ do: "restart", store: "s3" });
  await atlas.advanceTo(END_US);
}

function bar(page: Page) {
  return page.getByRole("region", { name: "Recording" });
}

function review(page: Page) {
  return page.getByRole("dialog", { name: "Make a scenario of what you did" });
}

function goals(page: Page) {
  return review(page).getByRole("region", { name: "What is expected" }).getByRole("listitem");
}

async function expectAllHold(page: Page): Promise<number> {
  await expect(goals(page).first()).toHaveAttribute("data-met", /./);
  await expect(goals(page).and(page.locator(':not([data-met="true"])'))).toHaveCount(0);
  return goals(page).count();
}

/** At its end the story says of each expectation whether it is met. */
async function expectMet(atlas: AtlasPage, count: number): Promise<void> {
  const end = atlas.left.getByRole("region", { name: "Expectations at the end of the run" });
  await expect(end.locator('[data-met="true"]')).toHaveCount(count);
  await expect(end.locator('[data-met="false"]')).toHaveCount(0);
}

test("three things are recorded, reviewed, and are the same run as a scenario", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look", seed: 11 });
  await atlas.advanceTo(500_000);
  await atlas.more("Record what I do");
  await expect(bar(page)).toContainText(/since 0\.500.000.s: nothing yet/);
  await doThree(atlas);
  await expect(bar(page)).toContainText("3 actions");
  expect(await brokenRules(page)).toEqual([]);
  const digest = await atlas.digest();

  await bar(page).getByRole("button", { name: "Stop and make a scenario" }).click();
  await expect(review(page).getByRole("checkbox", { name: /s3/ })).toHaveCount(2);
  await expect(page.getByTestId("recorded-run")).toContainText(
    `It ran, and is your session: digest ${digest}.`,
  );
  const count = await expectAllHold(page);
  expect(count).toBeGreaterThan(3);
  expect(await brokenRules(page)).toEqual([]);
  await review(page).getByLabel("Title").fill("What I did");
  await review(page).getByRole("button", { name: "Open as my scenario" }).click();

  await expect(atlas.title).toHaveText("What I did");
  await expect(bar(page)).toHaveCount(0);
  const editor = new EditorPage(atlas);
  await expect(editor.name).toHaveValue("what-i-did.json");
  await expect(editor.state).toHaveText("This is what runs.");
  await editor.expectProblems(0);
  await atlas.advanceTo(END_US);
  expect(await atlas.digest()).toBe(digest);
  await page.getByRole("button", { name: "Close the editor" }).click();
  await expectMet(atlas, count);
});

test("what is left out changes the run, and the engine judges again", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look", seed: 11 });
  await atlas.more("Record what I do");
  await doThree(atlas);
  const digest = await atlas.digest();
  await page.keyboard.press("Shift+R");
  await expect(page.getByTestId("recorded-run")).toContainText("is your session");
  const count = await expectAllHold(page);
  await review(page).getByRole("checkbox", { name: /Ohio/ }).uncheck();
  await expect(page.getByTestId("recorded-run")).toContainText(/^It ran to 4\.000.000.s/);
  await expect(page.getByTestId("recorded-run")).not.toContainText(digest);
  await review(page).getByRole("button", { name: "Take the limits from this run" }).click();
  await expectAllHold(page);
  await expect(goals(page)).toHaveCount(count);
  await goals(page).first().getByRole("checkbox").uncheck();
  await review(page).getByRole("button", { name: "Open as my scenario" }).click();
  await expect(atlas.title).toHaveText("First look, recorded");
  await atlas.advanceTo(END_US);
  expect(await atlas.digest()).not.toBe(digest);
  expect(await atlas.faults()).toEqual([]);
  await page.getByRole("button", { name: "Close the editor" }).click();
  await expectMet(atlas, count - 1);
  await atlas.opening.click();
  await expect(atlas.button("Open first-look-recorded.json")).toBeVisible();
});

test("without a pointer, and without a recording: a session logs what was done", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "follower-read", variant: "follower" });
  await atlas.advanceTo(1_000_000);
  await page.keyboard.press("Shift+R");
  await expect(bar(page)).toBeVisible();
  await atlas.act({ do: "heal" });
  await atlas.advanceTo(1_500_000);
  await atlas.tabTo(bar(page).getByRole("button", { name: "Stop recording" }));
  await page.keyboard.press("Enter");
  await expect(bar(page)).toHaveCount(0);

  await atlas.more("Export…");
  await atlas.tabTo(page.getByRole("button", { name: "Make a scenario…" }));
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("recorded-run")).toContainText("is your session");
  await expectAllHold(page);
  await atlas.tabTo(review(page).getByLabel("Title"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("By keys");
  await page.keyboard.press("Enter");
  await expect(atlas.title).toContainText("By keys");
  expect((await atlas.run()).variant).toBe("follower");
});

test("a recording ends when another scenario is opened, and says so", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.page.keyboard.press("Shift+R");
  await expect(bar(atlas.page)).toBeVisible();
  await atlas.openVariant("stale-leader");
  await expect(bar(atlas.page)).toHaveCount(0);
  await expect(atlas.notice).toContainText("The recording has ended");
});

test("the command line runs the file to the same digest, and all that it expects holds", async ({
  atlas,
}) => {
  const { page } = atlas;
  await buildCli();
  await atlas.open({ scenario: "first-look", seed: 3 });
  await atlas.more("Record what I do");
  await doThree(atlas);
  const digest = await atlas.digest();
  await page.keyboard.press("Shift+R");
  const count = await expectAllHold(page);
  await review(page).getByRole("button", { name: "Open as my scenario" }).click();
  await expect(atlas.title).toHaveText("First look, recorded");
  const saving = page.waitForEvent("download");
  await new EditorPage(atlas).button("Save file").click();
  const { variants, expect: judged } = await runByCli(await (await saving).path());
  expect(variants.run).toMatchObject({ digest, simulated_us: END_US });
  expect(judged.map(({ met }) => met)).toEqual(new Array(count).fill(true));
});
