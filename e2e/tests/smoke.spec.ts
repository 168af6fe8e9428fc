/** The page loads as a visitor gets it: from its own host alone, under its policy, in silence. */

import { expect, test } from "@playwright/test";

test.use({ serviceWorkers: "allow" });

test("the page loads without an error and asks no other host", async ({ page, baseURL }) => {
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    const own =
      protocol === "blob:" || protocol === "data:" || origin === new URL(baseURL ?? "").origin;
    if (!own) foreign.push(request.url());
  });
  const response = await page.goto("/");
  await expect(page).toHaveTitle(/Raft Atlas/);
  await expect(page.getByRole("heading").first()).toBeAttached();
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
  const header = response?.headers()["content-security-policy"] ?? "";
  const written = await page
    .locator('meta[http-equiv="Content-Security-Policy"]')
    .getAttribute("content");
  for (const policy of [header, written ?? ""]) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(policy).not.toContain("unsafe-inline");
  }
});
