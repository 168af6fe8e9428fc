/** What a scenario shows: told where it has been seen, with figures of the run, and compared. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("a scenario says what it shows, by figures of its run, and compares them with another variant", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "stale-leader" });
  const card = page.getByRole("region", { name: "What this shows" });
  await expect(card).toHaveCount(0);
  await page.getByRole("button", { name: /^Jump to the result/ }).click();
  await expect.poll(() => atlas.nowUs()).toBe(16_000_000);
  const own = card.getByRole("row", { name: /^The leader answers at once / });
  await expect(own).toContainText(/[1-9]\d*/);
  const stale = Number(/(\d+)$/.exec((await own.textContent()) ?? "")?.[1]);
  expect(stale).toBeGreaterThan(100);
  await expect(card).toContainText(`Stale answers: ${stale};`);
  await card.getByRole("button", { name: "Compare with “The leader asks first”" }).click();
  await expect(
    card.getByRole("row", { name: /^The leader asks first 0, 100 % less$/ }),
  ).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await card.getByRole("button", { name: "Close what this shows" }).click();
  await expect(card).toHaveCount(0);
});

test("words of the field are explained where they stand, by pointer and by keyboard", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "cross-az-scan" });
  const word = page
    .getByRole("region", { name: "Scenario" })
    .getByRole("button", { name: "gateway", exact: true });
  await word.hover();
  const bubble = page.getByText("The server where clients’ requests enter.");
  await expect(bubble).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(bubble).toHaveCount(0);
  await word.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(bubble).toBeVisible();
});
