/** The space-time diagram: the same events as everywhere, exact pictures, keys, files. */

import fs from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

async function openDiagram(atlas: AtlasPage): Promise<Locator> {
  await atlas.openView("Space-time");
  const diagram = atlas.page.getByTestId("space-time");
  await expect(diagram).toBeVisible();
  return diagram;
}

/** The number of messages in the picture, once it is drawn. */
async function messagesShown(page: Page): Promise<number> {
  return page.evaluate(() =>
    Number(
      document.querySelector<HTMLElement>("[data-testid=space-time] [data-arrows]")?.dataset.arrows,
    ),
  );
}

/** The canvas's pixels as one number. */
async function pixels(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settle = () => new Promise((done) => requestAnimationFrame(done));
    await settle();
    await settle();
    const canvases = document.querySelectorAll<HTMLCanvasElement>(
      "[data-testid=space-time] canvas",
    );
    let hash = 0;
    for (const canvas of canvases) {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
      for (const byte of data ?? []) hash = (Math.imul(hash, 31) + byte) | 0;
    }
    return hash.toString(16);
  });
}

async function selectedMessage(atlas: AtlasPage): Promise<number> {
  const { selection } = await atlas.run();
  return selection !== null && "message" in selection ? selection.message : 0;
}

test("a message is selected by keys alone, and every view shows it", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_500_000);
  const diagram = await openDiagram(atlas);
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(5);
  await atlas.tabTo(diagram);
  await page.keyboard.press("[");
  const cursor = page.getByTestId("space-time-cursor");
  await expect(cursor).toContainText(/from \S+ to \S+.*left at/);
  const first = await cursor.textContent();
  await page.keyboard.press("[");
  await expect(cursor).not.toHaveText(first ?? "");
  await page.keyboard.press("Enter");
  await expect.poll(() => selectedMessage(atlas)).toBeGreaterThan(0);
  const list = page.getByRole("list", { name: "Selected in the space-time diagram" });
  await expect(list.getByRole("listitem")).toHaveText((await cursor.textContent()) ?? "");

  // To its instant: there it is in flight, so the map knows it too.
  await page.keyboard.press("g");
  const flight = await selectedMessage(atlas);
  await expect.poll(async () => [...(await atlas.frame()).flights.id]).toContain(flight);
  await expect(atlas.inspector.first()).toContainText(`message ${flight}`);
  await page.getByRole("tab", { name: "Events" }).click();
  await atlas.chooseEvents("Messages");
  const chosen = atlas.events.locator('[role="row"][aria-selected="true"]');
  await expect(chosen.first()).toContainText("Sends ");
});

test("keys pan, zoom, show the whole run and follow the present", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  const diagram = await openDiagram(atlas);
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(0);
  await diagram.focus();
  await page.keyboard.press("0");
  const all = (await atlas.frame()).messages;
  await expect.poll(() => messagesShown(page)).toBe(all);
  const whole = await pixels(page);
  await page.keyboard.press("+");
  await expect.poll(() => messagesShown(page)).toBeLessThan(all);
  const near = await pixels(page);
  await page.keyboard.press("ArrowLeft");
  expect(await pixels(page)).not.toBe(near);
  await page.keyboard.press("0");
  await expect.poll(() => pixels(page)).toBe(whole);
  // Keys of the diagram are not the page's: nothing has moved in time.
  expect(await atlas.nowUs()).toBe(4_000_000);
  await page.keyboard.press("1");
  await expect.poll(() => messagesShown(page)).toBeLessThan(all);
  await page.keyboard.press("f");
  await expect(atlas.button("Follow")).toHaveAttribute("aria-pressed", "true");
});

test("the picture is exact: the same for the same instant, window and selection", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(7_000_000);
  const diagram = await openDiagram(atlas);
  await diagram.focus();
  await page.keyboard.press("0");
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(500);
  const before = await pixels(page);
  expect(await pixels(page)).toBe(before);
  await atlas.at(2_000_000);
  expect(await pixels(page)).not.toBe(before);
  await atlas.at(7_000_000);
  await expect.poll(() => pixels(page)).toBe(before);
  // Away and back: another view stood there in the meantime.
  await page.getByRole("tab", { name: "Requests" }).click();
  await expect(diagram).toHaveCount(0);
  await page.getByRole("tab", { name: "Space-time" }).click();
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(500);
  await expect.poll(() => pixels(page)).toBe(before);
});

test("a press on an arrow selects it, and what is hidden is not pressed", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  const diagram = await openDiagram(atlas);
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(5);
  const box = await diagram.boundingBox();
  if (box === null) throw new Error("no diagram");
  const press = async (): Promise<number> => {
    for (let x = 0.95; x > 0.1; x -= 0.02) {
      await page.mouse.click(box.x + box.width * x, box.y + box.height * 0.45);
      const flight = await selectedMessage(atlas);
      if (flight > 0) return flight;
    }
    return 0;
  };
  expect(await press()).toBeGreaterThan(0);
  const legend = page.getByRole("group", { name: "Kinds of messages shown" });
  for (const kind of await legend.getByRole("button").all()) await kind.click();
  await expect.poll(() => messagesShown(page)).toBe(0);
  await atlas.select(null);
  expect(await press()).toBe(0);
});

