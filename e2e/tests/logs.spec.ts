/** The logs of a range: what a cut does to them, and that keys alone lead through them. */

import { expect, test } from "../fixtures";

test("entries of a leader that was cut off differ from the new leader's, and are overwritten", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.openView("Logs");
  await atlas.advanceTo(3_000_000);
  await expect(atlas.logs.getByRole("rowheader")).toHaveCount(5);
  await expect(atlas.logs.getByRole("rowheader").first()).toContainText("leader, term 1");
  await expect(atlas.logs.getByRole("gridcell", { name: /differs/ })).toHaveCount(0);

  // The leader's zone goes on taking writes that it can commit no more.
  await atlas.act({ do: "isolate", place: "Frankfurt" });
  await atlas.advanceTo(5_900_000);
  const differing = atlas.logs.getByRole("gridcell", { name: /differs: elsewhere it is of term/ });
  await expect(differing.first()).toBeVisible();
  const name = await differing.first().getAttribute("aria-label");
  const index = /index (\d+)/.exec(name ?? "")?.[1];
  expect(name).toContain("not known committed");

  await atlas.act({ do: "heal" });
  await atlas.advanceTo(6_300_000);
  await expect(differing).toHaveCount(0);
  const overwritten = atlas.logs.getByRole("gridcell", {
    name: new RegExp(`index ${index}: .*Was here: term 1, .*overwritten by another leader's entry`),
  });
  await expect(overwritten).toHaveCount(2);
  // A while later it is past.
  await atlas.advanceTo(12_000_000);
  await expect(atlas.logs.getByRole("gridcell", { name: /Was here/ })).toHaveCount(0);
});

test("the leader's match and next index stand on each follower's lane", async ({ atlas }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.openView("Logs");
  await atlas.advanceTo(2_000_000);
  const heads = atlas.logs.getByRole("rowheader");
  await expect(heads.first()).not.toContainText("match");
  for (let follower = 1; follower < 5; follower += 1) {
    await expect(heads.nth(follower)).toContainText(/match \d+, next \d+/);
  }
});

test("keys alone lead to an entry, select it, and bring back", async ({ atlas, page }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(3_000_000);
  await atlas.tabTo(page.getByRole("tab", { name: "Over time" }));
  for (const _ of ["Space-time", "Logs"]) await page.keyboard.press("ArrowRight", { delay: 80 });
  await expect(atlas.logs).toBeVisible();
  const now = await atlas.nowUs();
  await atlas.tabTo(atlas.logs.locator('[data-stop="true"]'));
  const focused = atlas.logs.locator(":focus");
  const last = Number(/index (\d+)/.exec((await focused.getAttribute("aria-label")) ?? "")?.[1]);
  expect(last).toBeGreaterThan(20);
  await page.keyboard.press("ArrowLeft");
  await expect(focused).toHaveAccessibleName(new RegExp(`index ${last - 1}:`));
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveAccessibleName(/^s1, /);
  await page.keyboard.press("Home");
  await expect(focused).toHaveAccessibleName(/index 1: term 1, the empty entry/);
  await page.keyboard.press("Enter");
  await expect(atlas.inspector).toHaveAccessibleName(/Entry 1 of range 0/);
  await expect(focused).toHaveAttribute("aria-selected", "true");
  // The first closes the explanation of the cell, the second the inspector.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(atlas.inspector).toHaveCount(0);
  expect(await atlas.nowUs(), "keys of the grid do not move in time").toBe(now);
});

test("scrolling away from the end stays there while the log grows", async ({ atlas, page }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.openView("Logs");
  await atlas.advanceTo(3_000_000);
  await expect(atlas.button("Following the end")).toBeVisible();
  await atlas.tabTo(atlas.logs.locator('[data-stop="true"]'));
  await page.keyboard.press("Home");
  await expect(atlas.button("Follow the end")).toBeVisible();
  await atlas.advanceTo(4_500_000);
  await expect(atlas.logs.getByRole("gridcell", { name: /index 1:/ }).first()).toBeInViewport();
  await atlas.button("Follow the end").click();
  await expect(atlas.button("Following the end")).toBeVisible();
  await expect(atlas.logs.getByRole("gridcell", { name: /index 1:/ })).toHaveCount(0);
});

test("marks stand free of the line where the commit ends", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await atlas.openView("Logs");
  const column = atlas.logs.locator("[data-commit=true]:has([data-mark])").first();
  const mark = column.locator("[data-mark]").last();
  const [{ x = 0, width = 0 } = {}, edge] = [
    (await mark.boundingBox()) ?? undefined,
    await column.boundingBox(),
  ];
  // The line is 2 px wide, one of them inside.
  expect(x + width).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0) - 2);
});
