/** Two runs beside each other: one instant in both, always, and the command line's numbers. */

import fs from "node:fs";

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { breakEngine } from "../pages/engineRoom";
import { buildCli, compareByCli } from "../scenarios";

const COMPILE_MS_MAX = 600_000;
const UNTIL_US = 3_000_000;

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
test.beforeAll(async ({}, testInfo) => {
  testInfo.setTimeout(COMPILE_MS_MAX);
  await buildCli();
});

interface Both {
  first: number;
  second: number;
}

async function instants(atlas: AtlasPage): Promise<Both> {
  const { us, beside_us } = await atlas.run();
  return { first: us, second: beside_us ?? -1 };
}

/** What stands at an instant in both runs, each fault in words. */
async function faultsOfBoth(atlas: AtlasPage): Promise<string[][]> {
  const frames = [await atlas.frame(), await atlas.frame({ beside: true })];
  return frames.map(({ faults }) =>
    faults.map(({ kind, from, since_us }) => `${kind} ${from} ${since_us}`),
  );
}

/** Both runs, and what both maps say, are at this instant. */
async function expectBothAt(atlas: AtlasPage, us: number): Promise<void> {
  expect(await instants(atlas)).toEqual({ first: us, second: us });
  for (const run of ["first", "second"]) {
    const now = atlas.page.locator(`[data-run=${run}] [data-now]`);
    await expect(now).toHaveAttribute("data-now", `${us}`);
  }
}

/** By keys alone: B, and the offer of this name. */
async function putBeside(atlas: AtlasPage, offer: string): Promise<void> {
  await atlas.page.keyboard.press("b");
  await atlas.tabTo(atlas.button(`Compare: ${offer}`));
  await atlas.page.keyboard.press("Enter");
  await expect(atlas.page.getByRole("tab", { name: "Compare" })).toBeVisible();
}

test("the table of two variants has the command line's numbers and its reason", async ({
  atlas,
}) => {
  const { page } = atlas;
  const expected = await compareByCli("follower-read.json", ["leader", "follower"], UNTIL_US);
  await atlas.open({ scenario: "follower-read", variant: "leader" });
  await atlas.advanceTo(UNTIL_US);
  await putBeside(atlas, "Variant “Read at the follower”");
  await expectBothAt(atlas, UNTIL_US);
  await expect(page.getByRole("region", { name: "leader reads" })).toBeVisible();
  await expect(page.getByRole("region", { name: "follower reads" })).toBeVisible();
  await expect(page.getByTestId("reason")).toContainText(expected.reason);

  const coming = page.waitForEvent("download");
  await atlas.tabTo(atlas.button("CSV"));
  await page.keyboard.press("Enter");
  const csv = fs.readFileSync(await (await coming).path(), "utf8");
  const lines = csv.trim().split("\n").slice(1);
  const figures = lines.map((line) => {
    const [group, of, name, unit, a, b] = line.split(",");
    return { group, of, name, unit, a: Number(a), b: Number(b) };
  });
  const wanted = expected.rows.map(({ group, of, name, unit, a, b }) => {
    return { group, of: of ?? "", name, unit, a, b };
  });
  expect(figures).toEqual(wanted);

  const rows = page.getByRole("table", { name: /^leader reads and follower reads at/ });
  await expect(
    rows.getByRole("row", { name: /total greatest 12\.\d MB .* kB −12\.\d MB \d+ times less/ }),
  ).toBeVisible();
  await expect(rows.getByRole("row").nth(1)).toContainText("greatest");
  await expect(page.getByTestId("proof")).toContainText(/\d+ times less\./);
  await atlas.openView("Metrics");
  await expect(page.getByTestId("beside-ratio")).toContainText(
    /times as much, compared with the second run/,
  );
  await atlas.openView("Compare");

  // Another order begins at its first row.
  const table = page.getByRole("region", { name: "Differences" });
  await table.evaluate((region) => region.scrollTo({ top: 400 }));
  await page.getByRole("radio", { name: "By subject" }).press("Space");
  await expect.poll(() => table.evaluate((region) => region.scrollTop)).toBe(0);
});

