/** Who asked for less movement gets steps: messages stand at their departure, then at their arrival. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

/** The drawn messages once the picture of this instant stands. */
function picture(atlas: AtlasPage): Promise<string> {
  return atlas.page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const canvas = document.querySelector("main canvas");
            resolve(canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : "");
          }),
        );
      }),
  );
}

/** Two instants between which nothing but time passes, in the first half of every flight. */
async function quietStretch(atlas: AtlasPage): Promise<[number, number]> {
  for (let us = 3_000_000; us < 9_000_000; us += 1_370) {
    await atlas.advanceTo(us);
    const { flights, next_event_us, now_us } = await atlas.frame();
    if (flights.count === 0) continue;
    let end = next_event_us ?? Number.POSITIVE_INFINITY;
    for (let i = 0; i < flights.count; i++) {
      const half = ((flights.sent_us[i] ?? 0) + (flights.arrive_us[i] ?? 0)) / 2;
      if (now_us < half) end = Math.min(end, half);
    }
    const until = Math.floor(end) - 1;
    if (until - us > 60) return [us, until];
  }
  throw new Error("No quiet stretch was found.");
}

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("messages do not move between departure and arrival", async ({ atlas }) => {
    await atlas.open({ scenario: "first-look" });
    const [from, until] = await quietStretch(atlas);
    const before = await picture(atlas);
    await atlas.advanceTo(until);
    expect(until).toBeGreaterThan(from);
    expect(await picture(atlas)).toBe(before);
  });

  test("nothing plays unless it is asked to", async ({ atlas, page }) => {
    await page.goto("./");
    await expect(atlas.button("Play")).toBeEnabled();
    // Where the first scenario opens.
    await expect(page.getByTestId("instant")).toHaveAttribute("data-us", "2000000");
    await atlas.button("Play").click();
    await expect(atlas.button("Pause")).toBeVisible();
    await expect(page.getByTestId("instant")).not.toHaveAttribute("data-us", "2000000");
  });
});

test("without it they do", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  const [, until] = await quietStretch(atlas);
  const before = await picture(atlas);
  await atlas.advanceTo(until);
  expect(await picture(atlas)).not.toBe(before);
});

test("the page plays by itself, and an instant always looks the same", async ({ atlas, page }) => {
  await page.goto("./");
  await expect(atlas.button("Pause")).toBeVisible();
  await expect(page.getByTestId("instant")).not.toHaveAttribute("data-us", "0");
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_141_592);
  const once = await picture(atlas);
  await atlas.open({ scenario: "first-look" });
  for (let us = 0; us < 3_141_592; us += 490_000) await atlas.advanceTo(us);
  await atlas.advanceTo(3_141_592);
  expect(await picture(atlas)).toBe(once);
});
