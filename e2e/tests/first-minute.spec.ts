/**
 * The first minute: a sentence for each beat, one thing to do, and all that is fetched meanwhile is
 * counted; and among the instruments, what is to be tried comes true, and what breaks is mended.
 */

import type { Page } from "@playwright/test";

import { sizes } from "../../tools/check-size.mjs";
import { brokenInThemes } from "../axe";
import { expect, test } from "../fixtures";

/** Files that the page asks for from now on. */
function listen(page: Page): Set<string> {
  const asked = new Set<string>();
  page.context().on("request", (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol.startsWith("http")) asked.add(pathname.slice(1) || "index.html");
  });
  return asked;
}

/** Those that the weight of the first minute leaves out. */
function uncounted(asked: Set<string>): string[] {
  const counted = new Set(sizes().map(({ file }) => file));
  return [...asked].filter((file) => !counted.has(file));
}

test.describe("who comes for the first time", () => {
  test.use({ level: null });

  test("is told beat by beat, cuts the leader off, and sees a new term", async ({
    atlas,
    page,
  }) => {
    test.setTimeout(120_000);
    const asked = listen(page);
    await page.goto("./");
    const caption = page.getByRole("region", { name: "What is happening" });
    await expect(caption).toContainText("Three cities keep the same log");
    await expect(page.getByTestId("request-lane")).toBeVisible();
    await caption.getByRole("button", { name: "Next: cut Ohio off" }).click();
    await expect(page.getByRole("button", { name: /^Zone Ohio/ })).toHaveAccessibleName(/cut off/);
    await expect(caption).toContainText("A new term has a new colour", { timeout: 30_000 });
    await expect(atlas.store("s1")).toHaveAccessibleName(/leader of range 0.*term 2/, {
      timeout: 60_000,
    });
    await expect(atlas.store("s2")).toHaveAccessibleName(/term 1/);
    await expect(caption.getByRole("button", { name: "Read next door" })).toBeVisible({
      timeout: 60_000,
    });
    expect(uncounted(asked)).toEqual([]);
  });

  test("who presses nothing sees it happen, and is told so", { tag: "@long" }, async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto("./");
    await expect(page.getByRole("button", { name: /^Zone Ohio/ })).toHaveAccessibleName(/cut off/, {
      timeout: 60_000,
    });
    await expect(page.getByText("it happened by itself")).toBeVisible();
  });

  for (const [language, name, begins] of [
    ["en", "What is happening", "Three cities keep the same log"],
    ["zh-CN", "正在发生什么", "三座城市保存同一份日志"],
  ] as const)
    test(`is told the beginning in a language that the address asks for: ${language}`, async ({
      page,
    }) => {
      await page.goto(`./?language=${language}`);
      await expect(page.getByRole("region", { name })).toContainText(begins);
    });

  test("finds at most sixteen controls beside the map", async ({ atlas, page }) => {
    await page.goto("./?paused");
    await expect(atlas.map).toBeVisible();
    const controls = page.locator(
      "button:visible, [role=slider]:visible, a:visible, select:visible",
    );
    const onTheMap = page.locator("[data-map] button:visible");
    await expect(page.getByTestId("request-lane")).toBeVisible();
    expect((await controls.count()) - (await onTheMap.count())).toBeLessThanOrEqual(16);
    expect(await brokenInThemes(page)).toEqual([]);
  });

  test("cuts a route by one press, and heals it by a second", async ({ atlas, page }) => {
    await page.goto("./?paused");
    await atlas.link("Oregon", "Ohio").click();
    await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/cut both ways/);
    await atlas.link("Oregon", "Ohio").press("Enter");
    await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/healthy/);
  });

  test("cuts a city off by one press, heals it by a second, and is told that it is their run", async ({
    atlas,
    page,
  }) => {
    await page.goto("./?paused&origin=self");
    await atlas.ready();
    const oregon = page.getByRole("button", { name: /^Zone Oregon/ });
    await atlas.advanceTo(2_300_000);
    const told = page.getByRole("region", { name: "What is happening" });
    await expect(told).toContainText("One of them leads.");
    await oregon.press("Enter");
    await expect(oregon).toHaveAccessibleName(/cut off/);
    await expect(told).toContainText("Now it is your run.");
    await oregon.press("Enter");
    await expect(oregon).toHaveAccessibleName(/connected/);
    await told.getByRole("button", { name: "Begin again" }).click();
    await expect.poll(() => atlas.nowUs()).toBe(0);
  });

  test("cuts the leader off from wherever the run stands, also where it was healed", async ({
    atlas,
    page,
  }) => {
    await page.goto("./?paused&origin=self");
    await atlas.ready();
    const ohio = page.getByRole("button", { name: /^Zone Ohio/ });
    // Somebody chose an instant: nothing is told at speeds of its own any more.
    await atlas.advanceTo(3_000_000);
    await atlas.ask({ do: "seek", us: 2_500_000 });
    await page.getByRole("button", { name: "Next: cut Ohio off" }).click();
    await expect(ohio).toHaveAccessibleName(/cut off/);
    await atlas.ask({ do: "pause" });
    await atlas.act({ do: "heal" });
    await expect(ohio).toHaveAccessibleName(/connected/);
    await page.getByRole("button", { name: "Cut Ohio off" }).click();
    await expect(ohio).toHaveAccessibleName(/cut off/);
  });

  test("is told of a broken promise where the map stands, and led to what shows it", async ({
    atlas,
    page,
  }) => {
    await page.goto("./?paused&origin=self&scenario=async-apply");
    await atlas.ready();
    await atlas.advanceTo(3_000_000);
    const told = page.getByRole("alert", { name: "A promise is broken" });
    await expect(told).toBeVisible();
    await expect(page.getByRole("region", { name: "What is happening" })).toBeVisible();
    await told.getByRole("button", { name: "Show the operations" }).click();
    await expect(page.getByRole("list", { name: "Operations that show it" })).toBeVisible();
  });

  test("gets all instruments by a key, and has them when the page comes again", async ({
    atlas,
    page,
  }) => {
    await page.goto("./?paused");
    await expect(page.getByRole("region", { name: "What is happening" })).toBeVisible();
    await page.keyboard.press("i");
    await expect(atlas.fold("Load, clocks and elections")).toBeVisible();
    await page.reload();
    await expect(atlas.fold("Load, clocks and elections")).toBeVisible();
    await atlas.button("Instruments").click();
    await expect(page.getByRole("region", { name: "What is happening" })).toBeVisible();
  });
});

