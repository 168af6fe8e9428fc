/** The command palette: everything by its name, by keys alone; and Ctrl+Z, which it lists. */
import type { Locator, Page } from "@playwright/test";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

function palette({ page }: AtlasPage): Locator {
  return page.getByRole("dialog", { name: "Find anything" });
}

/** Keeps a file from the page until what it returns is called. */
async function heldBack(page: Page, files: string): Promise<() => void> {
  let arrive = (): void => {};
  const asked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(files, async (route) => {
    await asked;
    await route.continue();
  });
  return () => arrive();
}

/** Types into the palette, which is opened by its key, and takes what it offers first. */
async function choose(atlas: AtlasPage, name: string): Promise<void> {
  const { page } = atlas;
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find anything" });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(palette(atlas).getByRole("option", { selected: true })).toContainText(name);
  await page.keyboard.press("Enter");
  await expect(field).toHaveCount(0);
}

test("a switch is turned, a view opened and a store selected by name", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await choose(atlas, "Pre-vote: turn off");
  await atlas.unfold("Load, clocks and elections");
  const preVote = atlas.left.getByRole("switch", { name: "Pre-vote" });
  await expect(preVote).not.toBeChecked();
  await choose(atlas, "Space-time");
  const tab = atlas.page.getByRole("tab", { name: "Space-time" });
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await choose(atlas, "Store s2");
  await expect(atlas.inspector).toContainText("s2");
});

test("a store is crashed and restarted, and the form of an act opened, by name", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await choose(atlas, "Start an election at s3");
  await choose(atlas, "Crash s1");
  await expect(atlas.store("s1")).toHaveAccessibleName(/crashed/);
  await choose(atlas, "Restart: s1");
  await expect(atlas.store("s1")).toHaveAccessibleName(/, up,/);
  await choose(atlas, "Cut Oregon from Ohio");
  await expect.poll(() => atlas.faultCount()).toBe(1);
  await choose(atlas, "Degrade a link");
  await expect(atlas.doSomething.getByLabel("Delay, ms")).toBeVisible();
});

test("scenarios and dialogs are opened by their titles", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await choose(atlas, "Two cities");
  await expect(atlas.title).toContainText("Two cities");
  await choose(atlas, "Published figures");
  await expect(atlas.page.getByRole("dialog", { name: "Published figures" })).toBeVisible();
});

test("what is found late is taken by Enter as well", async ({ atlas }) => {
  const { page } = atlas;
  const arrive = await heldBack(page, "**/challenges/index.json");
  await atlas.open({ scenario: "first-look" });
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find anything" });
  await field.fill("Make a lease lie");
  await expect(palette(atlas).getByText("Nothing is known by these words.")).toBeVisible();
  arrive();
  const option = palette(atlas).getByRole("option", { selected: true });
  await expect(option).toHaveText("Make a lease lie");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Challenge: Make a lease lie" })).toBeVisible();
});

test("what is typed while it is fetched stands in it", async ({ atlas }) => {
  const { page } = atlas;
  const arrive = await heldBack(page, "**/assets/Palette-*.js");
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("rest");
  arrive();
  const field = page.getByRole("combobox", { name: "Find anything" });
  await expect(field).toHaveValue("rest");
  await page.keyboard.type("art");
  await expect(field).toHaveValue("restart");
  await expect.poll(() => atlas.nowUs()).toBe(1_000_000);
});

test("it keeps to the rules of accessibility, and the focus returns", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  const more = atlas.button("Lessons");
  await more.focus();
  await atlas.page.keyboard.press("Control+k");
  await expect(palette(atlas).getByRole("option").first()).toBeVisible();
  expect(await brokenRules(atlas.page)).toEqual([]);
  await atlas.page.keyboard.press("Escape");
  await expect(more).toBeFocused();
});

test("what changes the run is not offered while the controls are locked", async ({ atlas }) => {
  await atlas.page.goto("./?paused&origin=self&scenario=first-look&lock");
  await atlas.ready();
  await atlas.page.keyboard.press("Control+k");
  const options = palette(atlas).getByRole("option");
  await expect(options.filter({ hasText: "Next event" }).first()).toBeVisible();
  await expect(options.filter({ hasText: "Restart from 0 s" })).toHaveCount(0);
  await expect(options.filter({ hasText: "turn off" })).toHaveCount(0);
});

test("Ctrl+Z goes back to the branch before, and says so where there is none", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.page.keyboard.press("Control+z");
  await expect(atlas.notice).toContainText("There is no branch before “First run”");
  await atlas.advanceTo(2_000_000);
  const before = await atlas.digest();
  await atlas.page.keyboard.press("Home");
  await expect.poll(() => atlas.nowUs()).toBe(0);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(2_000_000);
  expect(await atlas.digest()).not.toBe(before);
  await atlas.page.keyboard.press("Control+z");
  await expect.poll(() => atlas.digest()).toBe(before);
});

test("what is typed before the palette is there does nothing to the run", async ({ atlas }) => {
  const { page } = atlas;
  let typed = false;
  await page.route(/\/assets\/Palette-[^/]*\.js$/, async (route) => {
    await page.keyboard.type("w");
    typed = true;
    await route.continue();
  });
  await atlas.open({ scenario: "first-look" });
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(typed).toBe(true);
  await expect(atlas.why).toBeHidden();
});
