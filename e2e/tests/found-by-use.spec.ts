/** What people stumbled over at the page, each as they came to it: only what a browser alone sees. */

import { expect, test } from "../fixtures";

test("Space pauses the run that a dialog has opened, and opens no dialog again", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.opening.click();
  const dialog = atlas.dialog("Open a scenario");
  await dialog
    .getByRole("button", { name: /^Open / })
    .nth(1)
    .click();
  await expect(dialog).toBeHidden();
  await expect(atlas.button("Pause")).toBeVisible();
  await page.keyboard.press("Space");
  await expect(atlas.button("Play")).toBeVisible();
  await expect(dialog).toBeHidden();

  // A button that was left with the pointer keeps Space from nobody either.
  await atlas.opening.click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("Space");
  await expect(atlas.button("Pause")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("an event that is pressed is gone to", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await atlas.openView("Events");
  const elected = page
    .getByRole("list", { name: "Events, newest first" })
    .getByRole("button", { name: /was elected leader in term 1/ });
  const instant = await elected.innerText();
  await elected.click();
  await expect.poll(() => atlas.nowUs()).toBeLessThan(2_000_000);
  const us = Number.parseFloat(instant.replace(/\s/g, "").replace(",", ".")) * 1e6;
  expect(Math.abs((await atlas.nowUs()) - us)).toBeLessThan(1_000);

  await atlas.chooseEvents("Requests");
  const row = atlas.events.getByRole("row", { name: /r1 enters/ });
  await row.click();
  await expect(row).toHaveAttribute("aria-selected", "true");
});

test("a number out of bounds is refused with the bounds, and what is done is not another", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "lease-and-drift" });
  await atlas.unfold("Break something");
  const form = page.getByRole("form", { name: "Break something" });
  await form.getByLabel("Action").selectOption("Set a clock’s drift");
  const drift = form.getByLabel("Clock drift, %");
  await drift.fill("-99");
  await drift.press("Tab");
  await expect(drift).toHaveValue("-99");
  await expect(form.getByRole("alert")).toContainText("A number from −90 to 90. It stays 1.");
  await form.getByRole("button", { name: "Set" }).click();
  expect((await atlas.run()).actions).toBe(0);
});

test("another variant after the end stands at the same instant, and a comparison where they differ", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  const end = 25_000_000;
  await atlas.advanceTo(end);
  const choice = page.getByRole("radiogroup", { name: "Variant" });
  await choice.getByText("The leader asks first").click();
  await expect(
    page.getByRole("table", { name: "The previous variant and this one" }),
  ).toBeVisible();
  expect(await atlas.nowUs()).toBeGreaterThanOrEqual(end);
  await atlas.button("Compare on the map").click();
  await expect(page.getByTestId("proof")).toContainText(/stale reads .* 0 · .* \d+/);
  await expect.poll(() => atlas.nowUs()).toBeLessThan(end);
});
