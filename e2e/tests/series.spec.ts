/** The run over time: lanes on one axis, held against another variant. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

function lane(atlas: AtlasPage, id: string) {
  return atlas.page.locator(`[data-lane="${id}"]`);
}

function figure(atlas: AtlasPage, id: string) {
  return atlas.page.locator(`[data-figure="${id}"]`);
}

test("a leader that does not know: two that lead, a band for the cut, and stale reads", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(9_000_000);
  await expect(figure(atlas, "leaders")).toContainText("s1, s2 lead");
  await expect(figure(atlas, "requests")).toContainText("46 stale");
  await expect(atlas.page.locator("[data-band]")).toHaveCount(1);
  const words = atlas.page.getByRole("list", { name: "The run over time, in words" });
  await expect(words).toContainText("Leaders: s1, s2.");
  await expect(words).toContainText("46 stale");
});

test("a run that stands at its beginning has its lanes, empty and with a scale", {
  tag: "@long",
}, async ({ atlas, page }) => {
  await atlas.open({ scenario: "stale-leader" });
  expect(await atlas.nowUs()).toBe(0);
  await expect(page.locator("[data-lane]")).toHaveCount(3);
  await expect(lane(atlas, "requests")).toContainText("ms");
  await expect(lane(atlas, "commit")).toContainText("1");
  await expect(lane(atlas, "leaders")).toContainText("s1");
  await expect(figure(atlas, "requests")).toContainText("nothing answered yet");
  await page.screenshot({ path: "test-results/pictures/lanes-at-0s.png" });
});

test("the run is held against another variant, on lanes and on the map", async ({ atlas }) => {
  await atlas.open({ scenario: "follower-replication" });
  await atlas.advanceTo(6_000_000);
  const against = atlas.page.getByLabel("Against");
  await expect(against).toHaveValue(/./);
  await expect(figure(atlas, "between")).toContainText("vs");
  await expect(lane(atlas, "between").locator("[data-ghost]")).toHaveCount(1);
  await against.selectOption({ label: "16 KiB, direct" });
  // Much more crosses there: its ghost is wider than what this run sends.
  await expect(atlas.map.locator("[data-ghost]")).not.toHaveCount(0);
  await expect(figure(atlas, "between")).toContainText("times less");
  await against.selectOption({ label: "nothing" });
  await expect(atlas.page.locator("[data-ghost]")).toHaveCount(0);
  await expect(figure(atlas, "between")).toContainText("so far");
});

test("what was done last is held against the run without it", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(4_000_000);
  const against = atlas.page.getByLabel("Against");
  await expect(against).toHaveCount(0);
  await atlas.left.getByRole("radio", { name: "Local", exact: true }).click();
  await expect(against.locator("option:checked")).toContainText("this run without “");
  await atlas.advanceTo(14_000_000);
  // Reads that the closest replica answers do not cross any more.
  await expect(lane(atlas, "between").locator("[data-ghost]")).toHaveCount(1);
  await expect(figure(atlas, "between")).toContainText("less");
  // Acting in the past begins a branch; the one that was left can be held against it.
  await atlas.at("6s");
  await atlas.left.getByRole("radio", { name: "Follower", exact: true }).click();
  await against.selectOption({ label: "branch: First run" });
  await atlas.advanceTo(14_000_000);
  await expect(lane(atlas, "between").locator("[data-ghost]")).toHaveCount(1);
  await expect(figure(atlas, "between")).toContainText("more");
});

test("pressing goes to an instant, going back forgets nothing, and keys zoom", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(20_000_000);
  const chart = page.getByTestId("series");
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await lane(atlas, "between").innerHTML();
  await page.mouse.click(box.x + box.width / 6, box.y + 40);
  await expect.poll(() => atlas.nowUs()).toBeLessThan(10_200_000);
  expect(await atlas.nowUs()).toBeGreaterThan(9_800_000);
  expect(await lane(atlas, "between").innerHTML()).toBe(before);

  await chart.focus();
  await page.keyboard.press("+");
  await expect(page.getByRole("button", { name: "Whole run" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  expect(await lane(atlas, "between").innerHTML()).not.toBe(before);
  await page.keyboard.press("0");
  await expect(page.getByRole("button", { name: "Whole run" })).toHaveCount(0);
  await expect.poll(() => lane(atlas, "between").innerHTML()).toBe(before);
});

test("the instant follows a pointer that is held on the lanes", async ({ atlas, page }) => {
  await atlas.open({ scenario: "stale-leader" });
  await atlas.advanceTo(9_000_000);
  const box = await page.getByTestId("series").boundingBox();
  if (box === null) throw new Error("no lanes");
  const at = (share: number) => [box.x + box.width * share, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.3));
  await page.mouse.down();
  await page.mouse.move(...at(0.2), { steps: 4 });
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(4_500_000);
  await expect.poll(() => atlas.nowUs()).toBeLessThan(5_500_000);
  await page.mouse.move(...at(0.1), { steps: 4 });
  await expect.poll(() => atlas.nowUs()).toBeLessThan(3_000_000);
  await page.mouse.up();
});

test("a stretch that is dragged along the time axis is what figures and lists speak of", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(30_000_000);
  const all = await figure(atlas, "between").textContent();
  const axis = await page.locator("[data-brush]").boundingBox();
  if (axis === null) throw new Error("there is no axis");
  const y = axis.y + axis.height / 2;
  await page.mouse.move(axis.x + axis.width * 0.1, y);
  await page.mouse.down();
  await page.mouse.move(axis.x + axis.width * 0.2, y, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByTestId("interval")).toBeVisible();
  expect(await atlas.nowUs()).toBe(30_000_000);
  await expect(figure(atlas, "between")).toContainText("in this stretch");
  // A tenth and a fifth of the run, to the width of a pixel.
  const stretch = /^Only (?:5\.9|6).* to (?:11\.9|12).*: show all again/;
  const only = page.getByRole("button", { name: stretch });
  await atlas.openView("Events");
  await expect(only).toBeVisible();
  await atlas.chooseEvents("Requests");
  // The list stands at its end, which is the stretch's and not the run's.
  await expect(atlas.events.getByRole("row").last()).toContainText(/^1[01]\.\d/);
  await only.click();
  await atlas.openView("Over time");
  await expect(figure(atlas, "between")).toHaveText(all ?? "");

  // By keys, from the instant shown on.
  await page.getByTestId("series").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(page.getByTestId("interval")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("interval")).toHaveCount(0);
});

test("no lane tells what a lesson has asked and nobody answered", async ({ atlas, page }) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(9_000_000);
  await expect(figure(atlas, "requests")).toContainText("stale");
  await atlas.page.goto("./?paused&origin=self&lesson=old-leader");
  await atlas.ready();
  await expect(page.getByRole("region", { name: /^Lesson: / })).toBeVisible();
  // The lesson shows a view of its own once its run stands.
  await expect(async () => {
    await page.getByRole("tab", { name: "Over time" }).click();
    await atlas.advanceTo(9_000_000);
    await expect(figure(atlas, "requests")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(figure(atlas, "requests")).toContainText("median");
  await expect(figure(atlas, "requests")).not.toContainText("stale");
});

test("a dot is named under the pointer, and opens its request", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(20_000_000);
  const dots = lane(atlas, "requests").locator("canvas");
  const box = (await dots.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // Somewhere along the line of writes there is one within reach.
  await page.mouse.move(box.x + box.width / 6, box.y + box.height / 2);
  const tip = page.getByText(/^(read|write), /);
  for (let y = 2; y < box.height && !(await tip.isVisible()); y += 4)
    await page.mouse.move(box.x + box.width / 6, box.y + y);
  await expect(tip).toBeVisible();
  await page.mouse.down();
  await page.mouse.up();
  await expect(atlas.inspector).toHaveAccessibleName(/request r\d+/i);
  expect(await atlas.nowUs()).toBe(20_000_000);
});

test("two commit indexes: the leader that does not know stands still, and is told so", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "stale-leader", variant: "leader-unchecked" });
  await atlas.advanceTo(9_000_000);
  await expect(figure(atlas, "commit")).toContainText("118 at s2");
  await expect(figure(atlas, "commit")).toContainText("s1 believes 77: 41 behind");
  const words = page.getByRole("list", { name: "The run over time, in words" });
  await expect(words).toContainText("s1 believes 77, 41 entries behind");
  // The scenario names its lanes, and their order.
  const lanes = page.locator("[data-lane]");
  const ids = await lanes.evaluateAll((all) => all.map((one) => one.getAttribute("data-lane")));
  expect(ids).toEqual(["commit", "requests", "leaders"]);
});

test("old reads have their age against its bound, and against the other run’s", {
  tag: "@long",
}, async ({ atlas }) => {
  await atlas.open({ scenario: "staleness-during-partition", variant: "bound" });
  await atlas.advanceTo(25_000_000);
  await expect(lane(atlas, "ages").locator("[data-bound]")).toHaveCount(1);
  await expect(figure(atlas, "ages")).toContainText("4.92 s at most");
  await expect(figure(atlas, "ages")).toContainText("against 14.9 s");
});

test("what is alike in both runs so far is one figure, and two once they part", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "metastable" });
  await atlas.advanceTo(5_000_000);
  await expect(figure(atlas, "throughput")).toContainText(/answered\s*since [^,]+, in both/);
  await expect(figure(atlas, "requests")).toContainText(/of reads since [^,]+, in both/);
  await expect(figure(atlas, "inside")).toContainText(/the same.*MB in both/);
  await atlas.advanceTo(9_000_000);
  await expect(figure(atlas, "throughput")).toContainText(/answered\s*since [^,]+, vs \d+/);
  await expect(figure(atlas, "requests")).toContainText(/of reads since [^,]+, vs \d/);
});

test("a chosen request stands under a lens, each wait named", async ({ atlas, page }) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(20_000_000);
  await expect(lane(atlas, "lens")).toHaveCount(0);
  const [put] = (await atlas.frame()).requests.filter(
    ({ op, completed_us }) => op === "put" && completed_us !== null,
  );
  await atlas.select({ request: put?.id ?? 0 });
  await expect(lane(atlas, "lens").locator('[data-wait="commit"]')).toHaveCount(1);
  await expect(figure(atlas, "lens")).toContainText("waiting for commit");
  const words = page.getByRole("list", { name: "The run over time, in words" });
  await expect(words).toContainText(/One request: put k\d+: .*waiting for commit at s2/);
});

test("a visitor comes to where something happens, and who names an instant to that", async ({
  atlas,
  page,
}) => {
  await page.goto("./?origin=self&scenario=stale-leader");
  await atlas.ready();
  expect(await atlas.nowUs()).toBeGreaterThanOrEqual(4_000_000);
  expect(await atlas.nowUs()).toBeLessThan(6_000_000);
  await expect(lane(atlas, "commit")).toBeVisible();
  await page.goto("./?paused&origin=self&scenario=stale-leader&variant=leader");
  await atlas.ready();
  expect(await atlas.nowUs()).toBe(0);
});

test("a long run opens with the half minute in which something happens, and becomes whole", async ({
  atlas,
  page,
}) => {
  await page.goto("./?origin=self&scenario=lose-a-zone");
  await atlas.ready();
  await atlas.button("Pause").click();
  const whole = page.getByRole("button", { name: "Whole run, 100 s" });
  const axis = page.getByTestId("series").locator("[data-brush]").locator("..");
  await expect(whole).toBeVisible();
  await atlas.advanceTo(40_000_000);
  await expect(whole).toHaveCount(0);
  await expect(axis).toContainText("100 s");
});
