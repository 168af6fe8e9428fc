/** Links that carry an experiment: made, and opened elsewhere. */

import { expect, test } from "../fixtures";
import { LessonPage } from "../pages/LessonPage";
import { elsewhere, held, linkOf, shown } from "../shareLinks";

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
