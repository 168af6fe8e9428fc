/**
 * A file that is no scenario gets one clear message, and the running scenario goes on. What is said
 * of each kind of file is for web/test/hostileFiles.test.ts.
 */

import { expect, test } from "../fixtures";
import { readScenario } from "../scenarios";

type Scenario = Record<string, unknown>;

/** A copy of a good scenario with one thing changed. */
function changed(change: (scenario: Scenario) => void): string {
  const scenario: Scenario = readScenario("first-look");
  change(scenario);
  return JSON.stringify(scenario);
}

test("a file with an unknown key is refused in words, and the run goes on", async ({ atlas }) => {
  const name = "unknown-key.json";
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  const before = await atlas.digest();
  await atlas.openFile(
    name,
    changed((s) => Object.assign(s.topology as Scenario, { colour: "blue" })),
  );
  const dialog = atlas.dialog(`${name} was not opened`);
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(/topology.*colour|colour.*topology/s);
  expect(((await dialog.textContent()) ?? "").length).toBeLessThan(1_000);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
  expect(await atlas.digest()).toBe(before);
  await atlas.advanceTo(1_500_000);
  expect(await atlas.nowUs()).toBe(1_500_000);
});

test("a dropped file is opened, and a bad one is refused the same way", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.dropFile("bad.json", "{}");
  await expect(atlas.dialog("bad.json was not opened")).toBeVisible();
  await atlas.page.keyboard.press("Escape");
  await expect(atlas.dialog("bad.json was not opened")).toBeHidden();
  await atlas.dropFile(
    "mine.json",
    changed((s) => Object.assign(s, { title: "My own network" })),
  );
  await expect(atlas.title).toHaveText("My own network");
});
