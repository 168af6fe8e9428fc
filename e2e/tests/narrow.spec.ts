/** The page on a telephone, upright and on its side: everything within reach, the map in sight. */

import type { Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const SHEETS = [
  "Controls",
  "Over time",
  "Space-time",
  "Logs",
  "Requests",
  "Events",
  "Bytes",
  "Read modes",
  "Other futures",
  "Metrics",
] as const;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test("fits the width in every sheet", async ({ atlas }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(2_000_000);
  await atlas.expectNoSidewaysScroll();
  const sheets = atlas.page.getByRole("navigation", { name: "Sheets" });
  for (const name of ["Controls", "Metrics", "Requests", "Events"]) {
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
  await atlas.unfold("Break something");
  await atlas.doSomething.getByRole("button", { name: "Cut" }).tap();
  await expect.poll(() => atlas.faults()).toEqual(["cut Oregon-Ohio"]);
  await page.getByRole("radio", { name: "Follower" }).tap();
  await expect.poll(() => atlas.readMode()).toBe("follower");
  await atlas.unfold("Load, clocks and elections");
  await page.getByRole("button", { name: "Get", exact: true }).tap();

  await sheets.getByRole("button", { name: "Requests" }).tap();
  await expect(atlas.requestTable.getByRole("button", { name: /^get k0/ })).toBeVisible();

  await sheets.getByRole("button", { name: "Metrics" }).tap();
  const figure = page.getByRole("button", { name: /between zones, on the wire/ });
  await figure.tap();
  await expect(page.getByRole("tooltip")).toContainText("Clouds bill this");
});

test("a link is cut on the narrow map", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.link("Oregon", "Ohio").tap();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).tap();
  await expect.poll(() => atlas.faults()).toEqual(["cut Oregon-Ohio"]);
  await atlas.expectNoSidewaysScroll();
});

test("a shared link shows what runs and where, and leaves the sheets closed", async ({ atlas }) => {
  const { page } = atlas;
  // As a link from a desk is, with a view and something selected.
  await page.goto("./?paused&origin=self#1;scenario=first-look&at=2&view=events&select=node:1");
  await expect(atlas.notice).toContainText("The shared run stands at 2");
  await expect(atlas.title).toHaveText("First look");
  await expect(atlas.title).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await atlas.run()).selection).toEqual({ node: 1 });
  await atlas.expectNoSidewaysScroll();
  // What is selected on the map itself is told.
  await atlas.select({ node: 2 });
  await expect(page.getByRole("dialog", { name: "Selected" })).toBeVisible();
});

test("why is asked and answered in a sheet, and the head fits", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  for (const name of ["More", "Share…"]) {
    await expect(atlas.button(name)).toBeInViewport({ ratio: 1 });
  }
  await atlas.select({ node: 1 });
  await atlas.button("Why does it have this role?").tap();
  await expect(atlas.why.getByRole("heading")).toHaveText("Why is s2 leader in term 1?");
  await atlas.expectNoSidewaysScroll();
  await atlas.dialog("Why").getByRole("button", { name: "Close" }).tap();
  await expect(atlas.why).toBeHidden();
  await expect(atlas.inspector).toBeVisible();
});

test("a broken promise leaves the time free, however long it is", async ({ atlas, page }) => {
  await atlas.open({ scenario: "async-apply" });
  await atlas.advanceTo(8_000_000);
  const panel = page.getByRole("alert", { name: "A promise is broken" });
  await expect(panel).toBeVisible();
  const time = await page.getByRole("region", { name: "Time" }).boundingBox();
  const told = await panel.boundingBox();
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(time?.y ?? 0);
});

test("a sheet leaves the map its room, with all of it in sight", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(2_000_000);
  const sheets = page.getByRole("navigation", { name: "Sheets" });
  for (const name of SHEETS) {
    await sheets.getByRole("button", { name }).tap();
    const sheet = await page.getByRole("dialog", { name }).boundingBox();
    const map = await atlas.map.boundingBox();
    expect(map?.height, name).toBeGreaterThanOrEqual(200);
    expect((map?.y ?? 0) + (map?.height ?? 0)).toBeLessThanOrEqual(Math.ceil(sheet?.y ?? 0));
    for (const zone of await atlas.map.getByRole("button", { name: /^(Zone|Store) / }).all())
      await expect(zone).toBeInViewport({ ratio: 1 });
    await atlas.expectPageStands();
  }
});

test("what is needed of time now and then is behind one button", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.button("More of time").tap();
  const more = atlas.dialog("More of time");
  await more.getByRole("button", { name: "Bookmark this instant" }).tap();
  expect(await brokenRules(page)).toEqual([]);
  await more.getByRole("button", { name: "Start", exact: true }).tap();
  await expect.poll(() => atlas.nowUs()).toBe(0);
  await more.getByRole("button", { name: "Latest instant reached" }).tap();
  await expect.poll(() => atlas.nowUs()).toBe(2_000_000);
});

test("a finger hits everything: 44 px", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await expectFingersHit(atlas);
});

