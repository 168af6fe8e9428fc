/** The page as one file on a disk: opened by its address there, with no server and no network. */

import fs from "node:fs";
import { expect, test } from "../fixtures";

test("a lesson saved as one file is opened from the disk and plays", async ({
  atlas,
  browser,
  page,
}, info) => {
  await page.goto("./?paused&origin=self&lesson=leader");
  await atlas.button("Share…").click();
  const dialog = atlas.dialog("Share this moment");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save to play offline" }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe("raft-atlas-leader.html");
  const file = info.outputPath("raft-atlas-leader.html");
  await saved.saveAs(file);
  expect(fs.statSync(file).size, "bytes of the file").toBeLessThan(4_000_000);

  const elsewhere = await browser.newContext({ offline: true });
  const alone = await elsewhere.newPage();
  const errors: string[] = [];
  const asked: string[] = [];
  alone.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  alone.on("pageerror", (error) => errors.push(error.message));
  alone.on("request", (request) => asked.push(request.url()));
  await alone.goto(`file://${file}`);
  const lesson = alone.getByRole("region", { name: /^Lesson: / });
  await expect(lesson.getByRole("heading", { level: 2 })).toContainText("step 1 of");
  await alone.getByRole("button", { name: "Play", exact: true }).click();
  const instant = alone.getByTestId("instant");
  await expect(instant).not.toHaveAttribute("data-us", "4000000");
  // Who writes scenarios has the page.
  await alone.keyboard.press("ControlOrMeta+k");
  await alone.getByRole("combobox").fill("Edit the scenario");
  await alone.keyboard.press("Enter");
  await expect(alone.getByText("is not in this file: the page has it.")).toBeVisible();
  expect(errors.filter((error) => !error.includes("EditorPanel"))).toEqual([]);
  expect(asked.filter((address) => !/^(?:file|blob|data):/.test(address))).toEqual([]);
  await elsewhere.close();
});
