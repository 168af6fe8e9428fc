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

test("a measured figure says what a real cluster took, and leads to its result", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.more("What is real");
  await page.getByRole("button", { name: "Published figures beside ours…" }).click();
  const list = atlas.dialog("Published figures");
  await list.getByRole("radio", { name: /^Measured/ }).check({ force: true });
  const first = list.getByRole("listitem").first();
  await expect(first).toContainText("On a real cluster");
  await expect(first).toContainText("times the measured");
  const address = await first.getByRole("link", { name: "The result" }).getAttribute("href");
  const result = await page.request.get(new URL(address ?? "", page.url()).href);
  expect(await result.json()).toMatchObject({ format: "raft-atlas-real/1", system: "etcd" });
});
