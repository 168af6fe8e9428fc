/** Links that are broken in every way, and those that take long: what the page says and does. */

import { deflateRawSync } from "node:zlib";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

function packed(text: string): string {
  return `#1z${deflateRawSync(text).toString("base64url")}`;
}

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
