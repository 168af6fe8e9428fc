/** Why: from what is seen back to what made it so, by pointer and by keyboard. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

async function staleRead(atlas: AtlasPage): Promise<number> {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  const stale = await atlas.advanceUntilRequest((r) => r.verdict === "stale", 25_000_000);
  await atlas.select({ request: stale.id });
  return stale.id;
}

test("a stale read leads back to the cut, and the cut can be gone to", async ({ atlas }) => {
  const request = await staleRead(atlas);
  await atlas.openView("Requests");
  const hops = atlas.page.getByRole("region", { name: /^Hops of/ });
  await hops.getByRole("button", { name: "Why?" }).click();
  await expect(atlas.why.getByRole("heading")).toHaveText(
    new RegExp(`^Why was r${request},.*stale`),
  );
  const cut = atlas.whySteps.filter({ hasText: "Isolate Dublin." });
  await expect(cut).toHaveAttribute("data-kind", "action");
  await expect(atlas.whySteps.filter({ hasText: "s2 became leader in term 2" })).toContainText(
    "Raft (Ongaro and Ousterhout, 2014), 5.2",
  );
  await cut.getByRole("button", { name: /^Go to 5/ }).click();
  await expect.poll(() => atlas.nowUs()).toBe(5_000_000);
  expect(await atlas.faultCount()).toBe(1);
  // The answer stays, and a step back is before the cut.
  await expect(cut).toBeVisible();
  await atlas.step(-1);
  expect(await atlas.faultCount()).toBe(0);
});

test("by keyboard: ask, follow a link, go to the election, close", async ({ atlas }) => {
  await staleRead(atlas);
  await atlas.page.keyboard.press("w");
  await expect(atlas.why).toBeFocused();
  const leader = atlas.whySteps.filter({ hasText: "became leader in term 2" });
  const link = leader.getByRole("button", { name: "s2" });
  await atlas.tabTo(link);
  await atlas.page.keyboard.press("Enter");
  await expect(link).toHaveAttribute("aria-pressed", "true");
  await expect(atlas.inspector).toHaveAccessibleName(/s2/);
  await atlas.tabTo(leader.getByRole("button", { name: /^Go to/ }), "Shift+Tab");
  await atlas.page.keyboard.press("Enter");
  await expect.poll(() => atlas.nowUs()).toBeLessThan(6_500_000);
  await atlas.page.keyboard.press("w");
  await expect(atlas.why.getByRole("heading")).toHaveText("Why is s2 leader in term 2?");
  await expect(
    atlas.whySteps.filter({ hasText: "had reached its election timeout" }),
  ).toHaveAttribute("data-kind", "timer");
  await atlas.page.keyboard.press("Escape");
  await expect(atlas.why).toBeHidden();
});

test("why a range has no leader: who does not run", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(1_000_000);
  await atlas.act({ do: "crash", store: "s1" });
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(8_000_000);
  await atlas.select({ range: 0 });
  await atlas.button("Why is there no leader?").click();
  for (const store of ["s1", "s2"]) {
    await expect(atlas.whySteps.filter({ hasText: `Crash ${store}.` })).toHaveAttribute(
      "data-kind",
      "action",
    );
  }
});

test("a message says why it was sent", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.select({ message: 1 });
  await atlas.page.keyboard.press("w");
  await expect(atlas.why.getByRole("heading")).toHaveText(
    "Why did s2 send a pre-vote request to s1?",
  );
  await expect(atlas.whySteps.first()).toHaveAttribute("data-kind", "start");
});

test("an election that is older than the record is found by running again", async ({ atlas }) => {
  await atlas.open({ scenario: "hundred-ranges" });
  await atlas.advanceTo(15_000_000);
  await atlas.select({ range: 3 });
  await atlas.page.keyboard.press("w");
  const heading = atlas.why.getByRole("heading");
  await expect(heading).toHaveText(/^Why is s\d leader in term 1 of range 3\?$/);
  await expect(
    atlas.whySteps.filter({ hasText: /became leader in term 1 of range 3/ }),
  ).toBeVisible();
  await expect(atlas.whySteps.first()).toHaveAttribute("data-kind", /start|timer/);
});
