/** A scenario is written beside the map: checked as one types, run, kept, and never shown as HTML. */

import fs from "node:fs";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { EditorPage } from "../pages/editorPage";
import { readScenario } from "../scenarios";

type Scenario = Record<string, unknown>;

/** The first scenario with one thing changed, as a person would write it. */
function changed(change: (scenario: Scenario) => void): string {
  const scenario: Scenario = readScenario("first-look");
  change(scenario);
  return JSON.stringify(scenario, null, 2);
}

test("what is typed is checked by the engine's reader, and each problem leads to its line", async ({
  atlas,
}) => {
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  await expect(editor.state).toHaveText("This is what runs.");
  await editor.expectProblems(0);

  await editor.write(
    changed((scenario) => {
      Object.assign(scenario, { titel: "Wrong", duration: "30 parsecs" });
    }),
  );
  await editor.expectProblems(2);
  const wrong = editor.problems.getByRole("button", { name: /parsecs/ });
  await expect(wrong).toContainText(/line \d+ duration/);
  await expect(wrong).toContainText(/found "30 parsecs", expected/);
  await editor.problems.getByRole("button", { name: /titel/ }).click();
  await expect(editor.line).toContainText('"titel"');
  await expect(editor.text).toBeFocused();

  // Running it leads to the first problem, and the run goes on as it was.
  await editor.button("Run it").click();
  await expect(editor.line).toContainText('"duration": "30 parsecs"');
  await expect(atlas.title).not.toHaveText("Wrong");
});

test("what is no JSON is marked where it breaks", async ({ atlas }) => {
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  await editor.write('{\n  "format": "raft-atlas/1"\n  "title": "One"\n}');
  await editor.expectProblems(1);
  await expect(editor.problems).toContainText("line 3");
  await editor.problems.getByRole("button").click();
  await expect(editor.line).toContainText('"title"');
});

test("a changed text runs with the seed and the speed that were chosen", async ({ atlas }) => {
  const { page } = atlas;
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look", seed: 77 });
  await page.keyboard.press("+");
  const speed = await page.getByRole("button", { name: /^Speed/ }).textContent();
  await editor.open();
  await editor.write(changed((scenario) => Object.assign(scenario, { title: "Mine" })));
  await expect(editor.state).toHaveText("This is not what runs. Changed, and not kept.");
  await page.keyboard.press("Control+Enter");
  await expect(atlas.title).toHaveText("Mine");
  await expect(editor.state).toContainText("This is what runs.");
  expect((await atlas.run()).seed).toBe(77);
  await expect(page.getByRole("button", { name: /^Speed/ })).toHaveText(speed ?? "");
  await atlas.advanceTo(1_000_000);
  expect(await atlas.eventCount()).toBeGreaterThan(0);
});

test("a text is kept on the device, found again after a reload, and saved as a file", async ({
  atlas,
}) => {
  const { page } = atlas;
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  const text = changed((scenario) => Object.assign(scenario, { title: "To keep" }));
  await editor.write(text);
  await editor.name.fill("to-keep.json");
  await editor.button("Keep").click();
  await expect(editor.state).not.toContainText("not kept");

  const saving = page.waitForEvent("download");
  await editor.button("Save file").click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("to-keep.json");
  expect(fs.readFileSync(await saved.path(), "utf8")).toBe(text);

  await page.reload();
  await atlas.ready();
  await atlas.opening.click();
  await atlas.button("Open to-keep.json").click();
  await expect(atlas.title).toHaveText("To keep");
  await atlas.opening.click();
  await atlas.button("Remove to-keep.json").click();
  await expect(atlas.button("Open to-keep.json")).toHaveCount(0);
});

test("what was not kept is taken up again after a reload", { tag: "@long" }, async ({ atlas }) => {
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  await editor.write(changed((scenario) => Object.assign(scenario, { title: "Half done" })));
  await expect(editor.state).toContainText("not kept");
  await atlas.page.reload();
  await atlas.ready();
  await editor.open();
  await expect(editor.text).toContainText('"title": "Half done"');
  await expect(editor.state).toHaveText("This is not what runs. Changed, and not kept.");
  await editor.button("Revert").click();
  await atlas.page.reload();
  await atlas.ready();
  await editor.open();
  await expect(editor.text).toContainText('"title": "First look"');
});

test("storage that is blocked says so", async ({ atlas }) => {
  const editor = new EditorPage(atlas);
  await atlas.page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("Blocked.", "SecurityError");
    };
  });
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  await editor.button("Keep").click();
  await expect(atlas.notice).toContainText("does not let the page keep scenarios");
});

/** A text that is written but not kept, and not what runs. */
async function halfDone(atlas: AtlasPage): Promise<EditorPage> {
  const editor = new EditorPage(atlas);
  await editor.open();
  await editor.write(changed((scenario) => Object.assign(scenario, { title: "Half done" })));
  await expect(editor.state).toContainText("not kept");
  return editor;
}

