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
  await handout.getByLabel("With answers").check();
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

  const takeaway = handout.getByRole("heading", { name: "Takeaway" });
  await expect(takeaway).toBeVisible();
  await handout.getByLabel("With answers").uncheck();
  await expect(takeaway).toHaveCount(0);
  await expect(handout.getByText("Right.")).toHaveCount(0);
  await expect(handout.getByRole("figure")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(handout).toBeHidden();
  expect(await atlas.digest()).toBe(before);
});

test("a pupil's paper has a name, the way to the lesson and questions over its lines", async ({
  atlas,
  page,
}) => {
  await page.goto("./?paused&origin=self&scenario=first-look&lesson=leader&handout");
  const handout = atlas.dialog(/^Handout: /);
  await expect(handout.getByRole("img", { name: "QR code of the lesson" })).toBeVisible();
  await expect(handout.getByRole("link")).toHaveAttribute("href", /\/\?lesson=leader$/);
  // It needs no run, and this machine's address is none for students.
  await expect(handout.getByText("Ready to print.")).toBeVisible();
  await expect(handout.getByRole("note")).toContainText("lead to this machine alone");
  await expect(handout.getByText("Name", { exact: true })).toBeVisible();
  await expect(handout.getByText("Why do you expect this?").first()).toBeVisible();
  await expect(handout.getByText("What did you see, and at which instant?").first()).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);

  // Lines to write on are the same on either paper, and the warning is for the screen alone.
  await page.emulateMedia({ media: "print" });
  await expect(handout.getByRole("note")).toBeHidden();
  for (const width of [180, 186].map((mm) => Math.round((mm * 96) / 25.4))) {
    await page.setViewportSize({ width, height: 900 });
    const heights = await page
      .locator("[data-handout] [aria-hidden] > span:empty")
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(9);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.1);
  }
  await page.emulateMedia({ media: "screen" });
  await handout.getByLabel("With answers").check();
  await expect(handout.getByText("Name", { exact: true })).toHaveCount(0);
});

test("paper that is printed too early says so", async ({ atlas, page }) => {
  // The runs of its steps never come.
  await page.goto("./?paused&origin=self&scenario=two-cities");
  await atlas.ready();
  await page.route("**/scenarios/first-look.json", () => undefined);
  await atlas.button("Lessons").click();
  await page
    .getByRole("button", { name: /^Handout: / })
    .first()
    .click();
  await page.getByLabel("With answers").check();
  await expect(page.getByText("Playing step 1 of")).toBeVisible();
  const early = page.getByText(/^Not ready yet: \d of \d steps/);
  await expect(early).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(early).toBeVisible();
});

for (const [place, { id, title, steps }] of lessons().entries()) {
  test(`the handout of “${title}” has a picture for each step`, {
    // The first has figures of its own run alone, the second of other runs too.
    tag: place < 2 ? [] : "@long",
  }, async ({ atlas, page }) => {
    await page.goto(`./?paused&origin=self&scenario=first-look&lesson=${id}&handout`);
    const handout = atlas.dialog(`Handout: ${title}`);
    await handout.getByLabel("With answers").check();
    await expect(handout.getByText("Ready to print.")).toBeVisible({ timeout: 50_000 });
    await expect(handout.getByText("This step has no picture")).toHaveCount(0);
    await expect(handout.getByRole("figure")).toHaveCount(steps);
    await expect(handout.getByText("{{")).toHaveCount(0);
  });
}
