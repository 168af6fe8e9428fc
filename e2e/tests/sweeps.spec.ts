/** A sweep's runs in the page: chosen by pointer and by keyboard, and opened as the runs they are. */

import fs from "node:fs";
import type { Locator, Page } from "@playwright/test";

import { comesToItsRow, keepsTheRules, LOOKS, look, moreInChinese, picture } from "../dialogs";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const EXAMPLE = "public/sweeps/read-modes.parquet";

async function openExample(atlas: AtlasPage): Promise<Locator> {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Sweeps…");
  const dialog = atlas.dialog("Sweeps");
  await dialog.getByRole("button", { name: "Open the example" }).click();
  await expect(dialog.getByRole("status")).toHaveText("240 of 240 runs chosen");
  return dialog;
}

/** Drags along an axis from one share of its length to another. */
async function brush(page: Page, axis: string, from: number, to: number): Promise<void> {
  const box = await page.locator(`[data-axis="${axis}"] .overlay`).boundingBox();
  if (box === null) throw new Error(`no axis ${axis}`);
  const at = (share: number): [number, number] => [
    box.x + box.width / 2,
    box.y + share * box.height,
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at((from + to) / 2));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

test("the example tells its sweep, its front and what each axis moves", async ({ atlas }) => {
  const dialog = await openExample(atlas);
  await expect(dialog.getByRole("heading", { name: "How to read from far away" })).toBeVisible();
  await expect(dialog).toContainText("240 runs of 48 points. 32 points of these keep every limit");
  await expect(dialog.getByRole("img", { name: /^Points on the front: 7, 13, / })).toBeVisible();
  await expect(
    dialog.getByRole("region", { name: "What each axis moves" }).getByRole("listitem"),
  ).toHaveCount(12);
  await dialog.getByText("Only the front").click();
  await expect(dialog.getByRole("table")).toHaveAttribute("aria-rowcount", "26");
});

test("runs are chosen by pointer, and one opens with the digest of its row", async ({
  atlas,
  page,
}) => {
  const dialog = await openExample(atlas);
  // The third of three places, then the last of six modes.
  await brush(page, "axis.leaders", 0.75, 0.95);
  await expect(dialog.getByRole("status")).toHaveText("80 of 240 runs chosen");
  await brush(page, "axis.mode", 0.85, 0.98);
  await expect(dialog.getByRole("status")).toHaveText("30 of 240 runs chosen");
  await dialog.getByRole("button", { name: "Open point 42 with seed 3" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId("scenario-title")).toContainText("mode stale, leaders s3");
  await comesToItsRow(atlas);
  await atlas.more("Sweeps…");
  await expect(page.getByTestId("opened-run")).toContainText("point 42 with seed 3");
  await expect(page.getByTestId("opened-run")).toContainText("is that of the row");
});

test("runs are chosen and opened by the keyboard alone", async ({ atlas, page }) => {
  const dialog = await openExample(atlas);
  const first = dialog.getByRole("slider", { name: "mode, first" });
  await first.focus();
  for (let at = 0; at < 5; at++) await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-valuetext", "stale");
  await expect(dialog.getByRole("status")).toHaveText("90 of 240 runs chosen");
  const dear = dialog.getByRole("slider", { name: "money.per_month, most" });
  await dear.focus();
  await page.keyboard.press("Home");
  await expect(dialog.getByRole("status")).not.toHaveText("90 of 240 runs chosen");
  await page.keyboard.press("Delete");
  await expect(dialog.getByRole("status")).toHaveText("90 of 240 runs chosen");
  const open = dialog.getByRole("button", { name: "Open point 30 with seed 1" });
  await atlas.tabTo(open);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId("scenario-title")).toContainText("mode stale, leaders s1");
});

test("a file from disk is opened, and what is none is said", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Sweeps…");
  const dialog = atlas.dialog("Sweeps");
  const input = dialog.getByLabel("Runs of a sweep");
  const buffer = fs.readFileSync(EXAMPLE);
  const mimeType = "application/octet-stream";
  await input.setInputFiles({
    name: "none.parquet",
    mimeType,
    buffer: Buffer.from("no rows here"),
  });
  await expect(dialog.getByRole("alert")).toContainText("Found no Parquet file");
  await input.setInputFiles({ name: "half.parquet", mimeType, buffer: buffer.subarray(9_000) });
  await expect(dialog.getByRole("alert")).toContainText("half.parquet: ");
  await input.setInputFiles({ name: "runs.parquet", mimeType, buffer });
  await expect(dialog.getByRole("status")).toHaveText("240 of 240 runs chosen");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the folder of a sweep is opened, and one that is not done says so", async ({
  atlas,
  page,
}, info) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Sweeps…");
  const dialog = atlas.dialog("Sweeps");
  const input = dialog.getByLabel("Folder of a sweep");
  const folder = (name: string): string => {
    const path = info.outputPath(name);
    fs.mkdirSync(`${path}/parts`, { recursive: true });
    fs.writeFileSync(`${path}/sweep.json`, "{}");
    return path;
  };
  const begun = folder("begun");
  await input.setInputFiles(begun);
  await expect(dialog.getByRole("alert")).toHaveText(
    "begun: Found no runs.parquet, expected the folder of a sweep.",
  );
  fs.copyFileSync(EXAMPLE, `${begun}/parts/000000.parquet`);
  await input.setInputFiles(begun);
  await expect(dialog.getByRole("alert")).toContainText("begun: Found a sweep that is not done");
  const done = folder("done");
  fs.copyFileSync(EXAMPLE, `${done}/runs.parquet`);
  await input.setInputFiles(done);
  await expect(dialog.getByRole("status")).toHaveText("240 of 240 runs chosen");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Escape");
  // Dropped, a folder is another thing than a file: only the browser itself can make one.
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [begun], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await cdp.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await expect(dialog.getByRole("alert")).toContainText("begun: Found a sweep that is not done");
});

