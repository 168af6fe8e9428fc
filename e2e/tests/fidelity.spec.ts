/** The list of published figures: what stands behind each, and the run that shows it. */

import { expect, test } from "../fixtures";

test("a predicted figure leads to its run, and a fitted one says which parameter was chosen", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.more("What is real");
  await page.getByRole("button", { name: "Published figures beside ours…" }).click();
  const list = atlas.dialog("Published figures");
  await list.getByRole("radio", { name: /^Fitted/ }).check({ force: true });
  await expect(list.getByRole("listitem").first()).toContainText("was chosen to hit");
  await list.getByRole("radio", { name: /^Predicted/ }).check({ force: true });
  await expect(list.getByRole("listitem").filter({ hasText: "was chosen to hit" })).toHaveCount(0);
  await list
    .getByRole("button", { name: /^Run one-rtt-read together:/ })
    .first()
    .click();
  await expect(list).toBeHidden();
  await expect(page.getByTestId("scenario-title")).toContainText("In one request");
});
