/** Everything that happened, as a table: searched, filtered, walked through, and linked both ways. */

import { expect, test } from "../fixtures";

test.beforeEach(async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.openView("Events");
});

test("begins with what is worth telling, and nothing is recorded for it", async ({ atlas }) => {
  const told = atlas.page.getByRole("list", { name: "Events, newest first" });
  await expect(told).toContainText("was elected leader in term 1");
  await expect(atlas.events).toHaveCount(0);
});

test("has everything since the start, although nobody looked before", async ({ atlas }) => {
  await atlas.chooseEvents("Roles and terms");
  const rows = atlas.events.getByRole("row");
  await expect(rows.first()).toContainText("start");
  await expect(rows.first()).toContainText("Asks for pre-votes for term 1.");
  const elected = rows.filter({ hasText: "Becomes leader of term 1." });
  await expect(elected).toContainText("role candidate → leader");
});

test("leads from an event to what caused it, and there", async ({ atlas }) => {
  await atlas.chooseEvents("Roles and terms");
  const elected = atlas.events.getByRole("row", { name: /Becomes leader of term 1/ });
  const cause = elected.getByRole("button", { name: /^Caused by event/ });
  const event = Number((await cause.innerText()).replace("by #", ""));
  await cause.click();
  await atlas.button("The selected event is filtered out: show everything").click();
  const chosen = atlas.events.locator('[role="row"][aria-selected="true"]');
  await expect(chosen.first()).toContainText(`#${event}`);
  await chosen
    .first()
    .getByRole("button", { name: `Go to event ${event}`, exact: true })
    .click();
  await expect.poll(() => atlas.eventCount()).toBe(event);
  // What comes later is still known, and marked as such.
  await expect(atlas.events.locator('[role="row"][data-future="true"]').first()).toBeVisible();
});

test("finds a request by its number and leaves out other places", async ({ atlas }) => {
  await atlas.chooseEvents("Requests");
  const search = atlas.page.getByRole("searchbox", { name: /^Search the events/ });
  await search.fill("r1");
  const rows = atlas.events.getByRole("row");
  await expect(rows.first()).toContainText("r1 enters");
  for (const text of await rows.allInnerTexts()) expect(text).toMatch(/\br1\b/);
  await atlas.page.getByLabel("Where").selectOption("At s2");
  await expect(rows.first()).toContainText("s2");
  await expect(rows.filter({ hasText: "enters" })).toHaveCount(0);
  await search.fill("no such words");
  await expect(rows).toHaveCount(0);
});

test("is walked through by keys", async ({ atlas }) => {
  await atlas.chooseEvents("Roles and terms");
  const rows = atlas.events.getByRole("row");
  // The record since the start is there: no row comes any more.
  await expect(rows.filter({ hasText: "Becomes leader of term 1." })).toBeVisible();
  await atlas.page.getByRole("searchbox", { name: /^Search the events/ }).focus();
  await atlas.page.keyboard.press("Tab");
  await expect(rows.last()).toBeFocused();
  await atlas.page.keyboard.press("Home");
  await expect(rows.first()).toBeFocused();
  await atlas.page.keyboard.press("ArrowDown");
  await atlas.page.keyboard.press("Enter");
  await expect(rows.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(atlas.inspector).toBeVisible();
  await atlas.page.keyboard.press("Tab");
  await expect(rows.nth(1).getByRole("button", { name: /^Caused by event/ })).toBeFocused();
});

test("a row selects its message, and what is selected elsewhere is marked", async ({ atlas }) => {
  await atlas.chooseEvents("Messages");
  const send = atlas.events.getByRole("row", { name: /Sends MsgHeartbeat to/ }).first();
  await send.click();
  await expect(atlas.inspector).toContainText(/message \d+/);
  const chosen = atlas.events.locator('[role="row"][aria-selected="true"]');
  await expect(chosen.first()).toContainText("Sends MsgHeartbeat to");

  await atlas.select({ message: 1 });
  await expect(atlas.inspector).toContainText(/message 1\D/);
  await expect(chosen.first()).toContainText("Sends MsgRequestPreVote to");
});

test("follows a run that plays", async ({ atlas }) => {
  await atlas.chooseEvents("Messages");
  const rows = atlas.events.getByRole("row");
  await expect(rows.last()).toContainText(/^(1\.|2\.0)/);
  await atlas.button("Play").click();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(2_300_000);
  await atlas.button("Pause").click();
  // Where it stops is the machine's matter; that the list has come along is not.
  const lastAt = async (): Promise<number> => Number.parseFloat(await rows.last().innerText());
  await expect.poll(lastAt).toBeGreaterThan(2.1);
});

test("forgets what did not happen when somebody acts in the past", async ({ atlas }) => {
  await atlas.chooseEvents("Everything");
  await expect(atlas.events.getByRole("row").first()).toBeVisible();
  await atlas.at(1_000_000);
  await expect(atlas.events.locator('[data-future="true"]').first()).toBeVisible();
  await atlas.act({ do: "crash", store: "s2" });
  await expect(atlas.events.locator('[data-future="true"]')).toHaveCount(0);
  await expect(atlas.events.getByRole("row").last()).toContainText("The crash of s2 begins.");
});
