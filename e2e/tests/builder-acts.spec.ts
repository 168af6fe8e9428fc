/** Actions on a time line and expectations from a list: one text, changed at one place at a time. */

import type { Locator, Page } from "@playwright/test";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { EditorPage } from "../pages/editorPage";

interface File {
  actions?: Record<string, unknown>[];
  expect?: Record<string, unknown>[];
  variants?: Record<string, { actions?: unknown[] }>;
}

async function draw(atlas: AtlasPage, part: string): Promise<void> {
  await atlas.more("Draw the network…");
  await expect(atlas.page.getByTestId("builder")).toBeVisible();
  await atlas.unfold(part);
}

/** The draft as it stands, by the editor of the text. */
async function written(atlas: AtlasPage): Promise<{ text: string; file: File }> {
  const { page } = atlas;
  const saving = page.waitForEvent("download");
  await new EditorPage(atlas).button("Save file").click();
  const stream = await (await saving).createReadStream();
  let text = "";
  for await (const piece of stream) text += String(piece);
  return { text, file: JSON.parse(text) as File };
}

function marks(page: Page): Locator {
  return page.getByTestId("builder").getByRole("slider");
}

async function addAct(page: Page, label: string, seconds: string): Promise<void> {
  const form = page.getByRole("form", { name: "Add an action" });
  await form.getByLabel("Action", { exact: true }).selectOption({ label });
  await form.getByLabel("At, s").fill(seconds);
  await form.getByRole("button", { name: "Add" }).click();
}

test("actions are added, told apart, changed, copied and taken out, and run", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await draw(atlas, "Actions");
  const before = await written(atlas);
  await addAct(page, "Crash a store or a gateway", "2");
  await addAct(page, "Cut a link", "2");
  await addAct(page, "Heal a fault, or all of the network", "3.5");
  await expect(marks(page)).toHaveCount(3);
  const [first, second] = [
    await marks(page).nth(0).boundingBox(),
    await marks(page).nth(1).boundingBox(),
  ];
  expect(Math.abs((first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThanOrEqual(24);
  await page.getByRole("region", { name: /^Heal/ }).getByLabel("Fault").selectOption({ index: 1 });
  await expect(marks(page).nth(2)).toHaveAccessibleName(/^3\. Heal crash:s1/);

  await page.getByRole("list", { name: "Actions" }).getByRole("button", { name: /Cut/ }).click();
  const form = page.getByRole("region", { name: /^Cut/ });
  await form.getByLabel("One way only").check();
  await form.getByLabel("To", { exact: true }).selectOption("s3");
  await form.getByRole("button", { name: "Duplicate" }).click();
  await expect(marks(page)).toHaveCount(4);
  await page.getByRole("region", { name: /^Cut/ }).getByLabel("Instant, s").fill("5");
  await page.keyboard.press("Enter");
  expect(await brokenRules(page)).toEqual([]);
  const { file } = await written(atlas);
  expect(file.actions).toEqual([
    { at: "2s", do: "crash", store: "s1" },
    expect.objectContaining({ at: "2s", do: "cut", to: "s3", one_way: true }),
    { at: "3.5s", do: "heal", fault: "crash:s1" },
    expect.objectContaining({ at: "5s", do: "cut", to: "s3", one_way: true }),
  ]);

  await new EditorPage(atlas).button("Run it").click();
  await expect.poll(async () => (await atlas.run()).scenario).toBe("first-look.json");
  await atlas.advanceTo(2_500_000);
  expect((await atlas.faults()).sort()).toEqual(["crash s1", expect.stringMatching(/^cut .*>s3$/)]);
  await atlas.more("Draw the network…");
  await atlas.unfold("Actions");
  for (let left = 4; left > 0; left -= 1) {
    await marks(page).first().focus();
    await page.keyboard.press("Delete");
    await expect(marks(page)).toHaveCount(left - 1);
  }
  expect(JSON.parse((await written(atlas)).text)).toEqual({
    ...JSON.parse(before.text),
    actions: [],
  });
});

test("a mark is moved by keys and by the pointer", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "one-way-cut" });
  await draw(atlas, "Actions");
  const start = Number(await marks(page).first().getAttribute("aria-valuenow"));
  await atlas.tabTo(marks(page).first());
  // Its number changes as it goes past others; the focus goes with it.
  const mark = page.locator("[role=slider]:focus");
  for (const [key, ms] of [
    ["ArrowRight", 10],
    ["Shift+ArrowRight", 110],
    ["Control+ArrowRight", 1_110],
    ["ArrowLeft", 1_100],
    ["PageDown", 100],
  ] as const) {
    await page.keyboard.press(key);
    await expect(mark).toHaveAttribute("aria-valuenow", String(start + ms));
  }
  await page.keyboard.press("Enter");
  await expect(mark).toHaveAttribute("data-chosen", "true");

  const box = await mark.boundingBox();
  if (box === null) throw new Error("no mark");
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 42, box.y + 12, { steps: 4 });
  await expect(mark).not.toHaveAttribute("aria-valuenow", String(start + 100));
  const held = await mark.getAttribute("aria-valuenow");
  await page.mouse.up();
  await expect(page.locator(`[role=slider][aria-valuenow="${held}"]`)).toHaveCount(1);
  await page.getByRole("toolbar", { name: "Draw" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(`[role=slider][aria-valuenow="${start + 100}"]`)).toHaveCount(1);
});

