/** What comes late moves nothing that somebody may be aiming at. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

/** Parts of the page are components, and are called so; what it starts with is called otherwise. */
const PART = /\/assets\/[A-Z]\w*-[^/]*\.js$/;

test("parts that are fetched late leave the controls where they stand", async ({ atlas }) => {
  const { page } = atlas;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: string[] = [];
  await page.route(PART, async (route) => {
    held.push(route.request().url());
    await released;
    await route.continue();
  });
  await atlas.open({ scenario: "first-look" });
  const fold = atlas.fold("Break something");
  await expect(fold).toBeVisible();
  await expect(page.getByRole("region", { name: "Try this" })).toBeVisible();
  await expect(atlas.button(/^Lesson 1 uses this/)).toBeVisible();
  const before = await fold.boundingBox();
  expect(held.filter((url) => url.includes("/SeriesView-"))).toHaveLength(1);
  release();
  await expect(page.getByRole("tabpanel").locator("svg").first()).toBeVisible();
  expect(await fold.boundingBox()).toEqual(before);
});

test("what a run comes to is told where it moves no control", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "stale-leader" });
  const fold = atlas.fold("Break something");
  await atlas.advanceTo(15_900_000);
  await fold.scrollIntoViewIfNeeded();
  const before = await fold.boundingBox();
  const card = page.getByRole("region", { name: "What this shows" });
  await expect(card).toHaveCount(0);
  await atlas.advanceTo(16_000_000);
  await expect(card).toBeInViewport();
  expect(await fold.boundingBox()).toEqual(before);
  await atlas.advanceTo((await atlas.world()).duration_us);
  await expect(page.getByRole("region", { name: /^Expectations at the end/ })).toBeAttached();
  expect(await fold.boundingBox()).toEqual(before);
});

test("active faults are told where they move no control", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  const fold = atlas.fold("Break something");
  const before = await fold.boundingBox();
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.act({ do: "isolate", place: "Ohio" });
  await expect(page.getByRole("region", { name: "Active faults" })).toBeInViewport();
  expect(await fold.boundingBox()).toEqual(before);
});

test("on a telephone the map keeps its size whatever is told, and all of it can be read", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atlas.open({ scenario: "stale-leader" });
  await expect(page.getByRole("region", { name: "Try this" })).toBeVisible();
  const before = await atlas.map.boundingBox();
  await atlas.advanceTo((await atlas.world()).duration_us);
  const card = page.getByRole("region", { name: "What this shows" });
  await expect(card).toBeVisible();
  expect(await atlas.map.boundingBox()).toEqual(before);
  const compare = card.getByRole("button", { name: /^Compare with/ });
  await card.getByRole("button", { name: "Show all" }).click();
  await expect(compare).toBeInViewport({ ratio: 1 });
  expect(await atlas.map.boundingBox()).toEqual(before);
  expect(await brokenRules(page)).toEqual([]);
  await card.getByRole("button", { name: "Show less" }).click();
  await card.getByRole("button", { name: "Close what this shows" }).click();
  await expect(page.getByRole("region", { name: "Try this" })).toBeVisible();
  expect(await atlas.map.boundingBox()).toEqual(before);
});

/** What Lighthouse's "cumulative layout shift" calls good is 0.1; ours is text in its final font. */
const SHIFT_MAX = 0.02;

test.describe("on a telephone", () => {
  test.use({ level: null });

  test("a first visit stands as it will", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      type Shift = PerformanceEntry & { value: number };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as Shift).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto("./");
    await expect(page.getByRole("region", { name: "What is happening" })).toBeVisible();
    await expect(page.getByRole("button", { name: /leader of range/i }).first()).toBeVisible();
    const shifted = () =>
      page.evaluate(() => {
        const { shifts } = window as unknown as { shifts: number[] };
        return shifts.reduce((sum, shift) => sum + shift, 0);
      });
    expect(await shifted()).toBeLessThan(SHIFT_MAX);
    // A shift would have been seen.
    await page.evaluate(() => {
      document.body.style.paddingTop = "200px";
    });
    await expect.poll(shifted).toBeGreaterThan(SHIFT_MAX);
  });
});

test("at 1280 no view is cut beside what a run is held against, and beside the inspector each can be pressed", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "follower-read" });
  await expect(page.getByLabel("Against")).toBeVisible();
  const list = page.getByRole("tablist", { name: "Views of what happened" });
  const endOf = async (name: string) => {
    const box = await list.getByRole("tab", { name, exact: true }).boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const room = async () => {
    const box = await list.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  // The last 16 px fade.
  expect(await endOf("Metrics")).toBeLessThanOrEqual((await room()) - 16);
  await atlas.link("Lisbon", "Boston").click();
  await page.keyboard.press("Escape");
  await expect(atlas.inspector).toBeVisible();
  await expect.poll(async () => (await endOf("Metrics")) > (await room())).toBe(true);
  for (const name of ["Requests", "Events", "Other futures", "Metrics"]) {
    const tab = list.getByRole("tab", { name, exact: true });
    const { x = 0, y = 0 } = (await tab.boundingBox()) ?? {};
    expect(x, name).toBeLessThan((await room()) - 16);
    await page.mouse.click(x + 8, y + 8);
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect.poll(async () => await endOf(name)).toBeLessThanOrEqual(await room());
  }
});

test("a second line at the speed moves nothing", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  const speed = atlas.button(/^Speed/);
  const before = await atlas.map.boundingBox();
  await speed.evaluate((button) => {
    const line = document.createElement("div");
    line.append("set to 0.5×", document.createElement("br"), "0.27× now");
    line.style.cssText = "font-size: 11px; line-height: 1.15";
    button.replaceChildren(line);
  });
  expect(await atlas.map.boundingBox()).toEqual(before);
});