test.describe("on its side", () => {
  for (const [width, height] of [
    [844, 390],
    [667, 375],
    [932, 430],
  ] as const)
    test(`at ${width} × ${height} the map is on the left, a sheet on the right, time in one row`, {
      // The smallest is the tightest.
      tag: width === 667 ? [] : "@long",
    }, async ({ atlas }) => {
      const { page } = atlas;
      await page.setViewportSize({ width, height });
      await atlas.open({ scenario: "first-look" });
      await atlas.advanceTo(3_000_000);
      const sheets = page.getByRole("navigation", { name: "Sheets" });
      const time = await page.getByRole("region", { name: "Time" }).boundingBox();
      expect(time?.height).toBeLessThanOrEqual(56);
      for (const name of SHEETS) {
        await sheets.getByRole("button", { name }).tap();
        const sheet = await page.getByRole("dialog", { name }).boundingBox();
        const map = await atlas.map.boundingBox();
        if (map === null || sheet === null) throw new Error("nothing is shown");
        expect(map.width, name).toBeGreaterThanOrEqual(width / 2);
        expect(map.height, name).toBeGreaterThanOrEqual(height * 0.7);
        expect(sheet.x).toBeGreaterThanOrEqual(map.x + map.width);
        expect(sheet.height).toBeGreaterThanOrEqual(200);
        await atlas.expectPageStands();
      }
      expect(await brokenRules(page)).toEqual([]);
      // Closed, it gives its room to the map.
      await sheets.getByRole("button", { name: "Metrics" }).tap();
      await atlas.button("Close what to try").tap();
      const map = await atlas.map.boundingBox();
      expect(map?.width).toBeGreaterThan(width * 0.75);
      await atlas.expectPageStands();
    });

  test("a lesson is read beside what it speaks of", async ({ atlas }) => {
    const { page } = atlas;
    await page.setViewportSize({ width: 844, height: 390 });
    await page.goto("./?paused&origin=self&lesson=leader");
    await atlas.ready();
    const sheet = page.getByRole("dialog", { name: "Lesson" });
    await expect(sheet.getByRole("heading").last()).toBeVisible();
    const box = await sheet.boundingBox();
    const map = await atlas.map.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual((map?.x ?? 0) + (map?.width ?? 0));
    expect(map?.width).toBeGreaterThanOrEqual(420);
  });

  test("a finger hits everything: 44 px", async ({ atlas }) => {
    await atlas.page.setViewportSize({ width: 844, height: 390 });
    await atlas.open({ scenario: "first-look" });
    await atlas.advanceTo(3_000_000);
    await expectFingersHit(atlas);
  });
});

/** In the page and in each sheet, but for links in the midst of a sentence and marks on a line. */
async function expectFingersHit(atlas: AtlasPage): Promise<void> {
  const { page } = atlas;
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await smallTargets(page), "the page").toEqual([]);
  const sheets = page.getByRole("navigation", { name: "Sheets" });
  for (const name of SHEETS) {
    await sheets.getByRole("button", { name }).tap();
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    // On a map beside a sheet one thing may lie over the edge of another.
    expect(await smallTargets(page, "[data-sheet]"), name).toEqual([]);
  }
}

/** What is less than 44 px where a finger would press it, in either direction. */
async function smallTargets(page: Page, within = "body"): Promise<string[]> {
  return page.evaluate((selector) => {
    const all = document.querySelector(selector)?.querySelectorAll<HTMLElement>(
      // A zone is pressed anywhere in it, a link and the line of time anywhere along them.
      // Cards of answers are short cuts to what the sheet of requests lists.
      "button:not([data-zone], [data-link], [data-tone]), input, select, textarea, [data-time-keys], [role=tab], summary",
    );
    const nameOf = (e: HTMLElement) => e.getAttribute("aria-label") ?? e.textContent ?? "";
    const inLine = (e: HTMLElement) =>
      e.closest("svg, [data-marks]") !== null || getComputedStyle(e).display === "inline";
    return [...(all ?? [])].flatMap((element) => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const seen = element.closest("nav[aria-label=Skip], [inert], .sr-only") === null;
      if (!seen || inLine(element) || element.offsetParent === null) return [];
      element.scrollIntoView({ block: "center", inline: "center" });
      // Of what is ticked the words are pressed too.
      const box = (label?.contains(element) ? label : element).getBoundingClientRect();
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const hits = (dx: number, dy: number) => {
        const at = document.elementFromPoint(x + dx, y + dy);
        return at !== null && (element.contains(at) || (label?.contains(at) ?? false));
      };
      if (!hits(0, 0)) return [];
      const reach = 21;
      const wide = hits(-reach, 0) && hits(reach, 0);
      const high = hits(0, -reach) && hits(0, reach);
      const size = `${Math.round(box.width)} × ${Math.round(box.height)}`;
      return wide && high ? [] : [`${element.tagName} “${nameOf(element).slice(0, 40)}” ${size}`];
    });
  }, within);
}

test.describe("who watches", () => {
  test.use({ level: "watch" });

  test("reads which run each picture of a request is of", async ({ atlas, page }) => {
    await page.goto("./?paused&origin=self");
    await atlas.ready();
    await atlas.advanceTo(5_100_000);
    await page.getByRole("button", { name: /^Zone Ohio/ }).press("Enter");
    await atlas.advanceBy(100_000);
    const lane = page.getByTestId("request-lane");
    await expect(lane.getByText("this run", { exact: true })).toBeVisible();
    await expect(lane.getByText("without the last action", { exact: true })).toBeVisible();
  });

  test("finds every door at the end of what happens by itself", { tag: "@long" }, async ({
    atlas,
    page,
  }) => {
    test.setTimeout(120_000);
    await page.goto("./");
    const told = page.getByRole("region", { name: "What is happening" });
    await expect(told).toContainText("5 of 5", { timeout: 100_000 });
    const map = await atlas.map.boundingBox();
    const last = await told.getByRole("button", { name: "All scenarios" }).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(map?.y ?? 0);
  });
});