test("both are at the same instant after playing, going back, steps, rounds and actions", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "follower-read", variant: "leader" });
  await atlas.advanceTo(1_500_000);
  await putBeside(atlas, "Reads: Follower");
  await page.evaluate(() => {
    const seen: Both[] = [];
    const watch = (): void => {
      window.postMessage({ atlas: 1, id: "watch", do: "query", what: "run" }, location.origin);
      requestAnimationFrame(watch);
    };
    window.addEventListener("message", ({ data }) => {
      if (data.id !== "watch" || data.ok !== true) return;
      seen.push({ first: data.value.us, second: data.value.beside_us ?? -1 });
    });
    requestAnimationFrame(watch);
    Object.assign(window, { seen });
  });

  await page.getByRole("heading", { name: "Raft Atlas" }).click();
  await page.keyboard.press(" ");
  await expect.poll(async () => (await instants(atlas)).first).toBeGreaterThan(1_800_000);
  await page.keyboard.press(" ");
  await expect(atlas.button("Play")).toBeVisible();
  // A picture that was under way when the key was pressed may still come.
  await atlas.pause();
  const paused = await instants(atlas);
  expect(paused.second).toBe(paused.first);

  const isElsewhere = async (from: number) => {
    await expect.poll(async () => (await instants(atlas)).first).not.toBe(from);
    const now = await instants(atlas);
    await expectBothAt(atlas, now.first);
    return now.first;
  };
  await page.keyboard.press("Shift+ArrowLeft");
  const round = await isElsewhere(paused.first);
  await page.keyboard.press("Home");
  await isElsewhere(round);
  await page.keyboard.press("End");
  const end = await isElsewhere(0);
  await atlas.at(700_000);
  await expectBothAt(atlas, 700_000);
  await page.keyboard.press("ArrowRight");
  const stepped = await isElsewhere(700_000);
  await page.keyboard.press("ArrowLeft");
  await isElsewhere(stepped);
  expect(stepped).toBeLessThan(end);

  await atlas.act({ do: "isolate", place: "s3" });
  await expectBothAt(atlas, (await instants(atlas)).first);
  const faults = await faultsOfBoth(atlas);
  expect(faults[0]).toHaveLength(1);
  expect(faults[1]).toEqual(faults[0]);

  const seen = await page.evaluate(() => (window as unknown as { seen: Both[] }).seen);
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(({ first, second }) => first !== second)).toEqual([]);

  await page.keyboard.press("b");
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveCount(0);
  expect((await instants(atlas)).second).toBe(-1);
});

test("a branch from before a crash is compared with the run that crashed", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.act({ do: "crash", store: "s1" });
  await atlas.advanceTo(4_000_000);
  await atlas.at(1_500_000);
  await atlas.act({ do: "set", settings: { check_quorum: false } });
  await putBeside(atlas, "Branch “First run”");
  await atlas.advanceTo(5_000_000);
  await expectBothAt(atlas, 5_000_000);
  const faults = await faultsOfBoth(atlas);
  expect(faults).toEqual([[], [expect.stringMatching(/^crash s1 /)]]);
  await expect(page.getByRole("region", { name: "First run" })).toBeVisible();
  await expect(page.getByTestId("reason")).toContainText("differs most");
});

/** Opens a page with two runs, and does this before the script of the second has come. */
async function whileSecondOpens(atlas: AtlasPage, act: () => Promise<void>): Promise<void> {
  const { page } = atlas;
  const script = /\/beside-[^/]*\.js$/;
  let release = () => {};
  const done = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(script, async (route) => {
    await done;
    await route.continue();
  });
  const asked = page.waitForRequest(script);
  await page.goto("./?scenario=first-look&beside=pre_vote:false&paused&origin=self");
  await atlas.ready();
  await asked;
  await act();
  release();
  await expect(page.getByRole("tab", { name: "Compare" })).toBeVisible();
}

test("a view that is chosen while the second run opens stays", async ({ atlas, page }) => {
  const events = page.getByRole("tab", { name: "Events" });
  await whileSecondOpens(atlas, () => events.click());
  await expect(events).toHaveAttribute("aria-selected", "true");
});

test("who makes the dock larger meanwhile has chosen no view", async ({ atlas, page }) => {
  await whileSecondOpens(atlas, () => atlas.button("Open to half of the page").click());
  const compare = page.getByRole("tab", { name: "Compare" });
  await expect(compare).toHaveAttribute("aria-selected", "true");
  await expect(atlas.button("Make the views smaller")).toBeEnabled();
});

test("a second engine that stops ends with a sentence, and the session goes on", async ({
  atlas,
  page,
}) => {
  await atlas.open({ scenario: "follower-read", variant: "leader" });
  await atlas.advanceTo(1_200_000);
  await putBeside(atlas, "Variant “Read at the follower”");
  await breakEngine(page, 1);
  await atlas.step();
  await expect(atlas.notice).toContainText("The second run was closed; this one goes on.");
  await atlas.advanceTo(2_000_000);
  expect(await instants(atlas)).toEqual({ first: 2_000_000, second: -1 });
});

test("on a narrow screen the maps stand over each other and the table is a sheet", async ({
  atlas,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atlas.open({ scenario: "follower-read", variant: "leader" });
  await atlas.advanceTo(2_000_000);
  await atlas.button("Controls").click();
  await atlas.more("Compare runs, or stop comparing");
  await atlas.button("Compare: Variant “Read at the follower”").click();
  const first = await page.getByRole("region", { name: "leader reads" }).boundingBox();
  const second = await page.getByRole("region", { name: "follower reads" }).boundingBox();
  expect(second?.y).toBeGreaterThan((first?.y ?? 0) + 100);
  await atlas.button("Compare").click();
  await expect(page.getByTestId("reason")).toContainText("Rows come from a replica");
  await atlas.expectNoSidewaysScroll();
});
