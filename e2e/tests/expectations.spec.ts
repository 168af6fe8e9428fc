/** What is expected of a run: judged at its end, in the page as on the command line. */
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

/** Where first-look ends. */
const END_US = 60_000_000;

test("a figure is expected with a limit, judged at the end and taken back", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.openView("Metrics");
  await atlas.meters.getByText("Expect a figure…").click();
  const form = page.getByRole("form", { name: "Expect a figure" });
  await form.getByLabel("Figure").selectOption({ label: "Elections" });
  await form.getByLabel("Bound").selectOption("at least");
  await form.getByLabel("Limit").fill("1000");
  await form.getByRole("button", { name: "Check this every run" }).click();
  await form.getByLabel("Figure").selectOption({ label: "Cost" });
  await form.getByLabel("Bound").selectOption("at most");
  await form.getByLabel("Limit").fill("1");
  await form.getByRole("button", { name: "Check this every run" }).click();
  const waiting = atlas.left.getByRole("region", { name: "Expectations" });
  await expect(waiting).toContainText(/Elections of a leader: at least 1\s000/);
  await expect(waiting).toContainText("Judged at the end of the run");

  // Acting keeps them: they are of this run.
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.advanceTo(END_US);
  const judged = atlas.left.getByRole("region", { name: "Expectations at the end of the run" });
  await expect(judged).toContainText(/NOT MET: .*lections/);
  await expect(judged).toContainText(/met: cost of/);
  expect(await brokenRules(page)).toEqual([]);
  await judged.getByRole("button", { name: /^Expect no more: Elections/ }).click();
  await expect(judged).not.toContainText("NOT MET");
});

test("a lane's figure is expected where it stands", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  await page.getByRole("button", { name: /^Expect Bytes between zones, payload/ }).click();
  const waiting = atlas.left.getByRole("region", { name: "Expectations" });
  await expect(waiting).toContainText(/between zones.*: at most \d/);
  expect(await brokenRules(page)).toEqual([]);
});

test("checkpoints of a scenario are checked by one press, each at its instant", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "one-way-cut" });
  const checkpoints = atlas.left.getByRole("region", { name: "Checkpoints" });
  await expect(checkpoints.locator("li")).not.toHaveCount(0);
  await expect(checkpoints.locator("[data-met]")).toHaveCount(0);
  await checkpoints.getByRole("button", { name: "Check all" }).click();
  const count = await checkpoints.locator("li").count();
  await expect(checkpoints.locator('[data-met="true"]')).toHaveCount(count);
  expect(await brokenRules(page)).toEqual([]);
});

test("checkpoints stand there while the scenario plays, too", async ({ atlas, page }) => {
  await page.goto("./?origin=self&scenario=one-way-cut");
  await atlas.ready();
  const checkpoints = atlas.left.getByRole("region", { name: "Checkpoints" });
  await expect(checkpoints.locator("li")).not.toHaveCount(0);
  await checkpoints.getByRole("button", { name: "Check all" }).click();
  await expect(checkpoints.locator("li:not([data-met])")).toHaveCount(0);
  await expect(checkpoints.locator('[data-met="true"]')).not.toHaveCount(0);
});
