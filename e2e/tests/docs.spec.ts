/** The documents as a site beside the page: found by a search, under the page's own policy. */

import type { Page } from "@playwright/test";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

const NARROW = { width: 390, height: 844 };

/** The field and what it finds. */
function search(page: Page) {
  const found = page.getByRole("region", { name: "Found" });
  return {
    field: page.getByRole("searchbox", { name: "Search the documents" }),
    status: found.getByRole("status"),
    links: found.getByRole("link"),
  };
}

test("a word is found by keys alone, and leads to its heading", async ({ atlas }) => {
  const { page } = atlas;
  await page.goto("./docs/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Raft Atlas: the documents");
  const { field, status, links } = search(page);
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("jepsen");
  await expect(status).toHaveText(/^\d+ found/);
  await page.keyboard.press("Tab");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL(/docs\/histories\.html#/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Histories/);
  await expect(page.getByRole("link", { name: /^Histories: / })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("what is in no document is said, and Escape empties the field", async ({ atlas }) => {
  const { page } = atlas;
  await page.goto("./docs/design/leases.html");
  const { field, status } = search(page);
  await field.fill("qqqzzz");
  await expect(status).toHaveText("Nothing found.");
  await field.press("Escape");
  await expect(field).toHaveValue("");
  await expect(status).toBeHidden();
});

test("the page’s help leads to them", async ({ atlas, context }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.page.keyboard.press("?");
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    atlas.page.getByRole("link", { name: "All documents, with a search" }).click(),
  ]);
  await expect(opened.getByRole("heading", { level: 1 })).toHaveText("Raft Atlas: the documents");
});

test("pages lead to each other and to the page, from a folder too", async ({ atlas }) => {
  const { page } = atlas;
  await page.goto("./docs/design/leases.html");
  await page.getByRole("link", { name: "Glossary" }).click();
  await page.waitForURL(/docs\/glossary\.html/);
  await page.getByRole("banner").getByRole("link", { name: "Raft Atlas" }).click();
  await expect(atlas.title).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`keeps the rules of accessibility, wide and narrow, ${colorScheme}`, async ({ atlas }) => {
    const { page } = atlas;
    await page.emulateMedia({ colorScheme });
    await page.goto("./docs/figures.html");
    expect(await brokenRules(page)).toEqual([]);
    await page.setViewportSize(NARROW);
    await page.reload();
    const { field, status } = search(page);
    await field.fill("wire");
    await expect(status).toHaveText(/^\d+ found/);
    expect(await brokenRules(page)).toEqual([]);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
  });
}