test("a variant gets actions of its own, and gives them up again", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "stale-leader" });
  await draw(atlas, "Actions");
  const before = await written(atlas);
  await page.getByLabel("Actions of").selectOption({ index: 1 });
  await atlas.button("Give it actions of its own").click();
  await addAct(page, "Change settings", "1");
  await page.getByLabel("Also set").selectOption("pre_vote");
  const { file } = await written(atlas);
  const own = Object.values(file.variants ?? {}).flatMap(({ actions }) =>
    actions ? [actions] : [],
  );
  expect(own).toHaveLength(1);
  expect(own[0]?.at(-1)).toEqual({ at: "1s", do: "set", settings: { pre_vote: false } });
  await new EditorPage(atlas).expectProblems(0);
  await atlas.button("Do what the scenario does instead").click();
  expect((await written(atlas)).text).toBe(before.text);
});

test("a figure is chosen from the list, judged, and bounded anew", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "stale-leader" });
  await draw(atlas, "Expectations");
  const form = page.getByRole("form", { name: "Add an expectation" });
  await form.getByLabel("Of").selectOption("leader");
  await form.getByLabel("Figure").selectOption({ label: "reads: p99" });
  await form.getByLabel("Bound").selectOption("at most");
  await form.getByLabel("Limit, ms").fill("2");
  await form.getByRole("button", { name: "Add" }).click();
  const list = page.getByRole("list", { name: "Expectations" });
  const last = list.getByRole("listitem").last();
  await atlas.button("Run it and judge").click();
  const said = page.getByTestId("judged-text");
  await expect(said).toContainText(/expectations hold, of \d+\.$/);
  await expect(last.locator('[data-met="false"]')).toContainText("NOT MET: 99th percentile");
  await expect(list.locator('[data-met="false"]')).toHaveCount(1);
  // Another limit is judged by the same run.
  await last.getByLabel("At most, ms").fill("500");
  await page.keyboard.press("Enter");
  await expect(last.locator('[data-met="true"]')).toContainText("met: 99th percentile");
  expect((await written(atlas)).file.expect?.at(-1)).toEqual({
    metric: "leader/workload.reads.p99_us",
    at_most: 500_000,
  });
  expect(await brokenRules(page)).toEqual([]);
  await last.getByRole("button", { name: "Delete" }).click();
  await expect(list.locator('[data-met="false"]')).toHaveCount(0);
});
