/** Everything that can be done is done with keys alone. */

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";

test("cut, crash, read mode, put and get without a pointer", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);

  // A link, on the map.
  await atlas.arrowTo(atlas.link("Ohio", "Virginia"));
  await page.keyboard.press("Enter");
  await atlas.tabTo(atlas.dialog("Actions").getByRole("button", { name: "Cut both ways" }));
  await page.keyboard.press("Space");
  await expect(atlas.link("Ohio", "Virginia")).toBeFocused();
  await expect.poll(() => atlas.faults()).toEqual(["cut Ohio-Virginia"]);

  // A store, by the form.
  await atlas.tabTo(atlas.fold("Break something"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await atlas.tabTo(atlas.doSomething.getByLabel("Action"));
  await page.keyboard.type("Crash");
  await atlas.tabTo(atlas.doSomething.getByLabel("Store"));
  // Gateways, which crash too, come after the stores.
  await page.keyboard.type("s3");
  await atlas.tabTo(atlas.doSomething.getByRole("button", { name: "Crash" }));
  await page.keyboard.press("Enter");
  await expect(atlas.faultList.getByText(/s3 crashed/i)).toBeVisible();
  await expect.poll(() => atlas.faults()).toEqual(["cut Ohio-Virginia", "crash s3"]);

  // A put, then a get of the same key.
  await atlas.tabTo(atlas.fold("Load, clocks and elections"));
  await page.keyboard.press("Enter");
  await atlas.tabTo(atlas.left.getByLabel("Key", { exact: true }));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("7");
  await atlas.tabTo(atlas.left.getByRole("button", { name: "Put", exact: true }));
  await page.keyboard.press("Enter");
  await atlas.tabTo(page.getByRole("tab", { name: "Over time" }));
  for (const _ of ["Space-time", "Logs", "Requests"]) await page.keyboard.press("ArrowRight");
  await expect(atlas.requestTable.getByRole("button", { name: /^put k7 from g1/ })).toBeVisible();
  await atlas.tabTo(atlas.left.getByRole("button", { name: "Get", exact: true }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const get = atlas.requestTable.getByRole("button", { name: /^get k7 from g1/ });
  await expect(get).toBeVisible();

  // Its path.
  await atlas.tabTo(get);
  await page.keyboard.press("Enter");
  await expect(get).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("region", { name: "Hops of get k7" })).toBeVisible();

  // The read mode: there is something to choose once somebody has read.
  const modes = atlas.left.getByRole("radiogroup", { name: "Read mode" });
  await atlas.tabTo(modes.getByRole("radio", { checked: true }), "Shift+Tab");
  const before = await atlas.readMode();
  // Held as a finger holds it: Radix moves the focus first and chooses while the key is down.
  await page.keyboard.press("ArrowDown", { delay: 80 });
  await expect.poll(() => atlas.readMode()).not.toBe(before);
});

test("time goes by keys", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await page.keyboard.press(".");
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(0);
  await page.keyboard.press("Space");
  await expect(atlas.button("Pause")).toBeVisible();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(300_000);
  await page.keyboard.press("Space");
  await expect(atlas.button("Play")).toBeVisible();
  await expect(atlas.button("Speed 0.2×")).toBeVisible();
  await page.keyboard.press("+");
  await expect(atlas.button("Speed 0.5×")).toBeVisible();
  await page.keyboard.press("?");
  await expect(atlas.dialog("Help")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(atlas.dialog("Help")).toBeHidden();
  await page.keyboard.press("r");
  await expect.poll(() => atlas.nowUs()).toBe(0);
});

test("a figure is explained on focus, and arrows go from cell to cell", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  await atlas.openView("Metrics");
  await atlas.tabTo(atlas.meters.getByRole("button", { name: /between zones, on the wire/ }));
  await expect(page.getByRole("tooltip")).toContainText(
    "All that crossed links between different zones, this run",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  const cells = atlas.matrix.getByRole("cell").getByRole("button");
  await atlas.tabTo(cells.first());
  await page.keyboard.press("ArrowRight");
  await expect(cells.nth(1)).toBeFocused();
  await expect(page.getByRole("tooltip")).toContainText("Oregon to Ohio");
});

test("the map is two keys away, and arrows go between neighbours without moving time", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  const now = await atlas.nowUs();
  await page.keyboard.press("Tab");
  await expect(atlas.button("To the map")).toBeFocused();
  expect(await brokenRules(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(atlas.map.getByRole("button", { name: /^Zone Oregon/ })).toBeFocused();
  // What the help says: zones, stores, gateways and links.
  for (const target of [
    atlas.store("s1"),
    atlas.link("Oregon", "Virginia"),
    atlas.map.getByRole("button", { name: /^Gateway g1 in zone/ }),
    atlas.store("s3"),
  ]) {
    await atlas.arrowTo(target);
    await expect(target).toBeFocused();
  }
  expect(await atlas.nowUs()).toBe(now);
  // One thing of the map is reached by Tab: the next Tab leaves it, and comes back to it.
  await page.keyboard.press("Tab");
  await expect(atlas.map.locator("[data-map-target]:focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(atlas.store("s3")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(atlas.dialog("Actions: Store s3")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(atlas.store("s3")).toBeFocused();
});

test("the other skip links lead to time and to what happened", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("slider", { name: "Instant" })).toBeFocused();
  await atlas.tabTo(atlas.button("To what happened"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { selected: true })).toBeFocused();
});

test("the focus returns to what opened help, a scenario, an answer", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);

  // By its key, from the map.
  await atlas.store("s1").focus();
  await page.keyboard.press("?");
  await atlas.dialog("Help").getByRole("button", { name: "Close" }).click();
  await expect(atlas.store("s1")).toBeFocused();
  // From a menu, whose entry is gone.
  await atlas.more("What is real");
  await expect(atlas.dialog("What is real, what is modelled")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(atlas.button("More")).toBeFocused();

  await atlas.select({ node: 1 });
  const why = atlas.button("Why does it have this role?");
  await why.focus();
  await page.keyboard.press("Enter");
  await expect(atlas.why).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(atlas.why).toBeHidden();
  await expect(why).toBeFocused();

  await atlas.opening.focus();
  await page.keyboard.press("Enter");
  await atlas
    .dialog("Open a scenario")
    .getByRole("button", { name: /^Open / })
    .nth(1)
    .press("Enter");
  await expect(atlas.dialog("Open a scenario")).toBeHidden();
  // What was opened is what the next key is meant for.
  await expect(page.getByRole("main")).toBeFocused();
});
