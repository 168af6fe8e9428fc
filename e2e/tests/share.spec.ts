/** Links that carry an experiment: made, opened elsewhere, and broken in every way. */

import { deflateRawSync } from "node:zlib";
import type { Browser } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import { AtlasPage } from "../pages/AtlasPage";
import { LessonPage } from "../pages/LessonPage";

/** What a page shows, as far as a link carries it. */
async function shown(atlas: AtlasPage) {
  const { us, events, digest, selection } = await atlas.run();
  const { branches } = await atlas.branches();
  const actions = branches.map((branch) => branch.actions.length);
  return { us, events, digest, selection, actions };
}

/** The link that the dialog offers. */
async function linkOf(atlas: AtlasPage): Promise<string> {
  await atlas.button("Share…").click();
  const field = atlas.dialog("Share this moment").getByLabel("Link", { exact: true });
  await expect(field).not.toHaveValue("");
  const link = await field.inputValue();
  await atlas.page.keyboard.press("Escape");
  return link;
}

/** Another person's browser. */
async function elsewhere(browser: Browser, link: string): Promise<AtlasPage> {
  const context = await browser.newContext();
  const atlas = new AtlasPage(await context.newPage());
  await atlas.page.goto(held(link));
  return atlas;
}

/** The same, that stands still and is spoken to. */
function held(link: string): string {
  const url = new URL(link);
  url.search = [url.search.slice(1), "paused", "origin=self"].filter(Boolean).join("&");
  return url.href;
}

function packed(text: string): string {
  return `#1z${deflateRawSync(text).toString("base64url")}`;
}

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

