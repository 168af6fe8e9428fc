/** The dialog that makes links: what it offers, what is ticked, its code. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import { AtlasPage } from "../pages/AtlasPage";
import { LessonPage } from "../pages/LessonPage";

test("what nobody has changed has a short link with a picture, to a scenario or to a step", async ({
  atlas,
  page,
}) => {
  const short = () => page.getByLabel("Short link with a picture");
  const share = () => atlas.button("Share…").click();
  await atlas.open({ scenario: "stale-leader" });
  await atlas.advanceTo(6_000_000);
  await share();
  await expect(short()).toHaveValue(/\/s\/stale-leader\/$/);
  expect(await brokenRules(page)).toEqual([]);
  const address = await short().inputValue();
  await page.keyboard.press("Escape");
  await atlas.act({ do: "crash", store: "s3" });
  await share();
  await expect(atlas.dialog("Share this moment").getByLabel("Link", { exact: true })).toBeVisible();
  await expect(short()).toHaveCount(0);
  await page.goto(address);
  await page.waitForURL(/\?scenario=stale-leader$/);
  const lesson = listLessons().find(({ id }) => id === "old-leader");
  const step = lesson?.steps.find(({ id }) => id === "lie");
  if (lesson === undefined || step === undefined) throw new Error("There is no such step.");
  await new LessonPage(atlas).open(lesson, step);
  await share();
  await expect(short()).toHaveValue(/\/story\/old-leader\/lie\/$/);
});

test("the dialog says what is in the link, shows it as a code, and fits a phone", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  await expect(dialog).toContainText("Anyone who opens it sees this run at 2.000 000 s");
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy the link" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Copied." })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await dialog.getByLabel("Link", { exact: true }).inputValue());
  expect(await brokenRules(page, "dialog")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await atlas.expectNoSidewaysScroll();
  await expect(dialog.getByRole("button", { name: "Copy the link" })).toBeVisible();
});

test("what is ticked goes with the link: panels, lock, presentation and the second run", async ({
  atlas,
  browser,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "follower-read", variant: "leader" });
  await atlas.advanceTo(1_000_000);
  await atlas.moreOfTime("Bookmark this instant");
  await atlas.advanceTo(2_000_000);
  await atlas.more("Compare runs, or stop comparing");
  await atlas.button("Compare: Variant “Read at the follower”").click();
  await expect(page.getByRole("tab", { name: "Compare" })).toBeVisible();
  await page.getByRole("tab", { name: "Events" }).click();
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  await dialog.getByLabel("Begins as a presentation, at its first slide").check();
  await dialog.getByLabel("The controls are locked").check();
  await dialog.getByLabel("The second run: follower reads").check();
  await dialog.getByLabel("Metrics").uncheck();
  const field = dialog.getByLabel("Link", { exact: true });
  await expect(field).toHaveValue(
    /\?panels=map,story,time,dock&lock&beside=variant%3Afollower&present#/,
  );
  await dialog.getByText("Ids for addresses of your own").click();
  await expect(dialog).toContainText("?scenario=follower-read&variant=leader&seed=");
  const link = await field.inputValue();

  const context = await browser.newContext();
  const other = new AtlasPage(await context.newPage());
  await other.page.goto(link.replace("#", "&paused&origin=self#"));
  await expect(other.button("Slide 1 of 1")).toBeVisible();
  await expect.poll(() => other.nowUs()).toBe(1_000_000);
  await expect(other.page.getByRole("region", { name: "follower reads" })).toBeVisible();
  const events = other.page.getByRole("tab", { name: "Events" });
  await expect(events).toHaveAttribute("aria-selected", "true");
  await expect(other.button("Unlock")).toBeVisible();
  await context.close();
});

test("the code fills the screen and closes alone; a slide carries it", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  await dialog.getByRole("button", { name: "Show the QR code on the full screen" }).click();
  const large = atlas.dialog("QR code of the link");
  const box = await large.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect([box?.width, box?.height]).toEqual([width, height]);
  await atlas.button("Close the QR code").click();
  await expect(large).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");

  await atlas.more("Present");
  await atlas.button("QR code").click();
  const corner = page.getByRole("complementary", { name: "This slide as a link" });
  await expect(corner.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  await atlas.button("QR code").click();
  await expect(corner).toHaveCount(0);
});