test("the picture is saved as SVG that parses, and as PNG", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await openDiagram(atlas);
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(5);
  const save = async (name: string) => {
    await atlas.button("Save…").click();
    const waiting = page.waitForEvent("download");
    await atlas.button(name).click();
    const file = await waiting;
    return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
  };
  const svg = await save("Save as SVG");
  expect(svg.name).toBe("first-look-space-time.svg");
  const parsed = await page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "image/svg+xml");
    return {
      root: document.documentElement.nodeName,
      errors: document.querySelectorAll("parsererror").length,
      paths: document.querySelectorAll("path").length,
      title: document.querySelector("title")?.textContent,
    };
  }, svg.bytes.toString("utf8"));
  expect(parsed).toMatchObject({ root: "svg", errors: 0, title: "First look, seed 1" });
  expect(parsed.paths).toBeGreaterThan(5);
  const png = await save("Save as PNG");
  expect(png.name).toBe("first-look-space-time.png");
  expect([...png.bytes.subarray(1, 4)].map((code) => String.fromCharCode(code)).join("")).toBe(
    "PNG",
  );
});

for (const theme of ["light", "dark", "projector"]) {
  const tag = theme === "light" ? [] : "@long";
  test(`the diagram keeps the rules of accessibility, ${theme}`, { tag }, async ({ atlas }) => {
    const { page } = atlas;
    await page.addInitScript((name) => localStorage.setItem("raft-atlas/theme", name), theme);
    await atlas.open({ scenario: "first-look" });
    await atlas.advanceTo(3_000_000);
    const diagram = await openDiagram(atlas);
    await expect.poll(() => messagesShown(page)).toBeGreaterThan(5);
    await diagram.focus();
    await page.keyboard.press("[");
    await page.keyboard.press("Enter");
    await expect.poll(() => selectedMessage(atlas)).toBeGreaterThan(0);
    expect(await brokenRules(page, "[role=tabpanel]")).toEqual([]);
  });
}

test("what is selected elsewhere comes into the window when the diagram opens", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_500_000);
  const request = (await atlas.requests())[0]?.id ?? 0;
  await atlas.select({ request });
  await atlas.advanceTo(9_000_000);
  await openDiagram(atlas);
  const list = page.getByRole("list", { name: "Selected in the space-time diagram" });
  await expect(list.getByRole("listitem").first()).toContainText(/left at [01]\./);
  // The window has left the present for it.
  await expect(atlas.button("Follow")).toHaveAttribute("aria-pressed", "false");
});

test("on a phone the diagram is a sheet, and a tap selects", async ({ atlas }) => {
  const { page } = atlas;
  await page.setViewportSize({ width: 390, height: 844 });
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await atlas.button("Space-time").click();
  const diagram = page.getByTestId("space-time");
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(3);
  await atlas.expectNoSidewaysScroll();
  const box = await diagram.boundingBox();
  if (box === null) throw new Error("no diagram");
  for (let x = 0.85; x > 0.2 && (await selectedMessage(atlas)) === 0; x -= 0.03)
    await page.mouse.click(box.x + box.width * x, box.y + box.height * 0.3);
  expect(await selectedMessage(atlas)).toBeGreaterThan(0);
});

test("wheel, drag and double press: nearer, elsewhere, and to that instant", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  const diagram = await openDiagram(atlas);
  await atlas.button("Whole run").click();
  const all = (await atlas.frame()).messages;
  await expect.poll(() => messagesShown(page)).toBe(all);
  const box = await diagram.boundingBox();
  if (box === null) throw new Error("no diagram");
  const [x, y] = [box.x + box.width / 2, box.y + 4];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -900);
  await expect.poll(() => messagesShown(page)).toBeLessThan(all);
  const near = await pixels(page);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => pixels(page)).not.toBe(near);
  // A drag is not a press: nothing was selected, no instant sought.
  expect(await selectedMessage(atlas)).toBe(0);
  expect(await atlas.nowUs()).toBe(4_000_000);
  await page.mouse.dblclick(x, y);
  await expect.poll(() => atlas.nowUs()).toBeLessThan(4_000_000);
});

test("quiet time folds, and unfolds to the same run", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  await openDiagram(atlas);
  await expect.poll(() => messagesShown(page)).toBeGreaterThan(5);
  const folded = await messagesShown(page);
  await atlas.button("Collapse idle time").click();
  // The same zoom shows less when nothing is left out of it.
  await expect.poll(() => messagesShown(page)).toBeLessThan(folded);
  await atlas.button("Whole run").click();
  const all = (await atlas.frame()).messages;
  await expect.poll(() => messagesShown(page)).toBe(all);
});
