/** What if: acting in the past begins a branch, and every branch can be entered again, exactly. */

import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const END_US = 8_000_000;

async function seek(atlas: AtlasPage, us: number): Promise<void> {
  await atlas.at(us);
}

/** A run whose store s3 crashes at 4 s; from 3 s on a branch in which s2 is cut off instead. */
async function twoBranches(atlas: AtlasPage): Promise<{ crashed: string; isolated: string }> {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.advanceTo(END_US);
  const crashed = await atlas.digest();
  await seek(atlas, 3_000_000);
  await atlas.act({ do: "isolate", place: "s2" });
  await atlas.advanceTo(END_US);
  return { crashed, isolated: await atlas.digest() };
}

function lanes(page: Page) {
  return page.getByRole("navigation", { name: "Branches" });
}

test("a branch before a crash and the run with it keep their own ends", async ({ atlas }) => {
  const { page } = atlas;
  const { crashed, isolated } = await twoBranches(atlas);
  expect(isolated).not.toBe(crashed);
  expect(await atlas.faults()).toEqual(["isolate s2"]);

  // To the same instant of the other one, from the map's edge, and back.
  await page.getByRole("button", { name: "Go back to the other branch" }).click();
  await expect.poll(() => atlas.faults()).toEqual(["crash s3"]);
  expect([await atlas.nowUs(), await atlas.digest()]).toEqual([END_US, crashed]);
  await lanes(page)
    .getByRole("button", { name: /^Switch to branch Isolate s2, from 3\.000/ })
    .click();
  await expect.poll(() => atlas.faults()).toEqual(["isolate s2"]);
  expect(await atlas.digest()).toBe(isolated);

  // Both at once, and back to one.
  await page.getByRole("button", { name: /^Branches and bookmarks/ }).click();
  await page.getByRole("button", { name: "Compare with branch First run" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tab", { name: "Compare" })).toBeVisible();
  expect(await atlas.digest()).toBe(isolated);

  // Neither is anything but its own log played straight.
  await atlas.ask({ do: "load", scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await atlas.act({ do: "isolate", place: "s2" });
  await atlas.advanceTo(END_US);
  expect(await atlas.digest()).toBe(isolated);
});

test("branches are named, deleted and kept over a reload, by keys alone", async ({ atlas }) => {
  const { page } = atlas;
  const { crashed, isolated } = await twoBranches(atlas);
  const button = page.getByRole("button", { name: "Branches and bookmarks, 2" });
  await atlas.tabTo(button);
  await page.keyboard.press("Enter");
  const panel = atlas.dialog("Branches and bookmarks");
  await atlas.tabTo(panel.getByRole("button", { name: "Rename branch First run" }));
  await page.keyboard.press("Enter");
  await expect(panel.getByLabel("Name of the branch")).toBeFocused();
  await page.keyboard.type("With the crash");
  await page.keyboard.press("Enter");
  await atlas.tabTo(panel.getByRole("button", { name: "Switch to branch With the crash" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => atlas.digest()).toBe(crashed);
  await page.keyboard.press("Escape");

  await atlas.open();
  expect([await atlas.nowUs(), await atlas.digest()]).toEqual([END_US, crashed]);
  await atlas.tabTo(lanes(page).getByRole("button", { name: /^Switch to branch Isolate s2/ }));
  await page.keyboard.press("Enter");
  await expect.poll(() => atlas.digest()).toBe(isolated);

  await atlas.tabTo(button);
  await page.keyboard.press("Enter");
  await atlas.tabTo(panel.getByRole("button", { name: "Delete branch With the crash" }));
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Delete for good" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lanes(page)).toHaveCount(0);
  expect(await atlas.digest()).toBe(isolated);
});

test("bookmarks are set, found, named and kept, by keys and on the line", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await page.keyboard.press("m");
  await expect(atlas.notice).toContainText("Bookmark 1 added at 2.000 000 s.");
  const there = await atlas.digest();
  await atlas.advanceTo(5_000_000);
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.advanceTo(6_000_000);

  // Each mark of the line, backwards: the crash as it was done and as it happened, the bookmark.
  await page.keyboard.press("p");
  await expect.poll(() => atlas.nowUs()).toBe(5_000_001);
  await expect(atlas.notice).toContainText("Crash s3");
  await page.keyboard.press("p");
  await expect.poll(() => atlas.nowUs()).toBe(2_000_000);
  expect(await atlas.digest()).toBe(there);
  await page.keyboard.press("n");
  await expect.poll(() => atlas.nowUs()).toBe(5_000_001);

  for (const kind of ["vote", "fault", "act", "book"]) {
    await expect(page.locator(`[data-mark=${kind}]`).first()).toBeVisible();
  }
  await page.locator("[data-mark=book]").click();
  await expect.poll(() => atlas.nowUs()).toBe(2_000_000);

  await atlas.open();
  await atlas.button(/^Branches and bookmarks/).click();
  const panel = atlas.dialog("Branches and bookmarks");
  await panel.getByRole("button", { name: "Rename bookmark Bookmark 1" }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("before the crash");
  await page.keyboard.press("Enter");
  await atlas.advanceTo(4_000_000);
  await panel.getByRole("button", { name: /^Go to bookmark before the crash at 2\.000/ }).click();
  await expect.poll(() => atlas.digest()).toBe(there);
  await panel.getByRole("button", { name: "Delete bookmark before the crash" }).click();
  await panel.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.locator("[data-mark=book]")).toHaveCount(0);
});

test("buttons go to events of what is selected, and say of what", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.button("More of time").click();
  await expect(atlas.button(/^Next event of range \d/)).toBeEnabled();
  await page.keyboard.press("Escape");
  await atlas.store("s2").focus();
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("dialog", { name: /^Actions/ })
      .getByRole("button")
      .first(),
  ).toBeFocused();
  await page.keyboard.press("Escape");
  const events = () => atlas.eventCount();
  const before = await events();
  await atlas.moreOfTime("Next event of store s2");
  await expect.poll(events).toBeGreaterThan(before);
  const first = await events();
  await atlas.moreOfTime("Next event of store s2");
  await expect.poll(events).toBeGreaterThan(first);
  await atlas.moreOfTime("Previous event of store s2");
  await expect.poll(events).toBe(first);
  await atlas.moreOfTime("Start");
  await expect.poll(() => atlas.nowUs()).toBe(0);
  await atlas.moreOfTime("Latest instant reached");
  await expect.poll(() => atlas.nowUs()).toBeGreaterThanOrEqual(2_000_000);
});
