/** Advice in the page: a form is filled in and tried, and the answer opens as the runs it rests on. */

import type { Locator } from "@playwright/test";

import { comesToItsRow, keepsTheRules, LOOKS, look, moreInChinese, picture } from "../dialogs";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

/** Few and short runs: what is tested is the way, not the figures. */
const FORM = JSON.stringify({
  format: "raft-atlas-advice/1",
  title: "Small",
  zones: [
    { id: "a", clients: 2 },
    { id: "b", clients: 1 },
    { id: "c", clients: 1 },
  ],
  links: { across_rtt: "10ms" },
  data: { ranges: 3, rows: 300 },
  // With rarer heartbeats safe times are more than a second behind.
  raft: { product: "etcd" },
  load: { reads_per_s: 60, writes_per_s: 10, rows_per_read: 4 },
  limits: { p99_of_reads: "9ms", staleness: "1s", survive_zone_loss: true },
  consider: { read_modes: ["follower", "stale"], leaders: ["spread"] },
  runs: { seeds: 2, measured: "2s" },
});

async function openSmall(atlas: AtlasPage): Promise<Locator> {
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Which setting for my network?");
  const dialog = atlas.dialog("Which setting for my network?");
  await expect(dialog.getByLabel("Name of zone 1")).toHaveValue("london");
  await dialog
    .getByLabel("A form")
    .setInputFiles({ name: "small.json", mimeType: "application/json", buffer: Buffer.from(FORM) });
  await expect(dialog.getByLabel("Name of zone 1")).toHaveValue("a");
  return dialog;
}

async function answered(dialog: Locator): Promise<Locator> {
  await dialog.getByRole("button", { name: "Try the settings" }).click();
  const answer = dialog.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("status")).toContainText("a month and p99 of reads");
  return answer;
}

test("a form is filled in by the keyboard, tried, and its answer opened as a run", async ({
  atlas,
  page,
}) => {
  const dialog = await openSmall(atlas);
  await atlas.tabTo(dialog.getByLabel("P99 of reads"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("soon");
  await expect(
    dialog.getByText('found "soon", expected a duration', { exact: false }).first(),
  ).toBeVisible();
  const tries = dialog.getByRole("button", { name: "Try the settings" });
  await expect(tries).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("9.5ms");
  await expect(tries).toBeEnabled();
  await atlas.tabTo(tries);
  await page.keyboard.press("Enter");
  const answer = dialog.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("status")).toContainText(
    /^Stale reads at the closest replica, compact entries: [\d.]+ USD a month and p99 of reads /,
  );
  await expect(answer).toContainText("Excluded: p99 of reads 20.3 ms in ");
  await expect(answer).toContainText("over your 9.5 ms");
  await expect(answer).toContainText("8 runs of 4 settings");
  const open = answer.getByRole("button", {
    name: "Open Stale reads at the closest replica, compact entries with seed 2",
  });
  await atlas.tabTo(open);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId("scenario-title")).toContainText("Stale reads at the closest");
  await comesToItsRow(atlas);
  await atlas.more("Which setting for my network?");
  await expect(page.getByTestId("opened-run")).toContainText("is that of the row");
});

test("what is run can be ended, and the form and its sweep be taken away", async ({
  atlas,
  page,
}) => {
  const dialog = await openSmall(atlas);
  await dialog.getByRole("button", { name: "Five regions" }).click();
  await expect(dialog.getByText("24 settings, 48 runs.")).toBeVisible();
  await dialog.getByRole("button", { name: "Try the settings" }).click();
  await expect(dialog.getByRole("progressbar", { name: "Runs" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog.getByRole("button", { name: "Try the settings" })).toBeEnabled();
  const [sweep] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download the sweep" }).click(),
  ]);
  expect(sweep.suggestedFilename()).toBe("sweep.json");
});

