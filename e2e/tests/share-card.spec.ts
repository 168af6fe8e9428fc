/** The moment that is shared as a picture: the card, its files, and six seconds that move. */

import fs from "node:fs";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("this instant is offered as a card, whose PNG is 1200 by 630", async ({ atlas, page }) => {
  await atlas.open({ scenario: "stale-leader" });
  await atlas.advanceTo(4_000_000);
  await atlas.button("Share…").click();
  // Nothing of what comes later.
  const early = atlas.dialog("Share this moment").getByTestId("share-card");
  await expect(early).toContainText("0stale answers");
  await expect(early).not.toContainText("Dublin");
  await page.keyboard.press("Escape");
  await atlas.advanceTo(16_500_000);
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  await expect(dialog.getByTestId("share-card")).toContainText("Stale answers: ");
  const saved = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name }).click(),
    ]);
    return fs.readFileSync(await file.path());
  };
  const png = await saved("Save as PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const svg = (await saved("Save as SVG")).toString();
  expect(svg).toContain("@font-face");
  expect(svg).not.toContain("var(--");
  const webm = await saved("Six seconds as WebM");
  expect(webm.subarray(0, 4).toString("hex"), "EBML").toBe("1a45dfa3");
  expect(webm.length).toBeLessThan(2_000_000);
  const gif = await saved("Six seconds as GIF");
  expect([gif.subarray(0, 6).toString(), gif.readUInt16LE(6)]).toEqual(["GIF89a", 600]);
  expect(await brokenRules(page)).toEqual([]);
});

test("who asks while a lesson opens gets the link and the card of the lesson’s run", async ({
  atlas,
}) => {
  await atlas.page.goto("./?paused&origin=self&lesson=zone-crossing");
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  await expect(dialog.getByText("at 2.500 000 s", { exact: true })).toBeVisible();
  await expect(dialog).toContainText("with the scenario, seed 1 and the step of the lesson");
  await expect(dialog).not.toContainText("First look");
});
