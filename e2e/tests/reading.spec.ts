/** A lesson for who chose no instruments: its text beside the map and one picture. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import { LessonPage } from "../pages/LessonPage";

test.use({ level: "watch" });

const LESSON = listLessons().find(({ id }) => id === "old-leader");

test("a lesson is read beside the map, and played to the end of a step", async ({
  atlas,
  page,
}) => {
  const [step, next] = LESSON?.steps ?? [];
  if (LESSON === undefined || step === undefined || next === undefined) throw new Error("no steps");
  const at = new LessonPage(atlas);
  await at.open(LESSON, step);
  await expect(page.getByRole("tablist")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Over time" })).toBeVisible();
  const before = await atlas.map.boundingBox();
  expect(await brokenRules(page)).toEqual([]);
  await at.predict(step, step.predict?.right ?? 0);
  if (step.solution !== null) await at.play(step.solution);
  await expect(at.verdict).toHaveAttribute("data-verdict", "met");
  await expect(at.explanation).toBeVisible();
  expect(await atlas.map.boundingBox(), "nothing that is said moves the map").toEqual(before);
  await at.next("Next step");
  await at.stands(next);
  await page.getByText("Controls", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "Local" }), "what a step may ask for").toBeVisible();
  await atlas.button("Instruments").click();
  await expect(page.getByRole("tab", { name: "Over time" })).toBeVisible();
  await expect(at.title).toContainText(next.title);
});

test("on a phone the map stays above the text", async ({ atlas, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [step] = LESSON?.steps ?? [];
  if (LESSON === undefined || step === undefined) throw new Error("no steps");
  const at = new LessonPage(atlas);
  await at.open(LESSON, step);
  await at.buttonsStandInView();
  await at.predict(step, step.predict?.right ?? 0);
  await expect(atlas.map).toBeInViewport({ ratio: 1 });
  expect(await brokenRules(page)).toEqual([]);
});
