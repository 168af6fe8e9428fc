/** The page in Chinese has no English in it: its views, dialogs, inspector and answers. */

import type { Page } from "@playwright/test";

import { englishIn, namesIn, zh } from "../chinese";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { listScenarios } from "../scenarios";

async function open(atlas: AtlasPage, scenario: string, more = ""): Promise<void> {
  await atlas.page.goto(`./?language=zh-CN&scenario=${scenario}${more}&paused&origin=self`);
  await expect(atlas.page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await atlas.stands();
}

/** What the menu of the page opens, by the names of its commands. */
const OPENED = [
  "Open a scenario…",
  "Lessons…",
  "Challenges…",
  "Share…",
  "Export…",
  "Report…",
  "What is real",
  "Published figures",
];

const views = (page: Page) => page.getByRole("tablist", { name: zh("Views of what happened") });
const view = (page: Page, name: string) => views(page).getByRole("tab", { name, exact: true });

for (const [scenario, more, us] of [
  ["stale-leader", "&variant=leader-unchecked&beside=pre_vote:false", 4_000_000],
  ["ladder", "&variant=step-3", 1_000_000],
] as const) {
  const tag = more.includes("beside=") ? [] : "@long";
  test(`the controls, the map and each view of ${scenario}`, { tag }, async ({ atlas }) => {
    test.setTimeout(180_000);
    const { page } = atlas;
    await open(atlas, scenario, more);
    await atlas.advanceTo(us);
    // It comes with the second run, which opens after the first.
    if (more.includes("beside=")) await expect(view(page, zh("Compare"))).toBeVisible();
    const names = namesIn(scenario);
    expect.soft(await englishIn(page.locator("body"), names), "the page").toEqual([]);
    const tabs = await views(page).getByRole("tab").allInnerTexts();
    for (const tab of tabs) {
      await view(page, tab).click();
      const panel = page.getByRole("tabpanel", { name: tab, exact: true });
      await expect(panel).not.toBeEmpty();
      expect.soft(await englishIn(panel, names), tab).toEqual([]);
    }
  });
}

test("the dialogs", async ({ atlas }) => {
  test.setTimeout(180_000);
  const { page } = atlas;
  await open(atlas, "first-look");
  await atlas.advanceTo(2_000_000);
  const names = new Set(listScenarios().flatMap(({ id }) => [id, ...namesIn(id)]));
  for (const command of OPENED) {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox").fill(zh(command));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect.soft(await englishIn(dialog, names), command).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("what the engine says: story, requests and why", async ({ atlas }) => {
  const { page } = atlas;
  await open(atlas, "stale-leader", "&variant=leader-unchecked");
  const names = namesIn("stale-leader");
  await atlas.advanceTo(6_000_000);
  await page.keyboard.press("w");
  const why = page.getByTestId("why");
  await expect(why.getByRole("heading")).toContainText("？");
  await expect(why).toHaveAttribute("aria-busy", "false");
  expect.soft(await englishIn(why, names)).toEqual([]);
});
