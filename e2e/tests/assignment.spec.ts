/** An assignment: a teacher makes its link of a solved challenge, a student does it, it is checked. */

import fs from "node:fs";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { AtlasPage } from "../pages/AtlasPage";

async function solve(atlas: AtlasPage): Promise<void> {
  const { page } = atlas;
  const panel = page.getByRole("region", { name: /^Challenge: / });
  await atlas.advanceTo(1_000_000);
  await atlas.store("s-europe").click();
  const actions = atlas.dialog("Actions");
  await actions.getByRole("button", { name: "Transfer leadership here", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(panel.getByText("1 of 6 acts")).toBeVisible();
  for (let i = 0; i < 12; i += 1) await page.keyboard.press("+");
  await panel.getByRole("button", { name: "Play the run" }).press("Enter");
  await expect(panel.getByRole("region", { name: "Result" })).toContainText("Solved");
}

test(
  "is made of a solved challenge, done in a seed of its own, and checked against its link",
  {
    tag: "@long",
  },
  async ({ atlas, page, browser }, info) => {
    await atlas.open({ scenario: "challenge.three-regions" });
    await solve(atlas);
    await page.getByRole("button", { name: "Assign…" }).press("Enter");
    const making = atlas.dialog("Assign");
    await making.getByLabel(/^Due/).fill("2030-05-01T18:00");
    await making.getByLabel("Hints may be seen").uncheck();
    expect(await brokenRules(page)).toEqual([]);
    await making.getByRole("button", { name: "Make the link" }).press("Enter");
    await expect(
      making.getByText(/^The link is ready: the solution holds in \d+ seeds/),
    ).toBeVisible({
      timeout: 60_000,
    });
    const link = await making.getByLabel("Link", { exact: true }).inputValue();
    await page.screenshot({ path: info.outputPath("assign.png") });
    await page.keyboard.press("Escape");

    const context = await browser.newContext({ acceptDownloads: true });
    const student = new AtlasPage(await context.newPage());
    await student.page.goto(`${link}&origin=self`);
    const asked = student.dialog("Assignment");
    await expect(asked.getByText(/^It is due on .*2030/)).toBeVisible();
    await expect(asked.getByText("There are no hints in this assignment.")).toBeVisible();
    await expect(asked.getByRole("button", { name: "Begin" })).toBeDisabled();
    await asked.getByLabel(/^Name/).fill("ada");
    expect(await brokenRules(student.page)).toEqual([]);
    await student.page.screenshot({ path: info.outputPath("assignment.png") });
    await student.page.keyboard.press("Enter");
    await expect(student.page.getByText("This is an assignment, done by ada.")).toBeVisible();
    await expect(student.page.getByRole("button", { name: "Give me a hint" })).toBeHidden();
    // The run in the seed of that name is open.
    await expect(student.page.getByText("0 of 6 acts")).toBeVisible();
    await solve(student);
    await student.page.getByRole("button", { name: "Report…" }).press("Enter");
    const writing = student.dialog("Report");
    await expect(writing.getByLabel(/^Name/)).toHaveValue("ada");
    await writing.getByLabel(/^In your own words/).fill("Europe is in the middle.");
    const [download] = await Promise.all([
      student.page.waitForEvent("download"),
      writing.getByRole("button", { name: "Download" }).press("Enter"),
    ]);
    const file = info.outputPath("ada.html");
    await download.saveAs(file);
    await context.close();

    const honest = fs.readFileSync(file, "utf8");
    expect(honest).toContain("due on ");
    const renamed = honest.replaceAll("ada", "eve");
    const upload = (name: string, text: string) => ({
      ...{ name, mimeType: "text/html", buffer: Buffer.from(text) },
    });
    await atlas.more("Check reports…");
    const checking = atlas.dialog("Check reports");
    await checking.getByLabel("Assignment link, if there is one").fill(link);
    await expect(checking.getByText(/It is due on .*2030/)).toBeVisible();
    await checking
      .getByLabel("Reports", { exact: true })
      .setInputFiles([upload("ada.html", honest), upload("eve.html", renamed)]);
    await expect(checking.getByText("2 files checked.")).toBeVisible({ timeout: 30_000 });
    const row = (name: string) =>
      checking.getByTestId("report-row").filter({ has: page.getByText(name, { exact: true }) });
    await expect(row("ada.html").getByText("Yes", { exact: true })).toBeVisible();
    await expect(row("eve.html")).toContainText("The same actions as in ada.html.");
    expect(await brokenRules(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath("check.png") });
  },
);
