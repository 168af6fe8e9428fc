/** A lesson on paper: every lesson has its handout, with a picture for each step. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { lessons } from "../pages/handouts";

test("a handout is opened from the list of lessons, printed and closed", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  const before = await atlas.digest();
  await atlas.button("Lessons").click();
  const [lesson] = lessons();
  await atlas.button(`Handout: ${lesson?.title}`).click();
  const handout = atlas.dialog(`Handout: ${lesson?.title}`);
  await expect(handout.getByRole("heading", { level: 1 })).toHaveText(lesson?.title ?? "");
  await expect(handout.getByText("Ready to print.")).toBeVisible({ timeout: 30_000 });
  expect(await brokenRules(page)).toEqual([]);

  await page.emulateMedia({ media: "print" });
  await expect(atlas.button("Print")).toBeHidden();
  await expect(page.locator("#root")).toBeHidden();
  await expect(handout.getByRole("heading", { level: 1 })).toBeVisible();
  // The whole of it, not what fits the window.
  const { height, window } = await page.evaluate(() => ({
    height: document.documentElement.scrollHeight,
    window: innerHeight,
  }));
  expect(height).toBeGreaterThan(2 * window);
  await page.emulateMedia({ media: "screen" });

  await handout.getByLabel("With answers").uncheck();
  await expect(handout.getByText("Right.")).toHaveCount(0);
  await expect(handout.getByRole("figure")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(handout).toBeHidden();
  expect(await atlas.digest()).toBe(before);
});

for (const { id, title, steps } of lessons()) {
  test(`the handout of “${title}” has a picture for each step`, async ({ atlas, page }) => {
    await page.goto(`./?e2e&scenario=first-look&lesson=${id}&handout`);
    const handout = atlas.dialog(`Handout: ${title}`);
    await expect(handout.getByText("Ready to print.")).toBeVisible({ timeout: 50_000 });
    await expect(handout.getByText("This step has no picture")).toHaveCount(0);
    await expect(handout.getByRole("figure")).toHaveCount(steps);
    await expect(handout.getByText("{{")).toHaveCount(0);
  });
}
