/** A scenario is drawn: by keyboard alone, by pointer, on a telephone; and it stays one text. */

import { brokenInThemes, brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { BuilderPage, middleOf } from "../pages/builderPage";
import { EditorPage } from "../pages/editorPage";
import { readScenario } from "../scenarios";

const FINE = "No problems: it can run.";

test("a cluster of three zones is built from nothing by keyboard alone, and runs", async ({
  atlas,
}) => {
  const { page } = atlas;
  const { keyboard } = page;
  const builder = new BuilderPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();

  await builder.button("New…").focus();
  await keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "An empty one, to draw" }).focus();
  await keyboard.press("Enter");
  await expect(builder.map).toContainText("No zones yet");

  await builder.button("Add zone").focus();
  for (const id of ["az1", "az2", "az3"]) {
    await keyboard.press("Enter");
    await expect(builder.said).toHaveText(`Zone ${id} was added.`);
  }
  // The first stands in the zone that was chosen, the next where there are the fewest.
  await keyboard.press("Tab");
  for (const said of ["s1 was added in az3", "s2 was added in az1", "s3 was added in az2"]) {
    await keyboard.press("Enter");
    await expect(builder.said).toHaveText(`Store ${said}.`);
  }
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(builder.said).toHaveText("Gateway g1 was added in az1.");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await expect(builder.said).toHaveText(/^The link between az1 and az2 has values of its own/);

  // From thing to thing by arrows; Enter leads to the form.
  await builder.thing("link:az1:az2").focus();
  await keyboard.press("Enter");
  await expect(builder.field("RTT")).toBeFocused();
  await keyboard.press("Control+A");
  await keyboard.type("7ms");
  await keyboard.press("Enter");
  await expect(builder.thing("link:az1:az2")).toContainText("7ms");
  await builder.thing("zone:az1").focus();
  await keyboard.press("ArrowRight");
  await expect(builder.thing("zone:az1")).not.toBeFocused();

  // With Shift an arrow moves the thing.
  await builder.thing("node:g1").focus();
  await keyboard.press("Shift+ArrowRight");
  await expect(builder.said).toHaveText("Gateway g1 was moved from az1 to az3.");
  await expect(builder.thing("node:g1")).toBeFocused();

  await builder.forms.locator("summary").filter({ hasText: "Load" }).first().focus();
  await keyboard.press("Enter");
  await builder.button("Add load").focus();
  await keyboard.press("Enter");
  await expect(builder.said).toHaveText("Load load1 was added.");
  await builder.expectProblems(FINE);

  await builder.button("Run it").focus();
  await keyboard.press("Enter");
  await expect(atlas.title).toHaveText("My network");
  await expect(builder.map).toHaveCount(0);
  await atlas.advanceTo(3_000_000);
  const { digest, events } = await atlas.run();
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(events).toBeGreaterThan(100);
});

test("opening changes nothing; a store is dragged to another zone, and undone", async ({
  atlas,
}) => {
  const builder = new BuilderPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();
  await builder.expectProblems(FINE);
  await expect(builder.state).toHaveText("This is what runs.");

  await builder.drag("node:s1", "zone:Ohio");
  await expect(builder.said).toHaveText("Store s1 was moved from Oregon to Ohio.");
  await expect(builder.thing("node:s1")).toHaveAccessibleName("Store s1 in zone Ohio");
  await expect(builder.field("Zone")).toHaveValue("Ohio");
  await expect(builder.state).toHaveText("This is not what runs. Changed, and not kept.");

  await builder.button("Undo").click();
  await expect(builder.thing("node:s1")).toHaveAccessibleName("Store s1 in zone Oregon");
  await expect(builder.state).toHaveText("This is what runs.");
  await builder.button("Redo").click();
  await expect(builder.thing("node:s1")).toHaveAccessibleName("Store s1 in zone Ohio");

  // Let go where there is no zone, it stays.
  const { mouse } = atlas.page;
  const from = await middleOf(builder.thing("node:s3"));
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x - 40, from.y, { steps: 3 });
  const box = await builder.map.boundingBox();
  await mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 3, { steps: 3 });
  await mouse.up();
  await expect(builder.thing("node:s3")).toHaveAccessibleName("Store s3 in zone Virginia");

  // A zone that is dragged changes places with the one that it is let go on.
  await builder.drag("zone:Oregon", "zone:Virginia");
  await expect(builder.said).toHaveText("Zones Oregon and Virginia changed places.");
});

test("a zone is deleted with all that stands in it, and comes back whole", {
  tag: "@long",
}, async ({ atlas }) => {
  const { page } = atlas;
  const builder = new BuilderPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();
  await builder.thing("zone:Virginia").focus();
  await expect(builder.forms).toContainText("With it go: store s3, gateway g3");
  await page.keyboard.press("Delete");
  await expect(builder.said).toContainText(/^Zone Virginia was removed\. With it: store s3/);
  await expect(builder.thing("zone:Virginia")).toHaveCount(0);
  await expect(builder.thing("node:s3")).toHaveCount(0);
  // What was expected of the load that went is expected no more: what is left can run.
  await expect(builder.said).toContainText("what is expected of it");
  await builder.expectProblems("No problems: it can run.");
  await builder.thing("zone:Oregon").focus();
  await page.keyboard.press("Control+Z");
  await expect(builder.thing("zone:Virginia")).toBeVisible();
  await expect(builder.state).toHaveText("This is what runs.");
});

