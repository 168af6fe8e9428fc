/** An instant has one set of figures, however one came to it and however wide the window is. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const AT_US = 5_250_000;

/** Every rate and peak that stands on the page: links, kinds, zones, lanes. */
async function figures(atlas: AtlasPage): Promise<string[]> {
  await atlas.openView("Over time");
  const lanes = atlas.page.getByRole("list", { name: "The run over time, in words" });
  await expect(lanes).toContainText("Peak");
  const chart = await lanes.textContent();
  const links = await atlas.page
    .locator("[data-link]")
    .evaluateAll((all) => all.map((link) => link.getAttribute("aria-label") ?? ""));
  await atlas.openView("Metrics");
  await atlas.meters.getByLabel("What to show").selectOption({ label: "Bytes/s now" });
  const kinds = await atlas.bytesByKind.innerText();
  const zones = await atlas.matrix.innerText();
  return [chart ?? "", ...links, kinds, zones];
}

async function playTo(atlas: AtlasPage, speed: number): Promise<void> {
  await atlas.play(speed);
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(2_000_000);
  await atlas.page.getByRole("button", { name: "Pause" }).first().click();
  // A quick run may have passed it by now.
  await atlas.at(AT_US);
  expect(await atlas.nowUs()).toBe(AT_US);
}

test("one instant shows the same figures by play, by steps, by seeking, at any width", {
  tag: "@long",
}, async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(AT_US);
  const expected = await figures(atlas);
  expect(expected.join(" ")).toMatch(/kB\/s/);

  for (const speed of [1, 5]) {
    await atlas.ask({ do: "load", scenario: "first-look" });
    await playTo(atlas, speed);
    expect(await figures(atlas), `played at ${speed}×`).toEqual(expected);
  }
  await atlas.advanceTo(21_000_000);
  await atlas.at(AT_US);
  expect(await figures(atlas), "sought from later").toEqual(expected);
  await atlas.page.setViewportSize({ width: 1920, height: 1080 });
  expect(await figures(atlas), "in a wider window").toEqual(expected);
});

test("at the end a run is judged in the words of the command line", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(60_000_000);
  const told = atlas.page.getByRole("region", { name: "At the end of the run" });
  await expect(told.getByText("met: elections of a leader: 1; the goal is 1")).toBeVisible();
  await atlas.at(30_000_000);
  await expect(told).toHaveCount(0);
  await atlas.act({ do: "split", range: 0, key: 0 });
  await atlas.advanceTo(31_000_000);
  const refused = atlas.page.getByRole("region", { name: "Actions refused" });
  await expect(refused).toContainText("the key is not inside the range, or is its first");
  await atlas.advanceTo(60_000_000);
  await expect(told).toContainText("not checked, because you changed the run");
});

test("a seed that is none is not said to be used", async ({ atlas }) => {
  await atlas.page.goto("/?seed=-1&paused&origin=self");
  await expect(atlas.page.getByText("The address says seed=-1")).toContainText(
    "The run has seed 1.",
  );
});
