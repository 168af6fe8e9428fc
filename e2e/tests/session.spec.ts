/** A reload brings back the scenario, the seed, the actions and the instant. */

import { expect, test } from "../fixtures";

test("a reload keeps the session", async ({ atlas }) => {
  await atlas.open();
  await atlas.advanceTo(1_500_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(3_000_000);
  const digest = await atlas.digest();

  await atlas.page.reload();
  await atlas.ready();
  await expect(atlas.notice).toContainText("Your session is back");
  expect(await atlas.nowUs()).toBe(3_000_000);
  expect(await atlas.digest()).toBe(digest);
  await expect.poll(() => atlas.faults()).toEqual(["crash s2"]);
});

test("a reload keeps a scenario that came from a file, and its variant", async ({ atlas }) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader" });
  const text = await atlas.page.evaluate(async () =>
    (await fetch("./scenarios/first-look.json")).text(),
  );
  await atlas.openFile("mine.json", text.replace(/"title":\s*"[^"]*"/, '"title": "From my disk"'));
  await expect(atlas.title).toHaveText("From my disk");
  await atlas.advanceTo(700_000);
  const digest = await atlas.digest();
  await atlas.open();
  await expect(atlas.title).toHaveText("From my disk");
  expect(await atlas.digest()).toBe(digest);
});

test("an address that names another variant or seed opens that, not what was kept", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(100_000);
  await atlas.open({ scenario: "stale-leader", variant: "leader" });
  await expect(atlas.title).toContainText("· The leader asks first");
  await expect(atlas.title).not.toContainText("answers at once");
  await atlas.open({ scenario: "stale-leader", variant: "leader", seed: 99 });
  await atlas.expectSeed(99);
});

test("the theme is kept too", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.chooseInMore("Theme", "Dark");
  await expect(atlas.page.locator("html")).toHaveAttribute("data-theme", "dark");
  await atlas.page.reload();
  await expect(atlas.page.locator("html")).toHaveAttribute("data-theme", "dark");
});
