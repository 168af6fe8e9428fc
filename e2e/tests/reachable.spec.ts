/**
 * Everything that stood on the page while it was one cockpit is still there: where it went is where
 * this looks. A name that is not found was lost.
 */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

/** What the head, its menus and the line of time held. */
const MENU = [
  "Compare runs, or stop comparing",
  "Challenges…",
  "Edit the scenario…",
  "Draw the network…",
  "Import…",
  "Export…",
  "Record what I do",
  "Report…",
  "Check reports…",
  "Sweeps…",
  "Other futures of this moment…",
  "Which setting for my network?",
  "Present",
  "Class…",
  "What is real",
  "Published figures",
  "Find anything…",
  "Help",
  "Theme",
  "中文",
];
const TIME = [
  "Bookmark this instant",
  "Start",
  /^Previous event of /,
  /^Next event of /,
  "Latest instant reached",
  "Restart from 0 s",
];
const VIEWS = [
  "Over time",
  "Space-time",
  "Logs",
  "Requests",
  "Events",
  "Bytes",
  "Read modes",
  "Other futures",
  "Bottleneck",
  "Metrics",
];
/** One control of every group of switches, and all of what is asked of a run by hand. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  "Replication and placement": ["Follower Replication", "Group commit", "Compression"],
  "Break something": ["Action"],
  "Load, clocks and elections": [
    "From gateway",
    "Key",
    "Rows of a scan",
    "Check quorum",
    "Pre-vote",
    "seed",
  ],
  "Reads in detail": ["Timestamps", "Staleness"],
};
const BUTTONS = ["Get", "Put", "Scan"];

async function expectLabelled(atlas: AtlasPage, row: string, labels: readonly string[]) {
  await atlas.unfold(row);
  for (const label of labels)
    await expect(atlas.left.getByLabel(label).first(), `${row}: ${label}`).toBeVisible();
}

test("every command, view and control of the cockpit is found among the instruments", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "stale-leader" });
  await atlas.advanceTo(2_000_000);

  await expect(atlas.opening).toBeVisible();
  for (const name of ["Lessons", "Find anything", "Share…", "Play", "Previous event", "Next event"])
    await expect(atlas.button(name), name).toBeVisible();
  await expect(atlas.button(/^Speed/)).toBeVisible();
  await expect(page.getByRole("slider", { name: "Instant" })).toBeVisible();

  await atlas.button("More").click();
  const menu = page.getByRole("menu");
  for (const name of MENU)
    await expect(menu.getByRole("menuitem", { name, exact: true }), name).toBeVisible();
  await page.keyboard.press("Escape");

  await atlas.button("More of time").click();
  for (const name of TIME)
    await expect(atlas.dialog("More of time").getByRole("button", { name }).first()).toBeVisible();
  await page.keyboard.press("Escape");

  expect(await atlas.views()).toEqual(expect.arrayContaining(VIEWS));
  await expect(atlas.left.getByRole("radiogroup", { name: "Variant" })).toBeVisible();
  await expect(atlas.left.getByRole("radiogroup", { name: "Read mode" })).toBeVisible();
  await expect(atlas.button("Measure each read mode on this run")).toBeVisible();
  await expect(page.getByLabel("Against")).toBeVisible();
  for (const [row, labels] of Object.entries(ROWS)) await expectLabelled(atlas, row, labels);
  for (const name of BUTTONS)
    await expect(atlas.left.getByRole("button", { name, exact: true }), name).toBeVisible();
  await expect(atlas.button("Legend")).toBeVisible();

  await atlas.moreOfTime("Bookmark this instant");
  await expect(atlas.button(/^Branches and bookmarks/)).toBeVisible();
});

test("a lens is changed, and the map does not move by a pixel", async ({ atlas, page }) => {
  await atlas.open({ scenario: "stale-leader" });
  await atlas.advanceTo(2_000_000);
  const before = await atlas.map.boundingBox();
  for (const name of VIEWS) {
    await page.getByRole("tab", { name, exact: true }).click();
    await expect(page.getByRole("tabpanel", { name, exact: true })).not.toBeEmpty();
    expect(await atlas.map.boundingBox(), name).toEqual(before);
  }
});
