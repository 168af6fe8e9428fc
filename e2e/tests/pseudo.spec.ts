/** A language that is longer than English: nothing stays in English, and nothing is cut off. */

import type { Locator } from "@playwright/test";
import { pseudo } from "../../tools/pseudo.mjs";
import { englishIn, namesIn } from "../chinese";
import { expect, test } from "../fixtures";
import { cutOffIn, speakPseudo } from "../pseudo";
import { listScenarios } from "../scenarios";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
// Lists are put together by Intl, which does not know this language; the class has an address.
const names = new Set(["and", "localhost"]);
for (const { id } of listScenarios()) for (const name of [id, ...namesIn(id)]) names.add(name);

async function isWhole(part: Locator, what: string): Promise<void> {
  expect.soft(await englishIn(part, names), `${what}: left in English`).toEqual([]);
  expect.soft(await cutOffIn(part), `${what}: cut off`).toEqual([]);
}

/** What the palette opens, by the names of its commands. */
const OPENED = [
  "Open a scenario…",
  "Lessons…",
  "Challenges…",
  "Import…",
  "Share…",
  "Export…",
  "Report…",
  "Sweeps…",
  "Class…",
  "What is real",
  "Published figures",
  "Help",
];

for (const size of SIZES) {
  test(`the page and its views at ${size.width}`, async ({ atlas, page }) => {
    await page.setViewportSize(size);
    await speakPseudo(page);
    await page.goto("./?language=en-XA&scenario=stale-leader&paused&origin=self");
    await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
    await atlas.stands();
    await atlas.advanceTo(4_000_000);
    await isWhole(page.locator("body"), "the page");
    for (const tab of await page.getByRole("tab").all()) {
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await isWhole(page.locator("body"), await tab.innerText());
    }
  });

  test(`dialogs at ${size.width}`, async ({ atlas, page }) => {
    await page.setViewportSize(size);
    await speakPseudo(page);
    await page.goto("./?language=en-XA&scenario=first-look&paused&origin=self");
    await atlas.stands();
    await atlas.advanceTo(2_000_000);
    for (const command of OPENED) {
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox").fill(pseudo(command));
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog).toBeVisible();
      await isWhole(dialog, command);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }
  });
}

test("the gallery, and a lesson's first step", async ({ page }) => {
  await speakPseudo(page);
  await page.goto("./gallery/?language=en-XA&origin=self");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  await isWhole(page.locator("body"), "the gallery");
  await page.goto("./?language=en-XA&lesson=leader&origin=self");
  await expect(page.getByRole("region", { name: /^⟦Ŀḗḗşşǿǿƞ/ })).toBeVisible();
  await isWhole(page.locator("body"), "the lesson");
});

test("a word left in English and a text without room are found", async ({ page }) => {
  await page.setContent(
    `<p>⟦Ƈŭŭŧ⟧ the link</p><p style="width: 40px; overflow: hidden; white-space: nowrap">⟦ŀǿǿƞɠḗḗř⟧</p>`,
  );
  const body = page.locator("body");
  expect(await englishIn(body)).toEqual(["⟦Ƈŭŭŧ⟧ the link"]);
  expect((await cutOffIn(body)).map((found) => found.trim())).toEqual(["⟦ŀǿǿƞɠḗḗř⟧ in"]);
});
