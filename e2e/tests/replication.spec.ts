/**
 * How writes travel, turned while the run goes on: follower replication as a whole and for one
 * zone, the delegate on the map, decisions in the list, and the whys that go through a relay.
 */

import type { Locator } from "@playwright/test";

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const SECONDS = 1_000_000;

/** The group of switches about the ways of writes, opened. */
async function openReplication(atlas: AtlasPage): Promise<void> {
  const relay = atlas.left.getByRole("switch", { name: "Follower Replication" });
  if (await relay.isVisible()) return;
  await atlas.unfold("Replication and placement");
  await expect(relay).toBeVisible();
}

/** Rows about messages of a type, in the list of everything that happened. */
async function messagesOf(atlas: AtlasPage, type: string): Promise<Locator> {
  await atlas.page.getByRole("searchbox").fill(type);
  return atlas.events.getByRole("row").filter({ hasText: type });
}

/** Two replicas in another city, both up for the first two seconds; clients write all the time. */
const SCENARIO = "snapshot-from-neighbour";

test("follower replication is turned on while it runs, and off again", async ({ atlas }) => {
  await atlas.open({ scenario: SCENARIO, variant: "leader" });
  await atlas.openView("Events");
  await atlas.chooseEvents("Messages");
  await atlas.advanceTo(0.6 * SECONDS);
  await expect(await messagesOf(atlas, "MsgAppend")).not.toHaveCount(0);
  await expect(await messagesOf(atlas, "RelayAppend")).toHaveCount(0);
  await openReplication(atlas);
  const relay = atlas.left.getByRole("switch", { name: "Follower Replication" });
  await relay.click();
  await atlas.advanceBy(1_000);
  await expect.poll(() => atlas.relayZones()).toEqual(["Hamburg", "Munich"]);
  await atlas.advanceTo(1.2 * SECONDS);
  await expect(await messagesOf(atlas, "RelayAppend")).not.toHaveCount(0);
  await expect(await messagesOf(atlas, "ForwardedAppend")).not.toHaveCount(0);
  await expect(atlas.map.getByRole("button", { name: /delegate of its zone/ })).not.toHaveCount(0);

  await relay.click();
  await atlas.advanceBy(200_000);
  await expect.poll(() => atlas.relayZones()).toEqual([]);
  await atlas.chooseEvents("Decisions");
  await atlas.page.getByRole("searchbox").fill("switched off");
  await expect(atlas.events.getByRole("row").first()).toContainText("stops sending through");
});

test("it is turned on for one zone, and the delegate is chosen by another rule", async ({
  atlas,
}) => {
  await atlas.open({ scenario: SCENARIO, variant: "leader" });
  await atlas.advanceTo(0.6 * SECONDS);
  await openReplication(atlas);
  await atlas.left.getByRole("switch", { name: "Follower Replication" }).click();
  await atlas.advanceBy(1_000);
  const hamburg = atlas.left.getByRole("checkbox", { name: "Hamburg" });
  await expect(hamburg).toBeChecked();
  await hamburg.click();
  await atlas.advanceBy(1_000);
  await expect.poll(() => atlas.relayZones()).toEqual(["Munich"]);
  await expect(hamburg).not.toBeChecked();
  await atlas.advanceBy(300_000);
  await expect(atlas.map.locator("[data-decision]")).toContainText(
    /chooses s\d as delegate in Munich/,
  );
  await atlas.left.getByRole("radio", { name: "Sticky" }).click();
  await atlas.advanceBy(1_000);
  await expect(atlas.left.getByRole("radio", { name: "Sticky" })).toBeChecked();
  expect((await atlas.frame()).settings.delegate_policy).toBe("sticky");
});

test("decisions are listed with their reason, and have a why", async ({ atlas }) => {
  await atlas.open({ scenario: SCENARIO, variant: "leader" });
  await atlas.openView("Events");
  await atlas.chooseEvents("Decisions");
  await atlas.act({ do: "set", settings: { follower_replication: ["Munich"] } });
  await atlas.advanceTo(1.5 * SECONDS);
  const rows = atlas.events.getByRole("row");
  await expect(rows).not.toHaveCount(0);
  await expect(rows.first()).toContainText(/chooses s\d as delegate in Munich: its log ends at/);
  await rows.first().click();
  await atlas.page.getByRole("button", { name: "Why did it happen?" }).click();
  await expect(atlas.whySteps).not.toHaveCount(0);
  await expect(atlas.why).toContainText("Entries enter a zone once, by way of a delegate");
});

test("with and without it beside each other, the comparison says why", async ({ atlas }) => {
  await atlas.open({ scenario: SCENARIO, variant: "leader" });
  await atlas.advanceTo(0.5 * SECONDS);
  await atlas.more("Compare runs, or stop comparing");
  await atlas.button("Compare: Follower Replication: on").click();
  await expect(atlas.page.getByRole("tab", { name: "Compare" })).toBeVisible();
  await atlas.advanceTo(1.9 * SECONDS);
  await expect(atlas.page.getByTestId("reason")).toContainText(
    "With follower replication entries enter a zone once",
  );
});

test("leaders follow the load, and the placement driver says so", async ({ atlas }) => {
  await atlas.open({ scenario: "location-affinity", variant: "on" });
  await atlas.advanceTo(20 * SECONDS);
  await atlas.openView("Events");
  const told = atlas.page.getByRole("list", { name: "Events, newest first" });
  await expect(
    told.getByText(/^pd transfers leadership of range \d from s1 to s\d: /).first(),
  ).toBeVisible();
});

test("a range is split by hand, and the page follows there and back", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1 * SECONDS);
  await atlas.unfold("Break something");
  await atlas.doSomething.getByLabel("Action").selectOption({ label: "Split a range" });
  await atlas.doSomething.getByLabel("First key of the new range").fill("100");
  await atlas.doSomething.getByLabel("First key of the new range").blur();
  await atlas.doSomething.locator("button[type=submit]").click();
  await atlas.advanceBy(1 * SECONDS);
  const chooser = atlas.map.getByRole("combobox", { name: "Range" });
  await expect(chooser.getByRole("option")).toHaveCount(2);
  await expect(chooser).toContainText("k100");
  // Before the split there is one range again.
  await atlas.at(500_000);
  await expect(chooser).toHaveCount(0);
});
