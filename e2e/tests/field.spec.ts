/** The track record: a case of the gallery's list opens as a run, in the variant that breaks. */

import { expect, test } from "../fixtures";

test("a report from the field opens where it breaks, and the run says what broke", async ({
  atlas,
  page,
}) => {
  await page.goto("./gallery/");
  const field = page.getByRole("region", { name: "From the field" });
  await expect(field.getByRole("listitem")).toHaveCount(24);
  const title = "Five stores as two, two and one: the two pairs are cut from each other";
  await field.getByRole("link", { name: title, exact: true }).press("Enter");
  await page.waitForURL(/\?scenario=field\.05-two-two-one&variant=breaks$/);
  await expect(atlas.title).toContainText(`${title} · Breaks`);
  await page.goto(`${page.url()}&origin=self`);
  await expect.poll(() => atlas.nowUs()).toBeGreaterThanOrEqual(4_900_000);

  await page.getByRole("button", { name: /^Jump to the result/ }).click();
  const card = page.getByRole("region", { name: "What this shows" });
  await expect(card).toContainText(/may have happened: [1-9]\d*;/);
  await card.getByRole("button", { name: "Compare with “Holds”" }).click();
  await expect(card.getByRole("row", { name: /^Holds 0/ })).toBeVisible();
});

test("the list speaks Chinese, and so does the run that it opens", async ({ atlas, page }) => {
  await page.goto("./gallery/?language=zh-CN");
  const field = page.getByRole("region", { name: "来自实际系统" });
  await field
    .getByRole("link", { name: "Leader 把领导权交给一个它够不着的 Store", exact: true })
    .click();
  await page.waitForURL(/scenario=field\.03-transfer-out-of-reach/);
  await page.goto(`${page.url()}&language=zh-CN`);
  await expect(atlas.title).toContainText("Leader 把领导权交给一个它够不着的 Store · 出问题");
});
