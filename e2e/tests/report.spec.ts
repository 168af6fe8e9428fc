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
    const row = (name: string) => checking.getByTestId("report-row").filter({ hasText: name });
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
