/** Histories and logs of other programs, dropped on the page: lanes, a verdict, and what lines say. */

import fs from "node:fs";
import path from "node:path";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const EXAMPLES = path.join(import.meta.dirname, "..", "..", "docs", "examples");

async function drop(atlas: AtlasPage, name: string, us = 0) {
  await atlas.open({ scenario: "first-look" });
  if (us > 0) await atlas.advanceTo(us);
  await atlas.dropFile(name, fs.readFileSync(path.join(EXAMPLES, name), "utf8"));
  return atlas.dialog("Import");
}

test("a history is judged, and its smallest part gone through by keys", async ({ atlas, page }) => {
  const dialog = await drop(atlas, "stale-read.edn");
  await expect(dialog.getByRole("status")).toHaveText(/^Not linearizable.*7 operations · 2 keys/);
  await expect(dialog).toContainText("Process 2 read 1, but 1 had been replaced by 2");
  const lanes = dialog.getByTestId("lanes");
  await expect(lanes).toHaveAccessibleName("7 operations in lanes of their processes");
  await lanes.focus();
  const part = dialog.getByRole("list", { name: "Operations without an order" });
  const chosen = part.locator('[aria-pressed="true"]');
  await page.keyboard.press("n");
  await expect(chosen).toHaveText(/^Process 0 wrote 1\./);
  await page.keyboard.press("n");
  await expect(chosen).toHaveText(/^Process 0 wrote 2\./);
  await page.keyboard.press("n");
  await expect(chosen).toHaveText(/^Process 2 read 1\./);
  await expect(dialog.getByTestId("mark-details")).toContainText("Key");
  await expect(dialog.getByTestId("lanes-cursor")).toHaveText("process 2: read 1");
  await part.getByRole("button", { name: "Process 0 wrote 1." }).click();
  await expect(dialog.getByTestId("mark-details")).toContainText("Process 0 wrote 1.");
  expect(await brokenRules(page, "dialog")).toEqual([]);
});

test("a log with vector clocks has its hosts in lanes, and is searched", async ({
  atlas,
  page,
}) => {
  const dialog = await drop(atlas, "vector-clocks.log");
  await expect(dialog.getByRole("status").first()).toContainText(
    "13 events on 3 hosts, 4 messages.",
  );
  await dialog.getByLabel("Search the marks").fill("acknowledge");
  await expect(dialog.getByText("2 marks")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialog.getByTestId("mark-details")).toContainText("acknowledges x=1");
  await page.keyboard.press("Enter");
  await expect(dialog.getByTestId("mark-details")).toContainText("receives the acknowledgement");
  expect(await brokenRules(page, "dialog")).toEqual([]);
});

test("a log of etcd shows roles of members, and lists the lines that it could not read", async ({
  atlas,
  page,
}) => {
  const dialog = await drop(atlas, "etcd-server.log", 1_000_000);
  await expect(dialog.getByRole("status")).toHaveText(
    "A log of etcd: 18 lines about the roles of 3 members.",
  );
  await dialog.getByTestId("lanes").focus();
  await page.keyboard.press("]");
  await expect(dialog.getByTestId("lanes-cursor")).toHaveText("8211f1d0f64f3269: follower, term 1");
  await dialog.getByText("Lines that could not be read").click();
  const lines = dialog.getByRole("list", { name: "Lines that could not be read" });
  await expect(lines.getByRole("listitem")).toHaveText(/^line 20/);
  await dialog.getByLabel("Leaders of the open run beside it").check();
  await dialog.getByLabel("Search the marks").fill("s2");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Leads from")).toBeVisible();
  expect(await brokenRules(page, "dialog")).toEqual([]);
  await dialog.getByRole("button", { name: "Open another file" }).click();
  const file = { name: "cut.log", mimeType: "text/plain", buffer: Buffer.from("a {x}\nb\n") };
  await dialog.getByLabel("Files of a history or a log").setInputFiles(file);
  await expect(dialog.getByRole("alert")).toHaveText(/^cut\.log: this is no history and no log/);
});