test("map and text are one: each shows what the other did, and undoing goes through both", async ({
  atlas,
}) => {
  const { page } = atlas;
  const builder = new BuilderPage(atlas);
  const editor = new EditorPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();
  await builder.button("Add zone").click();
  await builder.show("Text");
  await expect(editor.text).toBeFocused();
  await expect(editor.text).toContainText('{ "id": "Virginia1" }');
  await page.keyboard.press("Control+Z");
  await expect(editor.text).not.toContainText("Virginia1");
  await page.keyboard.press("Control+Y");
  await editor.write(JSON.stringify({ ...readScenario("two-cities"), title: "Written" }, null, 2));
  await builder.show("Map");
  await expect(builder.thing("zone:Beijing")).toBeVisible();
  // Taking a text out and writing another one are one step or two, by how quickly they follow.
  await builder.button("Undo").click();
  await expect(builder.thing("zone:Beijing")).toHaveCount(0);
  if (await builder.thing("zone:Virginia1").isHidden()) await builder.button("Undo").click();
  await expect(builder.thing("zone:Virginia1")).toBeVisible();

  // What is no scenario is not drawn, and says why.
  await builder.show("Text");
  await editor.write('{\n  "title": "One"\n  "text": "Two"\n}');
  await builder.show("Map");
  await expect(page.getByTestId("builder")).toContainText("Line 3");
  await builder.button("Go to the text").click();
  await expect(editor.text).toBeFocused();
});

test("what the reader finds is said at its field and on the map", async ({ atlas }) => {
  const builder = new BuilderPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();
  await builder.thing("node:s2").click();
  await builder.field("Fsync").fill("soon");
  await builder.field("Fsync").press("Enter");
  await builder.expectProblems("1 problem");
  await expect(builder.thing("node:s2")).toHaveAccessibleName("Store s2 in zone Ohio, 1 problem");
  await expect(builder.forms).toContainText('found "soon"');
  await builder.thing("zone:Oregon").click();
  await atlas.page.getByRole("button", { name: /soon/ }).click();
  await expect(builder.field("Fsync")).toHaveValue("soon");

  // An id goes with all that names it.
  await builder.field("Id").fill("leader");
  await builder.field("Id").press("Enter");
  await expect(builder.thing("node:leader")).toBeVisible();
  await builder.openPart("Data");
  await expect(builder.field("Leaders")).toHaveValue("leader");
  // What the builder has no form for is named, with the way to it.
  await builder.button("Show in the text: conclusion").click();
  await expect(atlas.page.locator(".cm-activeLine")).toContainText('"conclusion"');
});

test("what is wrong with expectations leads to where they are edited", { tag: "@long" }, async ({
  atlas,
}) => {
  const { page } = atlas;
  const builder = new BuilderPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();
  await builder.show("Text");
  const wrong = [2, 3].map((most) => ({ metric: "workload.nobody.stale", at_most: most }));
  const file = { ...readScenario("first-look"), expect: wrong };
  await new EditorPage(atlas).write(JSON.stringify(file, null, 2));
  await builder.show("Map");
  await builder.expectProblems("2 problems");
  await page
    .getByRole("button", { name: /workload\.nobody\.stale/ })
    .first()
    .click();
  const expected = builder.forms.getByRole("list", { name: "Expectations" });
  await expect(expected.getByRole("alert").first()).toBeVisible();
  await expect(expected.getByRole("alert")).toHaveCount(2);
});

test("accessible, in each theme", async ({ atlas }) => {
  const builder = new BuilderPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await builder.open();
  await builder.openPart("Data");
  await builder.thing("node:s2").click();
  await expect(builder.field("Zone")).toBeVisible();
  expect(await brokenRules(atlas.page)).toEqual([]);
  expect(await brokenInThemes(atlas.page)).toEqual([]);
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the map stands over the form, and both can be used", async ({ atlas }) => {
    const builder = new BuilderPage(atlas);
    await atlas.open({ scenario: "first-look" });
    await builder.open();
    await builder.thing("node:s2").tap();
    await builder.field("Zone").selectOption("Oregon");
    await expect(builder.said).toHaveText("Store s2 was moved from Ohio to Oregon.");
    const map = await builder.map.boundingBox();
    const forms = await builder.forms.boundingBox();
    expect(map?.height).toBeGreaterThan(150);
    expect(forms?.y).toBeGreaterThanOrEqual((map?.y ?? 0) + (map?.height ?? 0));
    expect((forms?.y ?? 0) + (forms?.height ?? 0)).toBeLessThanOrEqual(844);
    expect(await brokenRules(atlas.page)).toEqual([]);
  });
});
