/** Before a class: bookmarks as slides, a remote's keys, locked controls, chosen panels. */

import type { Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("a presenter steps through bookmarks with a remote, blanks the screen and ends", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  for (const [us, name, note] of [
    [1_000_000, "Quiet", "Who leads?"],
    [3_000_000, "Later", "What changed since?"],
  ] as const) {
    await atlas.advanceTo(us);
    await atlas.moreOfTime("Bookmark this instant");
    await page.getByRole("button", { name: /^Branches and bookmarks/ }).click();
    const panel = page.getByRole("dialog", { name: "Branches and bookmarks" });
    const last = panel.getByRole("listitem").filter({ hasText: "Bookmark" }).last();
    await last.getByRole("button", { name: /^Rename bookmark/ }).click();
    await last.getByLabel("Name of the bookmark").fill(name);
    await last.getByRole("button", { name: "Rename", exact: true }).click();
    await panel.getByRole("button", { name: `Note of bookmark ${name}` }).click();
    await panel.getByLabel("Note, shown when presenting").fill(note);
    await panel.getByRole("button", { name: "Keep the note" }).click();
    await expect(panel.getByText(note)).toBeVisible();
    await page.keyboard.press("Escape");
  }
  const atLater = await atlas.digest();
  await atlas.more("Present");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "projector");
  await expect(atlas.left).toBeHidden();
  await expect(atlas.button("2 slides")).toBeVisible();

  await page.keyboard.press("PageDown");
  await expect(page.getByRole("heading", { name: "Quiet" })).toBeVisible();
  await expect(page.getByText("Who leads?")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await expect.poll(() => atlas.nowUs()).toBe(1_000_000);
  await page.keyboard.press("PageDown");
  await expect(page.getByText("What changed since?")).toBeVisible();
  await expect.poll(() => atlas.digest()).toBe(atLater);
  await page.keyboard.press("PageDown");
  await expect(atlas.notice).toContainText("This is the last slide");
  await page.keyboard.press("PageUp");
  await expect.poll(() => atlas.nowUs()).toBe(1_000_000);

  const blank = atlas.button("The screen is blank. Show the page again");
  await page.keyboard.press(".");
  await expect(blank).toBeFocused();
  await page.keyboard.press("b");
  await expect(blank).toBeHidden();

  await page.getByRole("button", { name: "Slide 1 of 2" }).click();
  await page.getByRole("button", { name: /^Later/ }).click();
  await expect.poll(() => atlas.digest()).toBe(atLater);

  await page.keyboard.press("Escape");
  await expect(atlas.opening).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "projector");
  await page.reload();
  await atlas.ready();
  await page.getByRole("button", { name: /^Branches and bookmarks/ }).click();
  await expect(page.getByText("What changed since?")).toBeVisible();
});

test("while presenting the controls are locked until they are unlocked", async ({
  atlas,
  page,
}) => {
  await page.goto("./?paused&origin=self&scenario=first-look&present");
  await atlas.stands();
  await expect(atlas.map).toBeVisible();
  await atlas.advanceTo(2_000_000);
  const before = await atlas.faultCount();
  await atlas.store("s1").click();
  await expect(page.getByRole("dialog", { name: /^Actions/ })).toBeHidden();
  expect(await atlas.faultCount()).toBe(before);

  await atlas.button("Panels").click();
  await page.getByLabel("Controls").check();
  await page.keyboard.press("Escape");
  await expect(atlas.left.getByText("The controls are locked.")).toBeVisible();
  await expect(atlas.left.getByRole("radio", { name: "Local" })).toBeDisabled();
  expect(await brokenRules(page)).toEqual([]);
  await atlas.button("Unlock").click();
  await expect(atlas.left.getByRole("radio", { name: "Local" })).toBeEnabled();
  await atlas.store("s1").click();
  await expect(page.getByRole("dialog", { name: /^Actions/ })).toBeVisible();
});

test("a room gets one sentence, the map with its logs and one lane, and sees the act of the story", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("./?paused&origin=self&level=watch&scenario=first-look&present");
  await atlas.stands();
  await atlas.advanceTo(2_000_000);
  const told = page.getByRole("region", { name: "What is happening" });
  await expect(told.getByRole("heading")).toBeVisible();
  await expect(page.getByTestId("request-lane")).toBeVisible();
  await expect(atlas.store("s1").locator("[data-committed]").first()).toBeVisible();
  expect(Math.min(...(await mapText(page)).px)).toBeGreaterThanOrEqual(20);
  // A block of a log grows as it docks.
  await expect.poll(() => leastDrawnPx(page), "numbers of logs, axes").toBeGreaterThanOrEqual(20);
  await told.getByRole("button", { name: /cut Ohio off/i }).click();
  await expect.poll(() => atlas.faultCount(), "its controls are locked against slips only").toBe(1);
  await atlas.button("Instruments").click();
  await expect(atlas.button("Panels")).toBeVisible();
  await atlas.button("Instruments").click();
  await expect(told).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
});

test("in a hall a lesson's text is as large as what stands beside it", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("./?paused&origin=self&theme=projector&lesson=log-repair");
  const lesson = page.getByRole("region", { name: /^Lesson:/ });
  const read = lesson.getByText("Three cities keep one log.");
  await expect(read).toBeVisible();
  const textPx = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const answer = lesson.getByText("It is committed: s1 leads.");
  expect(await read.evaluate(textPx)).toBeGreaterThanOrEqual(await answer.evaluate(textPx));
  const play = page.getByRole("button", { name: "Play", exact: true }).locator("svg");
  expect((await play.boundingBox())?.height).toBeGreaterThanOrEqual(20);
});