test("a zone is added, named and removed, and its links with it", { tag: "@long" }, async ({
  atlas,
}) => {
  const dialog = await openSmall(atlas);
  await dialog.getByRole("button", { name: "Add a zone" }).click();
  await dialog.getByLabel("Name of zone 4").fill("moon");
  await dialog.getByLabel("Round trip between a and moon").fill("900ms");
  await expect(dialog.getByText("found 900ms, expected 10us to 500ms").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Remove zone moon" }).click();
  await expect(dialog.getByLabel("Round trip between a and moon")).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Try the settings" })).toBeEnabled();
});

test("a form that is dropped on the page is opened, and what is none is said", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.dropFile("small.json", FORM.replace('"10ms"', '"10"'));
  const dialog = atlas.dialog("Which setting for my network?");
  await expect(dialog.getByRole("alert")).toContainText('links.across_rtt: found "10"');
  await dialog
    .getByLabel("A form")
    .setInputFiles({ name: "small.json", mimeType: "application/json", buffer: Buffer.from(FORM) });
  await expect(dialog.getByLabel("Name of zone 1")).toHaveValue("a");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("what is chosen last stands, also when the first form comes late", { tag: "@long" }, async ({
  atlas,
  page,
}) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/advice/three-cities.json", async (route) => {
    await released;
    await route.continue();
  });
  await atlas.open({ scenario: "first-look" });
  await atlas.more("Which setting for my network?");
  const dialog = atlas.dialog("Which setting for my network?");
  await dialog.getByRole("button", { name: "Three zones of one region" }).click();
  release();
  await expect(dialog.getByLabel("Name of zone 1")).toHaveValue("az1");
});

test("on a phone names are whole and no table is wider than the dialog", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = await openSmall(atlas);
  const cut = () =>
    dialog.evaluate((box) => {
      const isCut = (one: Element): boolean => one.scrollWidth > one.clientWidth;
      const fields = [...box.querySelectorAll("input:not([type=file])")].filter(isCut);
      const tables = [...box.querySelectorAll("table")].filter((table) =>
        isCut(table.parentElement ?? table),
      );
      return [...fields, ...tables].map((one) => one.getAttribute("aria-label") ?? one.textContent);
    });
  const answer = await answered(dialog);
  expect(await cut()).toEqual([]);
  await expect(answer.getByRole("row")).toHaveCount(5);
  await dialog.getByRole("button", { name: "Three cities" }).click();
  await expect(dialog.getByLabel("Name of zone 2")).toHaveValue("frankfurt");
  expect(await cut()).toEqual([]);
});

for (const of of LOOKS) {
  const tag = of.theme === "light" && of.width < 400 ? [] : "@long";
  test(`it keeps the rules of accessibility, ${of.theme}, ${of.width} wide`, {
    tag,
  }, async ({ atlas }) => {
    await look(atlas, of);
    const dialog = await openSmall(atlas);
    await picture(atlas, "advice-form", of);
    const answer = await answered(dialog);
    await keepsTheRules(atlas, dialog);
    await answer.scrollIntoViewIfNeeded();
    await answer
      .getByRole("heading")
      .first()
      .evaluate((head) => head.scrollIntoView());
    await picture(atlas, "advice-answer", of);
  });
}

for (const of of LOOKS.filter(({ theme }) => theme === "dark")) {
  const tag = of.width < 400 ? "@long" : [];
  test(`it is filled in and answered in Chinese, ${of.width} wide`, { tag }, async ({
    atlas,
    page,
  }) => {
    await look(atlas, of);
    await moreInChinese(atlas, "我的网络该用哪种设置？");
    const dialog = atlas.dialog("我的网络该用哪种设置？");
    await expect(dialog.getByLabel("可用区 1 的名称")).toHaveValue("london");
    await dialog.getByLabel("表单", { exact: true }).setInputFiles({
      name: "small.json",
      mimeType: "application/json",
      buffer: Buffer.from(FORM),
    });
    await expect(dialog.getByLabel("a 与 b 之间的往返")).toHaveValue("10ms");
    await expect(dialog.getByLabel("就近自适应")).not.toBeChecked();
    await picture(atlas, "advice-form-zh", of);
    await dialog.getByRole("button", { name: "试运行各种设置" }).click();
    const answer = dialog.getByRole("region", { name: "回答" });
    await expect(answer.getByRole("row")).toHaveCount(5);
    await expect(
      answer.getByText("满足所有约束").or(answer.getByText("推荐")).first(),
    ).toBeVisible();
    await keepsTheRules(atlas, dialog);
    await answer.evaluate((part) => part.scrollIntoView());
    await picture(atlas, "advice-answer-zh", of);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
}
