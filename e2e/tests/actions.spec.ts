/** Each verb of the form does what it says, and each active fault has its own cure. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

async function doIt(atlas: AtlasPage, verb: string, fields: Record<string, string> = {}) {
  await atlas.unfold("Break something");
  await atlas.doSomething.getByLabel("Action").selectOption({ label: verb });
  for (const [name, value] of Object.entries(fields)) {
    const field = atlas.doSomething.getByLabel(name);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
      await field.selectOption(value);
    } else {
      await field.fill(value);
      await field.blur();
    }
  }
  await atlas.doSomething.locator("button[type=submit]").click();
}

test("links are degraded and places isolated, and heal one by one", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await doIt(atlas, "Degrade a link", {
    From: "Oregon",
    To: "Ohio",
    Delay: "40",
    "Packet loss": "10",
  });
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(
    /slow, \+40\sms, 10\s% packet loss/,
  );
  await doIt(atlas, "Isolate a zone or a node", { Place: "s3" });
  await expect.poll(() => atlas.faults()).toEqual(["degrade Oregon-Ohio", "isolate s3"]);
  await atlas.openView("Metrics");
  await expect(atlas.matrix.getByText("part", { exact: true })).not.toHaveCount(0);

  await atlas.faultList.getByRole("button", { name: /^Heal: .*s3/i }).click();
  await expect.poll(() => atlas.faults()).toEqual(["degrade Oregon-Ohio"]);
  await atlas.faultList.getByRole("button", { name: /^Heal/ }).click();
  await expect(atlas.link("Oregon", "Ohio")).toHaveAccessibleName(/healthy/);
});

test("a store crashes and restarts, pauses and resumes", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await doIt(atlas, "Crash a store or a gateway", { "Store or gateway": "s1" });
  await expect(atlas.store("s1")).toHaveAccessibleName(/crashed/);
  await atlas.faultList.getByRole("button", { name: /^Restart/ }).click();
  await expect(atlas.store("s1")).toHaveAccessibleName(/, up,/);
  await doIt(atlas, "Pause a store", { Store: "s3" });
  await expect(atlas.store("s3")).toHaveAccessibleName(/paused/);
  await atlas.faultList.getByRole("button", { name: /^Resume/ }).click();
  await expect(atlas.store("s3")).toHaveAccessibleName(/, up,/);
  await expect.poll(() => atlas.faultCount()).toBe(0);
});

test("leadership is transferred and campaigned for", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await expect(atlas.store("s2")).toHaveAccessibleName(/leader of range/);
  await doIt(atlas, "Transfer leadership", { "Store that shall lead": "s3" });
  await atlas.advanceBy(1_000_000);
  await expect(atlas.store("s3")).toHaveAccessibleName(/leader of range/);
  await expect(atlas.store("s2")).toHaveAccessibleName(/follows s3/);
  await doIt(atlas, "Start an election", { Store: "s1" });
  await atlas.advanceBy(1_000_000);
  await atlas.page.getByRole("tab", { name: "Events" }).click();
  await expect(atlas.page.getByRole("list", { name: /^Events/ })).toContainText("election");
});

test("client load is stopped, and a setting changes while the run goes on", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.unfold("Load, clocks and elections");
  for (const name of ["puts", "gets"]) {
    await atlas.left.getByRole("switch", { name, exact: true }).click();
    await expect(atlas.left.getByRole("switch", { name, exact: true })).not.toBeChecked();
  }
  await atlas.advanceBy(2_000_000);
  const { ok } = await atlas.outcomes();
  await atlas.advanceBy(3_000_000);
  expect((await atlas.outcomes()).ok).toBe(ok);
  await atlas.unfold("Load, clocks and elections");
  await atlas.left.getByRole("switch", { name: "Check quorum" }).click();
  await expect(atlas.left.getByRole("switch", { name: "Check quorum" })).not.toBeChecked();
});

test("a message in flight is read and dropped", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  while ((await flights(atlas)).length === 0) await atlas.advanceBy(5_000);
  const [id] = await flights(atlas);
  await atlas.button(/^Messages in flight: \d+$/).click();
  await page
    .getByRole("listbox", { name: "Messages in flight" })
    .getByRole("option")
    .last()
    .click();
  const inspector = page.getByRole("complementary", { name: /^Inspector/ });
  await expect(inspector).toBeVisible();
  await inspector.getByRole("button", { name: "Drop" }).click();
  await expect.poll(async () => (await flights(atlas)).includes(id ?? -1)).toBe(false);
});

/** Those that will arrive. */
async function flights(atlas: AtlasPage): Promise<number[]> {
  const { id, count, fate } = (await atlas.frame()).flights;
  return [...id].slice(0, count).filter((_, i) => fate[i] === 0);
}