test("a reload goes on presenting, with the panels that were chosen", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Present");
  await atlas.button("Panels").click();
  await page.getByRole("checkbox", { name: "Views of what happened" }).uncheck();
  await page.keyboard.press("Escape");
  await atlas.button("Unlock").click();
  await page.reload();
  await atlas.stands();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "projector");
  await expect(atlas.button("Lock")).toBeVisible();
  await expect(page.getByRole("tablist", { name: "Views of what happened" })).toBeHidden();
  await atlas.button("End").click();
  await page.reload();
  await expect(atlas.opening).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme", "projector");
});

test("the address chooses panels and locks controls", async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&scenario=first-look&panels=map,time&lock");
  await atlas.ready();
  await expect(atlas.left).toBeHidden();
  await expect(atlas.meters).toBeHidden();
  await expect(page.getByRole("tablist", { name: "Views of what happened" })).toBeHidden();
  await expect(atlas.button("Play")).toBeVisible();
  await expect(atlas.opening).toBeHidden();
  await expect(atlas.button("Restart from 0 s")).toBeHidden();
  await page.keyboard.press("b");
  await expect(page.getByRole("dialog")).toBeHidden();

  await page.goto("./?paused&origin=self&scenario=first-look&lock=all");
  await atlas.ready();
  await expect(atlas.button("Play")).toBeVisible();
  await expect(atlas.button("Next event")).toBeHidden();
  await page.keyboard.press("ArrowRight");
  expect(await atlas.eventCount()).toBe(0);
});

test("what the address says wrong is said", async ({ atlas, page }) => {
  await page.goto("./?paused&origin=self&scenario=first-look&panels=moon");
  await atlas.ready();
  await expect(atlas.notice).toContainText("panels=moon");
  await expect(page.getByRole("tab", { name: "Metrics" })).toBeVisible();
});

test("the focus goes to the menu that began the presentation when it ends", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Present");
  await expect(atlas.button("Panels")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(atlas.button("More")).toBeFocused();
});

for (const scenario of ["first-look", "five-replicas", "two-cities"])
  test(`at 1080 lines the map of ${scenario} is read from the back row, and takes what panels leave`, {
    tag: scenario === "five-replicas" ? [] : "@long",
  }, async ({ atlas, page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`./?paused&origin=self&scenario=${scenario}&present`);
    await atlas.stands();
    await expect(atlas.map).toBeVisible();
    const before = await atlas.map.boundingBox();
    await expect(atlas.button("Panels")).toBeVisible();
    expect(await atlas.map.boundingBox(), "the bar came into the line kept for it").toEqual(before);
    await atlas.advanceTo(2_500_000);
    await expect(page.locator("[data-lane]"), "one lane stands under the map").toHaveCount(1);
    const over = await mapText(page);
    expect(Math.min(...over.px)).toBeGreaterThanOrEqual(32);
    expect(over.clipped).toEqual([]);
    for (const link of await atlas.map.getByRole("button", { name: /^Link / }).all())
      await expect(link).toHaveText(/ms/);
    await atlas.button("Panels").click();
    await page.getByRole("checkbox", { name: "Views of what happened" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(page.locator("[data-lane]")).toHaveCount(0);
    expect((await atlas.map.boundingBox())?.width).toBe(1920);
    // The map is arranged anew once it has been measured.
    const filled = async () => (await mapText(page)).filled;
    await expect.poll(filled).toBeGreaterThan(over.filled);
    const alone = await mapText(page);
    expect(Math.min(...alone.px)).toBeGreaterThanOrEqual(Math.min(...over.px));
    expect(alone.clipped).toEqual([]);
  });

test("at 1080 lines numbers of a path, axes and the legend are read from the back row", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("./?paused&origin=self&scenario=first-look&present");
  await atlas.stands();
  await atlas.advanceTo(2_500_000);
  await page
    .getByRole("button", { name: /Show its path$/ })
    .first()
    .click();
  await expect(page.locator("[data-way] text").first()).toBeVisible();
  await expect.poll(() => leastDrawnPx(page)).toBeGreaterThanOrEqual(20);
});

/** The smallest type that is drawn, as it stands on the screen. */
async function leastDrawnPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const drawn = [...document.querySelectorAll<SVGTextElement>("svg text")].filter(
      (text) => text.textContent?.trim() && text.getBoundingClientRect().height > 1,
    );
    return Math.min(
      ...drawn.map((text) => {
        const { a, b } = text.getScreenCTM() ?? new DOMMatrix();
        return Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
      }),
    );
  });
}

test("the projector theme keeps the rates on links", async ({ atlas, page }) => {
  await page.addInitScript(() => localStorage.setItem("raft-atlas/theme", "projector"));
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  for (const link of await atlas.map.getByRole("button", { name: /^Link / }).all())
    await expect(link).toHaveText(/ms.*B\/s/s);
});

/** Sizes of what is written on the map, what of it does not fit, and the area in px² that zones take. */
async function mapText(page: Page) {
  return page.evaluate(() => {
    const words = [...document.querySelectorAll<HTMLElement>("[data-map-target] *")].filter(
      (element) =>
        element.childElementCount === 0 &&
        element.closest("svg") === null &&
        element.textContent?.trim(),
    );
    const things = [...document.querySelectorAll<HTMLElement>("[data-map-target]")];
    const areaOf = ({ width, height }: DOMRect) => width * height;
    const zones = [...document.querySelectorAll<SVGRectElement>("[data-map] svg rect")];
    return {
      px: words.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      clipped: things
        .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
        .map((e) => e.innerText),
      filled: zones.reduce((sum, zone) => sum + areaOf(zone.getBoundingClientRect()), 0),
    };
  });
}
