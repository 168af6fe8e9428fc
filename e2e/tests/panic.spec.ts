/** A trapped engine costs nobody their work. */

import fs from "node:fs/promises";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

/** Two actions and a while of running: what must come back. */
async function liveAWhile(atlas: AtlasPage): Promise<{ digest: string; nowUs: number }> {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.act({ do: "cut", from: "Oregon", to: "Ohio" });
  await atlas.advanceTo(3_000_000);
  await atlas.act({ do: "put", from: "g1", key: 5 });
  await atlas.advanceTo(4_500_000);
  return { digest: await atlas.digest(), nowUs: await atlas.nowUs() };
}

test("a panic says what happened and restarts from the actions to the same digest", async ({
  atlas,
}) => {
  const { digest, nowUs } = await liveAWhile(atlas);
  await atlas.panic();
  const alert = atlas.map.getByRole("alert");
  await expect(alert).toBeVisible();
  await expect(alert).toContainText("panic");
  await expect(alert).toContainText("2 actions");
  await expect(atlas.button("Play")).toBeDisabled();

  await alert.getByRole("button", { name: /^Restart at/ }).click();
  await expect(alert).toBeHidden();
  await expect.poll(() => atlas.nowUs()).toBe(nowUs);
  expect(await atlas.digest()).toBe(digest);
  await expect.poll(() => atlas.faultCount()).toBe(1);
  await atlas.advanceBy(500_000);
  expect(await atlas.digest()).not.toBe(digest);
});

test("the replay that a panic offers leads to the same digest", async ({ atlas }) => {
  const { digest, nowUs } = await liveAWhile(atlas);
  await atlas.panic();
  const waiting = atlas.page.waitForEvent("download");
  await atlas.button("Download the replay").click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/replay\.json$/);
  const text = await fs.readFile(await download.path(), "utf8");
  await atlas.map.getByRole("alert").getByRole("button", { name: "Restart from 0 s" }).click();
  await expect.poll(() => atlas.nowUs()).toBe(0);

  const replay = { ...(JSON.parse(text) as object), title: "From the replay" };
  await atlas.openFile("replay.json", JSON.stringify(replay));
  await expect(atlas.title).toHaveText("From the replay");
  await atlas.advanceTo(nowUs);
  expect(await atlas.digest()).toBe(digest);
});

test("a panic during the first second still leaves a way on", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.panic();
  await atlas.map.getByRole("alert").getByRole("button", { name: "Restart from 0 s" }).click();
  await expect(atlas.button("Play")).toBeEnabled();
  await atlas.advanceTo(1_000_000);
  expect(await atlas.nowUs()).toBe(1_000_000);
});