for (const of of LOOKS) {
  const tag = of.theme === "dark" && of.width < 400 ? [] : "@long";
  test(`it keeps the rules of accessibility, ${of.theme}, ${of.width} wide`, {
    tag,
  }, async ({ atlas }) => {
    await look(atlas, of);
    const dialog = await openExample(atlas);
    await dialog.getByRole("slider", { name: "mode, first" }).press("ArrowDown");
    await keepsTheRules(atlas, dialog);
    await picture(atlas, "sweeps", of);
  });
}

for (const of of LOOKS.filter(({ theme }) => theme === "dark")) {
  const tag = of.width < 400 ? "@long" : [];
  test(`it is told and chosen from in Chinese, ${of.width} wide`, { tag }, async ({ atlas }) => {
    await look(atlas, of);
    await moreInChinese(atlas, "参数扫描…");
    const dialog = atlas.dialog("参数扫描");
    await dialog.getByRole("button", { name: "打开示例" }).click();
    await expect(dialog.getByRole("heading", { name: "从远处怎么读" })).toBeVisible();
    await expect(dialog.getByRole("status")).toHaveText("已选 240 / 240 次运行");
    await expect(dialog).toContainText("48 个点的 240 次运行。其中 32 个点满足所有约束");
    await dialog.getByRole("slider", { name: "mode，第一个" }).press("ArrowDown");
    await expect(dialog.getByRole("status")).not.toHaveText("已选 240 / 240 次运行");
    await dialog.getByText("只看前沿").click();
    await expect(dialog.getByRole("cell", { name: "通过" }).first()).toBeVisible();
    await keepsTheRules(atlas, dialog);
    await picture(atlas, "sweeps-zh", of);
    await dialog.getByRole("heading", { name: "选中的运行" }).scrollIntoViewIfNeeded();
    await picture(atlas, "sweeps-rows-zh", of);
  });
}
