/**
 * How writes travel, turned while the run goes on: follower replication as a whole and for one
 * zone, the delegate on the map, decisions in the list, and the whys that go through a relay.
 */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const SECONDS = 1_000_000;

/** The group of switches about the ways of writes, opened. */
async function openReplication(atlas: AtlasPage): Promise<void> {
  const relay = atlas.left.getByRole("switch", { name: "Follower Replication" });
  if (await relay.isVisible()) return;
  await atlas.left.getByText("How writes reach the zones").click();
  await expect(relay).toBeVisible();
}

/** Message types, as the engine numbers them. */
const RELAY_APPEND = 18;
const FORWARDED_APPEND = 19;

/** Types of messages that were in flight after any of some steps. */
async function seenTypes(atlas: AtlasPage, steps: number, stepUs: number): Promise<number[]> {
  const seen = new Set<number>();
  for (let step = 0; step < steps; step++) {
    await atlas.advanceBy(stepUs);
    for (const type of await atlas.typesInFlight()) seen.add(type);
  }
  return [...seen];
}

test("follower replication is turned on while it runs, and off again", async ({ atlas }) => {
  await atlas.open({ scenario: "follower-replication", variant: "direct-1k" });
  await atlas.advanceTo(3 * SECONDS);
  expect(await seenTypes(atlas, 10, 3_000)).not.toContain(RELAY_APPEND);
  await openReplication(atlas);
  await atlas.left.getByRole("switch", { name: "Follower Replication" }).click();
  await expect.poll(() => atlas.relayZones()).not.toEqual([]);
  await atlas.advanceBy(2 * SECONDS);
  await expect(atlas.map.getByRole("button", { name: /delegate of its zone/ })).not.toHaveCount(0);
  const types = await seenTypes(atlas, 40, 1_000);
  expect(types).toContain(RELAY_APPEND);
  expect(types).toContain(FORWARDED_APPEND);

  await atlas.left.getByRole("switch", { name: "Follower Replication" }).click();
  await expect.poll(() => atlas.relayZones()).toEqual([]);
  await atlas.advanceBy(2 * SECONDS);
  await expect(atlas.map.getByRole("button", { name: /delegate of its zone/ })).toHaveCount(0);
  expect(await seenTypes(atlas, 10, 3_000)).not.toContain(RELAY_APPEND);
});

test("decisions are told with their reason, listed, and have a why", async ({ atlas }) => {
  await atlas.open({ scenario: "follower-replication", variant: "relay-1k" });
  await atlas.openView("Events");
  await atlas.chooseEvents("Decisions");
  await atlas.advanceTo(3 * SECONDS);
  const rows = atlas.events.getByRole("row");
  await expect(rows).not.toHaveCount(0);
  await expect(rows.first()).toContainText(/chooses s\d as delegate in .+: /);
  await rows.first().click();
  await atlas.page.getByRole("button", { name: "Why did it happen?" }).click();
  await expect(atlas.whySteps).not.toHaveCount(0);
});

test("with and without it beside each other, the comparison says why", async ({ atlas }) => {
  await atlas.open({ scenario: "follower-replication", variant: "direct-16k" });
  await atlas.advanceTo(SECONDS);
  await atlas.button("Beside…").click();
  await atlas.button("Beside: Follower Replication: on").click();
  await expect(atlas.page.getByRole("tab", { name: "Compare" })).toBeVisible();
  await atlas.advanceTo(4 * SECONDS);
  await expect(atlas.page.getByTestId("reason")).toContainText(
    "With follower replication entries enter a zone once",
  );
});