/** Tries to leave the page, and stays: what the browser asks. */
async function askedOnLeaving({ page }: AtlasPage): Promise<string> {
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => {
    setTimeout(() => location.assign("about:blank"), 0);
  });
  const dialog = await asked;
  await dialog.dismiss();
  return dialog.type();
}

for (const [what, name] of [
  ["full", "QuotaExceededError"],
  ["blocked", "SecurityError"],
] as const) {
  const tag = what === "full" ? "@long" : [];
  test(`storage that is ${what} is told while one writes, and the text is not lost`, {
    tag,
  }, async ({ atlas }) => {
    await atlas.page.addInitScript((reason) => {
      const refuse = () => {
        throw new DOMException("No.", reason);
      };
      Storage.prototype.setItem = refuse;
      if (reason === "SecurityError") Storage.prototype.getItem = refuse;
      IDBObjectStore.prototype.put = refuse;
    }, name);
    await atlas.open({ scenario: "first-look" });
    const editor = await halfDone(atlas);
    await expect(atlas.notice).toContainText("What you write is not kept when this page is left");
    expect(await askedOnLeaving(atlas)).toBe("beforeunload");
    await editor.text.focus();
    await atlas.page.keyboard.press("Control+Home");
    await expect(editor.text).toContainText('"title": "Half done"');

    await editor.button("Keep").click();
    const reason = what === "full" ? "no room left on this device" : "does not let the page keep";
    await expect(atlas.notice).toContainText(reason);
    await expect(editor.state).toContainText("not kept");
    // Another text takes its place only where it can be put aside.
    await editor.button("New…").click();
    await atlas.page.getByRole("menuitem", { name: "From the scenario that runs" }).click();
    await expect(atlas.notice).toContainText("has changes that were not kept");
    await expect(editor.text).toContainText('"title": "Half done"');

    const saving = atlas.page.waitForEvent("download");
    await editor.button("Save file").click();
    const saved = fs.readFileSync(await (await saving).path(), "utf8");
    expect(JSON.parse(saved).title).toBe("Half done");
    await expect(editor.state).not.toContainText("not kept");
  });
}

test("storage that is corrupt is told, and the editor works on", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await page.evaluate(async () => {
    localStorage.setItem("raft-atlas/draft", '{"name": "mine.json", "te');
    const opening = indexedDB.open("raft-atlas-scenarios");
    opening.onupgradeneeded = () => opening.result.createObjectStore("scenarios");
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const writing = opening.result.transaction("scenarios", "readwrite");
    writing.objectStore("scenarios").put({ name: 7 }, "broken");
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    opening.result.close();
  });
  await page.reload();
  await atlas.ready();
  const editor = new EditorPage(atlas);
  await editor.open();
  await expect(atlas.notice).toContainText("left in the editor could not be read");
  await expect(editor.text).toContainText('"title": "First look"');
  await editor.name.fill("mine.json");
  await editor.button("Keep").click();
  await expect(atlas.notice).toContainText("mine.json is kept on this device");
  await editor.button("My scenarios").click();
  const dialog = atlas.dialog("Open a scenario");
  await expect(dialog).toContainText("1 of what is kept cannot be read, and is left out");
  await expect(dialog.getByRole("button", { name: "Open mine.json" })).toBeVisible();
});

test("a text that was left is not written over by another one", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await halfDone(atlas);
  await atlas.page.reload();
  await atlas.ready();
  await atlas.dropFile(
    "bad.json",
    changed((scenario) => Object.assign(scenario, { colour: "x" })),
  );
  const dialog = atlas.dialog("bad.json was not opened");
  await dialog.getByRole("button", { name: "Fix it in the editor" }).click();
  await expect(atlas.notice).toContainText('under "My scenarios" as first-look.json');
  const editor = new EditorPage(atlas);
  await editor.button("My scenarios").click();
  await atlas.button("Open first-look.json").click();
  await expect(atlas.title).toHaveText("Half done");
});

test("the schema completes keys and words, and says what they mean", async ({ atlas }) => {
  const { page } = atlas;
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  await editor.write('{ "topology": { "stores": [ { "id": "s1", ');
  await page.keyboard.press("Control+Space");
  await expect(editor.suggestions.getByRole("option", { name: /^cores/ })).toBeVisible();
  await page.keyboard.type("clock_o");
  await editor.suggestions.getByRole("option", { name: /^clock_offset/ }).click();
  await expect(editor.text).toContainText('"clock_offset": ""');

  await editor.write(changed(() => undefined));
  await page.keyboard.press("Control+Home");
  await editor.text.getByText('"topology"').first().hover();
  await expect(page.locator(".cm-meaning")).toContainText("Zones, machines and links.");
});

