/**
 * The first minute: the one thing to try is done and comes true, links are cut and healed, a store
 * crashes and starts again, and all that is fetched meanwhile is counted.
 */

import type { Page } from "@playwright/test";

import { sizes } from "../../tools/check-size.mjs";
import { expect, test } from "../fixtures";

/** Files that the page asks for from now on. */
function listen(page: Page): Set<string> {
  const asked = new Set<string>();
  page.context().on("request", (request) => {
    const { pathname, protocol } = new URL(request.url());
    if (protocol.startsWith("http")) asked.add(pathname.slice(1) || "index.html");
  });
  return asked;
}

/** Those that the weight of the first minute leaves out. */
function uncounted(asked: Set<string>): string[] {
  const counted = new Set(sizes().map(({ file }) => file));
  return [...asked].filter((file) => !counted.has(file));
}

test("what is to be tried comes true, and all that is fetched is counted", async ({
  atlas,
  page,
}) => {
  test.setTimeout(180_000);
  const asked = listen(page);
  await page.goto("./");
  await atlas.button("Skip the tour").click();
  const card = page.getByRole("region", { name: "Try this" });
  await expect(card).toContainText("Cut the link between oregon and ohio");
  await atlas.link("oregon", "ohio").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await expect(atlas.link("oregon", "ohio")).toHaveAccessibleName(/cut both ways/);
  // It comes true when the engine tells so, not when a button is pressed.
  await expect(card).toContainText("Done: this is what you saw");
  await card.getByRole("button", { name: "Heal the link" }).click();
  await expect(atlas.link("oregon", "ohio")).toHaveAccessibleName(/healthy/);
  await expect(card).toContainText("s3 still hears s2");
  // The second act: what the scenario's text promises.
  await card.getByRole("button", { name: "The next thing to try" }).click();
  await expect(card).toContainText("Now crash store s2");
  await atlas.store("s2").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Crash" }).click();
  await expect(atlas.store("s2")).toHaveAccessibleName(/crashed/);
  // An election takes a second or two of the run, which plays at a fifth of its speed.
  await expect(card).toContainText("Another store leads now", { timeout: 60_000 });
  await card.getByRole("button", { name: "Close what to try" }).click();
  await expect(card).toHaveCount(0);
  expect(uncounted(asked)).toEqual([]);
});

test("links are cut and healed, a store crashes and starts again", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.link("oregon", "ohio").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }).click();
  await atlas.link("oregon", "virginia").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Cut virginia → oregon" }).click();
  await expect(atlas.faultList.getByRole("button", { name: /^Heal/ })).toHaveCount(3);
  await atlas.faultList.getByRole("button", { name: "Heal all links" }).click();
  await expect(atlas.link("oregon", "ohio")).toHaveAccessibleName(/healthy/);
  await atlas.store("s1").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Crash" }).click();
  await expect(atlas.store("s1")).toHaveAccessibleName(/crashed/);
  await atlas.store("s1").click();
  await atlas.dialog("Actions").getByRole("button", { name: "Restart" }).click();
  await expect(atlas.store("s1")).not.toHaveAccessibleName(/crashed/);
});

test("what lies below comes when it is scrolled to, and when the Tab key reaches it", async ({
  atlas,
  page,
}) => {
  await page.goto("./?scenario=first-look");
  await expect(atlas.map).toBeVisible();
  const controls = page.getByRole("button", { name: "The rest of the controls" });
  const meters = page.getByRole("button", { name: "Latency and the run" });
  await expect(meters).toHaveCount(1);
  await expect(meters).not.toBeInViewport();
  await meters.scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Run" })).toBeAttached();
  await expect(meters).toHaveCount(0);
  await expect(controls).not.toBeInViewport();
  await controls.focus();
  await expect(page.getByRole("region", { name: "Send a request" })).toBeAttached();
  // The focus goes on to the first of what came.
  const inside = () => document.activeElement?.closest('aside[aria-label="Controls"]') !== null;
  expect(await page.evaluate(inside)).toBe(true);
  await expect(controls).toHaveCount(0);
});
