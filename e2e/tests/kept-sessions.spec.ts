/** Nothing that somebody did is lost because they opened something else. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { AtlasPage } from "../pages/AtlasPage";
import { EditorPage } from "../pages/editorPage";

test("a session is kept when another scenario is opened, and gone on with from the notice", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(2_000_000);
  await atlas.moreOfTime("Bookmark this instant");
  const digest = await atlas.digest();
  await atlas.ask({ do: "load", scenario: "two-cities" });
  await expect(atlas.notice).toContainText(
    "Your session of “First look” is kept: 1 action, 1 bookmark.",
  );
  await atlas.button("Continue it").click();
  await expect.poll(() => atlas.digest()).toBe(digest);
  await expect(page.getByTestId("scenario-title")).toHaveText("First look");
  await page.getByRole("button", { name: /^Branches and bookmarks/ }).click();
  await expect(atlas.dialog("Branches and bookmarks").getByText("Bookmark 1")).toBeVisible();
});

test("kept sessions stand in the list of scenarios, over a reload too", { tag: "@long" }, async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(2_000_000);
  const digest = await atlas.digest();
  // The address asks for another scenario than the kept session's.
  await atlas.open({ scenario: "two-cities" });
  await expect(atlas.notice).toContainText("Your session of “First look” is kept: 1 action.");
  await atlas.opening.click();
  const sessions = page.getByRole("region", { name: "Your sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  expect(await brokenRules(page)).toEqual([]);
  await sessions.getByRole("button", { name: /^Continue First look/ }).click();
  await expect.poll(() => atlas.digest()).toBe(digest);

  // The one that is shown is no kept one; left again it is.
  await atlas.opening.click();
  await expect(atlas.dialog("Open a scenario")).toBeVisible();
  await expect(sessions).toBeHidden();
  await page.keyboard.press("Escape");
  await atlas.ask({ do: "load", scenario: "two-cities" });
  await atlas.opening.click();
  await sessions.getByRole("button", { name: /^Remove the session of First look/ }).click();
  await expect(sessions).toBeHidden();
});

test("two tabs have a session each, and what the one left is offered in the next", async ({
  atlas,
  context,
}) => {
  const [a, b] = [new AtlasPage(await context.newPage()), new AtlasPage(await context.newPage())];
  for (const tab of [a, b]) {
    await tab.open();
    await tab.advanceTo(1_000_000);
  }
  for (const store of ["s2", "s3"]) await a.act({ do: "crash", store });
  await b.act({ do: "crash", store: "s1" });
  for (const tab of [a, b]) await leave(tab);

  await atlas.open();
  await expect.poll(() => atlas.faults()).toEqual(["crash s1"]);
  await expect(atlas.notice).toContainText("A closed tab left “First look”: 2 actions.");
  await atlas.button("Continue it").click();
  await expect.poll(() => atlas.faults()).toEqual(["crash s2", "crash s3"]);
});

/** As a person closes a tab: the page may keep what it has. */
async function leave({ page }: AtlasPage): Promise<void> {
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
}

test("what was written in a tab is not removed by another one that is closed later", async ({
  atlas,
  context,
}) => {
  const [a, b] = [new AtlasPage(await context.newPage()), new AtlasPage(await context.newPage())];
  for (const tab of [a, b]) {
    await tab.open();
    await new EditorPage(tab).open();
  }
  await new EditorPage(a).write('{ "title": "Half done" }');
  for (const tab of [a, b]) await leave(tab);

  await atlas.open();
  await new EditorPage(atlas).open();
  await expect(atlas.notice).toContainText('are under "My scenarios" as first-look');
  await atlas.opening.click();
  await expect(atlas.page.getByRole("button", { name: /^Open first-look/ })).toBeVisible();
});