test("what is to be tried comes true", async ({ atlas, page }) => {
  test.setTimeout(180_000);
  await page.goto("./");
  const card = page.getByRole("region", { name: "Try this" });
  await expect(card).toContainText("Cut the link between Oregon and Ohio");
  await atlas.link("Oregon", "Ohio").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/cut both ways/);
  // It comes true when the engine tells so, not when a button is pressed.
  await expect(card).toContainText("Done: this is what you saw");
  await card.getByRole("button", { name: "Heal the link" }).click();
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/healthy/);
  await expect(card).toContainText("s3 still hears s2");
  // The second act: what the scenario's text promises.
  await card.getByRole("button", { name: "The next thing to try" }).click();
  await expect(card).toContainText("Now crash store s2");
  await atlas.store("s2").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Crash" }).click();
  await expect(atlas.store("s2")).toHaveAccessibleName(/crashed/);
  // An election takes a second or two of the run, which plays at a fifth of its speed.
  await expect(card).toContainText("Another store leads now", { timeout: 60_000 });
  await card.getByRole("button", { name: "Close what to try" }).click();
  await expect(card).toHaveCount(0);
});

test("links are cut and healed, a store crashes and starts again", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.link("Oregon", "Ohio").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await atlas.link("Oregon", "Virginia").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut Virginia → Oregon" }).click();
  await expect(atlas.faultList.getByRole("button", { name: /^Heal/ })).toHaveCount(3);
  await atlas.faultList.getByRole("button", { name: "Heal all links" }).click();
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/healthy/);
  await atlas.store("s1").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Crash" }).click();
  await expect(atlas.store("s1")).toHaveAccessibleName(/crashed/);
  await atlas.store("s1").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Restart" }).click();
  await expect(atlas.store("s1")).not.toHaveAccessibleName(/crashed/);
});

test("a fold is fetched and opened by a key, and what it holds is reached from it", async ({
  atlas,
  page,
}) => {
  await page.goto("./?scenario=first-look");
  await expect(atlas.map).toBeVisible();
  await atlas.fold("Load, clocks and elections").focus();
  await page.keyboard.press("Enter");
  const load = page.getByRole("region", { name: "Client load" });
  await expect(load.getByRole("switch").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(load.getByRole("switch").first()).toBeFocused();
});
