/** The course pack beside the page: found from its help, read without a script, printed. */

import fs from "node:fs";
import path from "node:path";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

const DECK = path.join(import.meta.dirname, "..", "..", "docs", "course", "slides.md");

test("the help leads to the course pack, and its addresses to their runs", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await page.keyboard.press("?");
  const link = atlas.dialog("Help").getByRole("link", { name: "Course pack" });
  await expect(link).toHaveAttribute("href", "course/");

  await page.goto("./course/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Course pack");
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole("link", { name: "15 minutes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("15 minutes");
  await page.getByRole("link", { name: "variant=check-quorum" }).click();
  await expect(page).toHaveURL(/\/\?scenario=stale-leader&variant=check-quorum$/);
  const title = page.getByRole("heading", { name: "The leader that does not know" });
  await expect(title).toBeVisible();
});

for (const name of ["lessons", "questions-with-answers", "slides"]) {
  test(`the course’s ${name} fit a phone and can be read by everybody`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`./course/${name}.html`);
    expect(await brokenRules(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
}

for (const name of ["guide-15", "guide-50", "guide-90", "rubric"]) {
  test(`the course’s ${name} is one page of A4 or Letter`, async ({ page }) => {
    await page.goto(`./course/${name}.html`);
    for (const format of ["A4", "Letter"]) {
      expect(pagesOf(await page.pdf({ format }))).toBe(1);
    }
  });
}

test("the deck is printed one slide a page, and nothing of it is cut off", async ({ page }) => {
  const slides = fs.readFileSync(DECK, "utf8").split(/^## /m).length;
  await page.goto("./course/slides.html");
  await expect(page.locator("section")).toHaveCount(slides);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(pdf)).toBe(slides);
  await page.emulateMedia({ media: "print" });
  const cut = await page
    .locator("section")
    .evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
  expect(Math.max(...cut)).toBeLessThanOrEqual(1);
});

function pagesOf(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
