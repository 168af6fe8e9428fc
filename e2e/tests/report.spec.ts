/** A report: a step is done, its file stands alone, and a teacher's page tells it from a forged one. */

import fs from "node:fs";
import { pathToFileURL } from "node:url";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import { LessonPage } from "../pages/LessonPage";

const EVIL = '</script><img src=x onerror="document.title=1"> Ada';

test(
  "a lesson’s report opens offline and holds; a forged one is told",
  { tag: "@long" },
  async ({ atlas, page, browser }, info) => {
    const lesson = listLessons().find(({ id }) => id === "leader");
    const [step] = lesson?.steps ?? [];
    if (lesson === undefined || step === undefined || step.solution === null)
      throw new Error("none");
    const at = new LessonPage(atlas);
    await at.open(lesson, step);
    await at.predict(step, step.predict?.right ?? 0);
    await at.play(step.solution);
    await expect(at.verdict).toHaveAttribute("data-verdict", "met");

    await atlas.more("Report…");
    const writing = atlas.dialog("Report");
    await writing.getByLabel(/^Name/).fill(EVIL);
    await writing.getByLabel(/^In your own words/).fill("Two of three <b>are</b> enough.");
    expect(await brokenRules(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      writing.getByRole("button", { name: "Download" }).press("Enter"),
    ]);
    expect(download.suggestedFilename()).toMatch(/^raft-atlas-report-[\w-]+\.html$/);
    const file = info.outputPath("honest.html");
    await download.saveAs(file);
    await page.keyboard.press("Escape");

    // Whoever gets it has no network, and the file asks for none.
    const context = await browser.newContext({ offline: true, colorScheme: "dark" });
    const paper = await context.newPage();
    const asked: string[] = [];
    paper.on("request", (request) => asked.push(request.url()));
    paper.on("console", (message) => asked.push(message.text()));
    const address = pathToFileURL(file).href;
    await paper.goto(address);
    await expect(paper.getByRole("heading", { level: 1 })).toHaveText(lesson.title);
    await expect(paper.getByText(EVIL, { exact: true })).toBeVisible();
    await expect(paper.getByText("Two of three <b>are</b> enough.")).toBeVisible();
    await expect(paper.getByText("1 of 5 questions answered right")).toBeVisible();
    await expect(paper.getByText(/^✓ Goal reached/)).toHaveCount(1);
    await expect(paper.getByRole("img", { name: /^Map\. / })).toHaveCount(2);
    await expect(paper.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await expect(paper.locator("img")).toHaveCount(0);
    expect(asked).toEqual([address]);
    expect(await brokenRules(paper)).toEqual([]);
    await paper.setViewportSize({ width: 390, height: 844 });
    const scrollWidth = await paper.evaluate(() => document.documentElement.scrollWidth);
    expect(scrollWidth).toBeLessThanOrEqual(390);
    await context.close();

    const honest = fs.readFileSync(file, "utf8");
    const forged = honest.replace(/"digest":"[0-9a-f]{16}"/g, `"digest":"${"0".repeat(16)}"`);
    await atlas.more("Check reports…");
    const checking = atlas.dialog("Check reports");
    await checking.getByLabel("Reports", { exact: true }).setInputFiles([
      { name: "honest.html", mimeType: "text/html", buffer: Buffer.from(honest) },
      { name: "forged.html", mimeType: "text/html", buffer: Buffer.from(forged) },
      { name: "other.html", mimeType: "text/html", buffer: Buffer.from("<p>Homework</p>") },
    ]);
    await expect(checking.getByText("3 files checked.")).toBeVisible({ timeout: 30_000 });
    const row = (name: string) =>
      checking.getByTestId("report-row").filter({ has: page.getByText(name, { exact: true }) });
    await expect(row("honest.html")).toContainText("1 of 5");
    await expect(row("honest.html").getByText(/: reached$/)).toHaveCount(1);
    await expect(row("honest.html")).toContainText("equal");
    await expect(row("honest.html")).toContainText("Yes");
    await expect(row("forged.html")).toContainText(
      "The digest of the run is not the one reported.",
    );
    await expect(row("forged.html")).toContainText(
      "the digest of its run is not the one reported.",
    );
    await expect(row("other.html")).toContainText("It has no data of a report in it.");
    expect(await brokenRules(page)).toEqual([]);

    const { untilUs } = step.solution;
    await row("honest.html")
      .getByRole("button", { name: /^Open the run of .* Ada$/ })
      .press("Enter");
    await expect(checking).toBeHidden();
    await expect(atlas.notice).toContainText("The shared run stands at");
    expect(await atlas.nowUs()).toBe(untilUs);
  },
);

test("a challenge’s report is scored by its replay, and an edit on its page is told", async ({
  atlas,
  page,
}, info) => {
  await atlas.open({ scenario: "challenge.three-regions" });
  const panel = page.getByRole("region", { name: /^Challenge: / });
  await atlas.advanceTo(1_000_000);
  await atlas.store("s-europe").click();
  const actions = atlas.dialog("Actions");
  await actions.getByRole("button", { name: "Transfer leadership here", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(panel.getByText("1 of 6 acts")).toBeVisible();
  for (let i = 0; i < 12; i += 1) await page.keyboard.press("+");
  await panel.getByRole("button", { name: "Play the run" }).press("Enter");
  const result = panel.getByRole("region", { name: "Result" });
  await expect(result).toContainText("2 stars");
  await panel.getByRole("button", { name: "Report…" }).press("Enter");
  const writing = atlas.dialog("Report");
  await writing.getByLabel(/^Name/).fill("ada");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    writing.getByRole("button", { name: "Download" }).press("Enter"),
  ]);
  const file = info.outputPath("honest.html");
  await download.saveAs(file);
  await page.keyboard.press("Escape");

  const honest = fs.readFileSync(file, "utf8");
  expect(honest).toContain("report of a challenge");
  const stars = honest.replace("2 of 3</td>", "3 of 3</td>");
  expect(stars).not.toBe(honest);
  const cut = honest.slice(0, honest.indexOf("</main>"));
  const upload = (name: string, text: string) => ({
    ...{ name, mimeType: "text/html", buffer: Buffer.from(text) },
  });
  await atlas.more("Check reports…");
  const checking = atlas.dialog("Check reports");
  await checking
    .getByLabel("Reports", { exact: true })
    .setInputFiles([
      upload("honest.html", honest),
      upload("stars.html", stars),
      upload("cut.html", cut),
    ]);
  await expect(checking.getByText("3 files checked.")).toBeVisible({ timeout: 30_000 });
  const row = (name: string) =>
    checking.getByTestId("report-row").filter({ has: page.getByText(name, { exact: true }) });
  await expect(row("honest.html").getByRole("img", { name: "2 stars of 3" })).toBeVisible();
  await expect(row("honest.html")).toContainText("198\u00a0ms");
  await expect(row("honest.html").getByText("Yes", { exact: true })).toBeVisible();
  await expect(row("stars.html")).toContainText(
    "Stars: the page shows “3 of 3”; the run has “2 of 3”.",
  );
  await expect(row("stars.html")).toContainText("The same actions as in honest.html.");
  await expect(row("cut.html")).toContainText("The file is cut off: it ends before its data.");
  expect(await brokenRules(page)).toEqual([]);
  const [grades] = await Promise.all([
    page.waitForEvent("download"),
    checking.getByRole("button", { name: "Grades for Moodle, CSV" }).press("Enter"),
  ]);
  expect(grades.suggestedFilename()).toBe("raft-atlas-grades-moodle.csv");
});