test("a dropped file opens with the editor one click away; a bad one is mended there", {
  tag: "@long",
}, async ({ atlas }) => {
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await atlas.dropFile(
    "bad.json",
    changed((scenario) => Object.assign(scenario, { colour: "blue" })),
  );
  const dialog = atlas.dialog("bad.json was not opened");
  await expect(dialog).toContainText(/Line \d+: colour: unknown key/);
  await dialog.getByRole("button", { name: "Fix it in the editor" }).click();
  await editor.expectProblems(1);
  await expect(editor.name).toHaveValue("bad.json");
  await atlas.dropFile(
    "mine.json",
    changed((scenario) => Object.assign(scenario, { title: "Dropped" })),
  );
  await expect(atlas.title).toHaveText("Dropped");
  await editor.button("Close the editor").click();
  await atlas.dropFile(
    "again.json",
    changed((scenario) => Object.assign(scenario, { title: "Again" })),
  );
  await editor.button("Edit it").click();
  await expect(editor.name).toHaveValue("again.json");
});

test("a lesson file opens as a lesson, and one with faults is mended as a scenario is", {
  tag: "@long",
}, async ({ atlas }) => {
  const lesson = {
    format: "raft-atlas-lesson/1",
    title: "A lesson <b>of my own</b>",
    minutes: 5,
    text: "What is <img src=x onerror=alert(1)> shown as text.",
    steps: [
      { id: "look", title: "Look", scenario: "first-look", start: "1s", explain: { text: "So." } },
    ],
  };
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "five-replicas" });
  await atlas.dropFile("bad-lesson.json", JSON.stringify({ ...lesson, minuts: 5 }, null, 2));
  const dialog = atlas.dialog("bad-lesson.json was not opened");
  await expect(dialog).toContainText(/Line \d+: minuts: unknown key/);
  await dialog.getByRole("button", { name: "Fix it in the editor" }).click();
  await editor.expectProblems(1);
  await editor.write(JSON.stringify(lesson, null, 2));
  await editor.expectProblems(0);
  await editor.button("Run it").click();
  await expect(atlas.left.getByRole("heading", { name: "Look" })).toBeVisible();
  await expect(atlas.left).toContainText("A lesson <b>of my own</b>");
  await expect.poll(() => atlas.nowUs()).toBe(1_000_000);
});

test("texts of a file are text, whatever they say", { tag: "@long" }, async ({ atlas }) => {
  const hostile = "<img src=x onerror=\"document.title='owned'\"><b>bold</b>";
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await atlas.dropFile(
    "<b>name</b>.json",
    changed((scenario) => Object.assign(scenario, { title: hostile, text: hostile })),
  );
  await expect(atlas.title).toHaveText(hostile);
  await editor.button("Edit it").click();
  await expect(editor.text).toContainText("<b>bold</b>");
  await editor.write(changed((scenario) => Object.assign(scenario, { [hostile]: hostile })));
  await expect(editor.problems).toContainText("<b>bold</b>");
  expect(await atlas.page.title()).not.toBe("owned");
});

test("keys alone: Tab indents until Escape, then it leaves the text; the page's keys stay away", async ({
  atlas,
}) => {
  const { page } = atlas;
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  const before = await atlas.nowUs();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" .n?b");
  await expect(atlas.dialog("Help")).toBeHidden();
  expect(await atlas.nowUs()).toBe(before);
  await page.keyboard.press("Tab");
  await expect(editor.text).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor.text).not.toBeFocused();
});

test("the editor passes the accessibility rules, at its widest and on a telephone", async ({
  atlas,
}) => {
  const { page } = atlas;
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await editor.open();
  for (const theme of ["light", "dark", "projector"]) {
    await page.locator("html").evaluate((html, name) => {
      html.dataset.theme = name;
    }, theme);
    await editor.write('{ "format": "raft-atlas/1", "seed": "one", "speed": true }');
    await expect(editor.problems.getByRole("listitem").first()).toBeVisible();
    expect(await brokenRules(page), theme).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(editor.text).toBeVisible();
  await atlas.expectNoSidewaysScroll();
  expect(await brokenRules(page)).toEqual([]);
});

test("a scenario begins from a template that runs", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  const editor = new EditorPage(atlas);
  await editor.open();
  for (const [item, title] of [
    ["A blank one: three zones", "My scenario"],
    ["Zones by region, with delays", "Three regions · Read at the leader"],
  ] as const) {
    await editor.button("New…").click();
    await page.getByRole("menuitem", { name: item }).click();
    await editor.button("Run it").click();
    await expect(atlas.title).toHaveText(title);
    await expect(editor.state).toContainText("This is what runs.");
  }
});