test("a link opens in a fresh browser at the same instant, digest, view and selection", async ({
  atlas,
  browser,
}) => {
  await atlas.open({ scenario: "first-look", seed: 11 });
  await atlas.advanceTo(2_000_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(4_500_000);
  await atlas.act({ do: "set", settings: { read_mode: "follower" } });
  await atlas.advanceTo(6_000_000);
  await atlas.page.keyboard.press("m");
  await atlas.advanceTo(9_000_000);
  await atlas.page.keyboard.press("ArrowLeft");
  await expect.poll(() => atlas.nowUs()).toBeLessThan(9_000_000);
  await atlas.select({ node: 0 });
  await atlas.page.getByRole("tab", { name: "Events" }).click();
  const here = await shown(atlas);
  const link = await linkOf(atlas);
  expect(link).toMatch(/#2[\w-]+$/);

  const other = await elsewhere(browser, link);
  await expect(other.notice).toContainText("The shared run stands at");
  expect(await shown(other)).toEqual(here);
  await expect(other.page.getByRole("tab", { name: "Events" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(other.inspector).toBeVisible();
  // What comes later is the same, too: the log goes on as it did.
  await atlas.advanceTo(12_000_000);
  await other.advanceTo(12_000_000);
  expect(await other.digest()).toBe(await atlas.digest());
  // Nobody had a session there: this one is kept from now on.
  await other.page.goto("about:blank");
  await other.page.goto(held(link.split("#")[0] ?? ""));
  await expect.poll(() => other.nowUs()).toBe(12_000_000);
  await other.page.context().close();
});

test("a link from the middle of a lesson opens there, at the same instant and digest", async ({
  atlas,
  browser,
}) => {
  await atlas.page.goto("./?paused&origin=self&lesson=leader&step=election");
  const { player } = new LessonPage(atlas);
  await expect(player).toContainText("The leader is gone");
  await expect(player.getByText("Running to where this step begins")).toHaveCount(0);
  await expect.poll(() => atlas.nowUs()).toBe(5_000_000);
  await atlas.advanceBy(1_234_567);
  await atlas.act({ do: "crash", store: "s1" });
  await atlas.advanceBy(2_000_000);
  const here = await shown(atlas);
  const link = await linkOf(atlas);
  expect(new URL(link).hash).toMatch(/^#2/);

  const other = await elsewhere(browser, link);
  const there = new LessonPage(other).player;
  await expect(there).toContainText("The leader is gone");
  await expect(there.getByText("not the run of the step")).toHaveCount(0);
  expect(await shown(other)).toEqual(here);
  await other.page.context().close();
});

test("a link without a lesson closes the open one, and the way back leads into it again", async ({
  atlas,
}) => {
  const { page } = atlas;
  await page.goto("./?paused&origin=self&lesson=leader&step=election");
  const { player } = new LessonPage(atlas);
  await expect(player).toContainText("The leader is gone");
  await expect(player.getByText("Running to where this step begins")).toHaveCount(0);
  await atlas.advanceBy(1_000_000);
  const digest = await atlas.digest();
  // The very run that the lesson is about: nothing but the link tells that it is somebody else's.
  await page.evaluate(() => {
    location.hash = "#1;scenario=first-look&at=5.5&do=+6,crash,store:s2";
  });
  await expect(atlas.notice).toContainText("The lesson is closed; it goes on where you left it.");
  await expect(player).toHaveCount(0);
  await atlas.advanceTo(20_000_000);
  await expect(atlas.notice).not.toContainText("Goal");
  const strip = page.getByRole("region", { name: "A shared run" });
  await strip.getByRole("button", { name: "Back to your session" }).click();
  await expect(player).toContainText("The leader is gone");
  await expect.poll(() => atlas.digest()).toBe(digest);
});

test("a long session is packed, and one that no link holds is a file that opens again", {
  tag: "@long",
}, async ({ atlas, browser }) => {
  await atlas.open({ scenario: "first-look" });
  const text = await atlas.page.evaluate(async () =>
    (await fetch("./scenarios/first-look.json")).text(),
  );
  await atlas.dropFile("mine.json", text.replace(/"title":\s*"[^"]*"/, '"title": "Mine"'));
  await expect(atlas.title).toHaveText("Mine");
  // It opens where something happens, and goes on from there.
  await expect.poll(() => atlas.nowUs()).toBe(2_000_000);
  await atlas.advanceTo(3_000_000);
  const link = await linkOf(atlas);
  expect(link).toContain("#2");
  const other = await elsewhere(browser, link);
  await expect(other.title).toHaveText("Mine");
  await expect.poll(() => other.nowUs()).toBe(3_000_000);
  expect(await other.digest()).toBe(await atlas.digest());
  await other.page.context().close();

  // What means nothing to the engine and cannot be packed.
  const noise = Array.from({ length: 60_000 }, (_, i) => " \t\n\r"[((i + 13) ** 3 % 99_991) % 4]);
  await atlas.dropFile("long.json", text.replace("{", `{${noise.join("")}`));
  await expect(atlas.title).toHaveText("First look");
  await atlas.advanceTo(2_000_000);
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  await expect(dialog.getByRole("alert")).toContainText("send it as a file");
  const download = atlas.page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as a file" }).click();
  const file = await (await download).createReadStream();
  const content = Buffer.concat(await file.toArray()).toString();
  const digest = await atlas.digest();
  await atlas.page.keyboard.press("Escape");
  await atlas.advanceTo(3_000_000);
  await atlas.dropFile("long-shared.json", content);
  await expect(atlas.notice).toContainText("The shared run stands at 2");
  expect(await atlas.digest()).toBe(digest);
});

test("a shared run does not cost the session that was kept", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "stale-leader", variant: "leader", seed: 3 });
  await atlas.advanceTo(1_500_000);
  const digest = await atlas.digest();
  await page.goto("about:blank");
  await page.goto("./?paused&origin=self#1;scenario=first-look&seed=5&at=2&do=+1,crash,store:s1");
  await expect(atlas.notice).toContainText("The shared run stands at 2");
  expect(await atlas.faults()).toEqual(["crash s1"]);
  await atlas.advanceTo(3_000_000);
  const strip = page.getByRole("region", { name: "A shared run" });
  await strip.getByRole("button", { name: "Back to your session" }).click();
  await expect(atlas.title).toContainText("· The leader asks first");
  await expect.poll(() => atlas.digest()).toBe(digest);
  await expect(strip).toHaveCount(0);

  // Another link into the open page; this time the shared run is kept.
  await page.evaluate(() => {
    location.hash = "#1;scenario=first-look&seed=6&at=1";
  });
  await atlas.expectSeed(6);
  await strip.getByRole("button", { name: "Keep this run instead" }).click();
  await expect(strip).toHaveCount(0);
  await atlas.advanceTo(2_000_000);
  await page.reload();
  await atlas.ready();
  await atlas.expectSeed(6);
  expect(await atlas.nowUs()).toBe(2_000_000);
});

test("what is wrong with a link is told, with what was done instead", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await page.goto(
    "./?paused&origin=self#1;scenario=first-look&stamp=00000000000000&variant=garden&seed=x&at=3&digest=00000000" +
      "&range=99&select=node:77&lesson=none&colour=%3Cb%3Ered%3C/b%3E" +
      "&do=+1,crash,store:s9&do=+0.5,fly,to:moon&do=+0.5,crash,store:s1",
  );
  const dialog = atlas.dialog("This link was opened with changes");
  for (const words of [
    "This page knows no such part",
    "The scenario’s own seed was taken",
    "The scenario “first-look” was changed since this was shared",
    "garden",
    "action 1, crash at 1.000 000 s",
    "action 2, fly at 1.500 000 s",
    "There is no range 99",
    "There is no “node:77” here",
    "the digest of this run begins with",
  ]) {
    await expect(dialog.getByTestId("link-problems")).toContainText(words);
  }
  expect(await brokenRules(page, "dialog")).toEqual([]);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => atlas.nowUs()).toBe(3_000_000);
  expect(await atlas.faults()).toEqual(["crash s1"]);
});

test("a link to an instant far away is gone to in pieces, and can be given up", async ({
  atlas,
}) => {
  const { page } = atlas;
  await page.goto("./?paused&origin=self#1;scenario=first-look&at=86400");
  await expect(atlas.notice).toContainText("Going to");
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(0);
  await atlas.notice.getByRole("button", { name: "Stop here" }).click();
  await expect(atlas.notice).toContainText("The shared run stands at");
  const stopped = await atlas.nowUs();
  expect(stopped).toBeLessThan(86_400_000_000);
  // Another link meanwhile ends such a way, too.
  await page.evaluate(() => {
    location.hash = "#1;scenario=first-look&at=86399";
  });
  await expect(atlas.notice).toContainText("Going to");
  await page.evaluate(() => {
    location.hash = "#1;scenario=stale-leader&at=1";
  });
  await expect(atlas.notice).toContainText("The shared run stands at 1.000");
  await expect.poll(() => atlas.nowUs()).toBe(1_000_000);
});

test("links that make no sense leave the page as it is: cut, changed, a bomb, another version", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  const digest = await atlas.digest();
  const bad = [
    "#2;scenario=first-look",
    "#1z",
    "#1z%%%",
    "#1;seed=7",
    "#1;scenario=../../etc/passwd",
    "#1;scenario=nowhere",
    packed("a".repeat(40_000_000)),
    packed(`text=${"{".repeat(100_000)}`),
    packed('name=x&text={"format":"raft-atlas/1"}'),
    `#1;scenario=first-look&name=${"x".repeat(70_000)}`,
  ];
  for (const fragment of bad) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    const dialog = atlas.dialog("This link was not opened");
    await expect(dialog, fragment.slice(0, 60)).toBeVisible();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toHaveCount(0);
    expect(await atlas.digest()).toBe(digest);
  }
  await atlas.advanceTo(1_200_000);
  expect(await atlas.nowUs()).toBe(1_200_000);
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

test("an address names a step by number or title, and says what is none", async ({ atlas }) => {
  const { page } = atlas;
  const step = page.getByRole("region", { name: /^Lesson: / }).getByRole("heading", { level: 2 });
  await page.goto("./?paused&origin=self&lesson=old-leader&step=2");
  await expect(step).toContainText("step 2 of");
  await page.goto("./?paused&origin=self&lesson=old-leader&step=lie");
  await expect(step).toContainText("step 2 of");
  await page.goto("./?paused&origin=self&lesson=old-leader&step=9");
  await expect(atlas.notice).toContainText("has no step “9”. Its steps: 1 or two, 2 or lie");
});
