/** Bytes between zones: the picture of flows, one write message by message, and what it costs. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("flows add up to the big figure, by keys and by pointer, and are saved as a picture", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(3_000_000);
  await atlas.openView("Bytes");
  // Of what has not crossed there is no picture that could be saved.
  const save = atlas.button("Save the picture as SVG");
  const kinds = save.locator("xpath=..").getByLabel("Kind of bytes");
  await kinds.selectOption({ label: "snapshot" });
  await expect(save).toBeDisabled();
  await kinds.selectOption("all");
  const rows = page
    .getByRole("table", { name: /On the wire between zones, this run/ })
    .getByRole("row");
  await expect(rows.nth(1)).toContainText("append");
  const shares = await rows.locator("td:last-child").allTextContents();
  const sum = shares.reduce((all, text) => all + (Number.parseFloat(text) || 0), 0);
  expect(sum).toBeGreaterThan(97);
  expect(sum).toBeLessThan(101);

  const picture = page.getByRole("img", { name: /Ribbons from sending zones/ });
  await rows.nth(1).getByRole("button").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(2).getByRole("button")).toBeFocused();
  await expect(picture.locator("path[data-lit]")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(atlas.inspector).toBeVisible();

  const saved = page.waitForEvent("download");
  await atlas.button("Save the picture as SVG").click();
  expect((await saved).suggestedFilename()).toBe("flows.svg");
});

for (const theme of ["light", "projector"])
  test(`names of zones stand whole inside of the picture, ${theme}`, async ({ atlas, page }) => {
    await page.addInitScript((name) => localStorage.setItem("raft-atlas/theme", name), theme);
    await atlas.open({ scenario: "follower-read" });
    await atlas.advanceTo(3_000_000);
    // In the low dock, as it opens.
    await page.getByRole("tab", { name: "Bytes" }).click();
    const picture = page.getByRole("img", { name: /Ribbons from sending zones/ });
    await expect(picture.locator("text")).toHaveCount(6);
    const outside = await picture.evaluate((svg) => {
      const whole = svg.getBoundingClientRect();
      return [...svg.querySelectorAll("text")].flatMap((name) => {
        const { top, bottom, left, right } = name.getBoundingClientRect();
        const isIn = left >= whole.left && right <= whole.right;
        // A line is higher than its letters.
        const isBetween = top > whole.top - 3 && bottom < whole.bottom + 3;
        return isIn && isBetween ? [] : [name.textContent];
      });
    });
    expect(outside).toEqual([]);
  });

test("a write is told message by message, and its crossings are counted", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(3_000_000);
  await atlas.openView("Bytes");
  await page.getByRole("radio", { name: "One write" }).click();
  const messages = page.getByRole("table", { name: "Messages in the order in which they left" });
  const across = messages
    .getByRole("row")
    .filter({ hasText: /→/ })
    .filter({ hasNotText: "inside a zone" });
  const head = page.getByRole("heading", { name: /^put k\d+: \d+ messages between zones/ });
  await expect(head).toBeVisible();
  const counted = Number(/: (\d+) messages/.exec((await head.textContent()) ?? "")?.[1]);
  await expect(across).toHaveCount(counted);
  expect(await across.filter({ hasText: "Append, " }).count()).toBeGreaterThanOrEqual(3);
  // Another write, chosen in the list, is also chosen on the map.
  const list = page.getByRole("table", { name: "Writes, newest first" });
  const other = list.getByRole("button", { pressed: false }).first();
  const name = (await other.textContent()) ?? "";
  await other.click();
  await expect(page.getByRole("heading", { name: new RegExp(`^${name}:`) })).toBeVisible();
});

test("prices are a cloud's or one's own, with their source, and change no run", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(3_000_000);
  const digest = await atlas.digest();
  await atlas.openView("Bytes");
  await page.getByRole("radio", { name: "Money" }).click();
  const run = page.locator('[data-money="This run"]');
  const million = page.locator('[data-money="Per million writes"]');
  await expect(million).toHaveText(/^\$0\.1\d+/);
  const before = await run.textContent();
  await page.getByRole("combobox", { name: "Prices" }).selectOption("gcp");
  await expect(page.getByText(/cloud\.google\.com.*2026-09-20/)).toBeVisible();
  await expect(run).not.toHaveText(before ?? "");
  // The metrics follow: they count with the same prices.
  const usd = await run.textContent();
  await atlas.openView("Metrics");
  await atlas.meters.getByRole("button", { name: "under a cent" }).hover();
  const tip = await page.getByRole("tooltip").textContent();
  const exact = Number(/Exactly: \$([\d.]+)\./.exec(tip ?? "")?.[1]);
  expect(Number(exact.toPrecision(2))).toBe(Number(usd?.replace("$", "")));
  await atlas.openView("Bytes");
  await page.getByRole("radio", { name: "Money" }).click();
  await page.getByLabel("Between regions, $ per GB").fill("0");
  await page.keyboard.press("Enter");
  await page.getByLabel("Between zones, $ per GB").fill("0");
  await page.keyboard.press("Enter");
  await expect(run).toHaveText("$0");
  await expect(page.getByRole("combobox", { name: "Prices" })).toHaveValue("own");
  expect(await atlas.digest()).toBe(digest);
});

test("all three parts pass the accessibility rules", async ({ atlas, page }) => {
  await atlas.open({ scenario: "five-replicas" });
  await atlas.advanceTo(2_000_000);
  await atlas.openView("Bytes");
  for (const part of ["Zone to zone", "One write", "Money"]) {
    await page.getByRole("radio", { name: part }).click();
    await expect(page.getByRole("table").last()).toBeVisible();
    expect(await brokenRules(page, "section[aria-label='What happened']"), part).toEqual([]);
  }
});
