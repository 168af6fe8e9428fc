/** Time in both directions: by keys, by the time line, and what acting in the past does. */

import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const LEADER = 3;
const CANDIDATES = [1, 2];

interface Picture {
  events: number;
  now_us: number;
  digest: string;
  nodes: number[];
  roles: number[];
  terms: number[];
}

async function picture(atlas: AtlasPage): Promise<Picture> {
  const { events, now_us, digest, replicas } = await atlas.frame();
  return {
    events,
    now_us,
    digest,
    nodes: [...replicas.node],
    roles: [...replicas.role],
    terms: [...replicas.term],
  };
}

/** Presses a key and waits until another number of events is shown. */
async function press(atlas: AtlasPage, key: string): Promise<Picture> {
  const { events } = await picture(atlas);
  await atlas.page.keyboard.press(key);
  await expect.poll(() => atlas.eventCount()).not.toBe(events);
  return picture(atlas);
}

function line(atlas: AtlasPage) {
  return atlas.page.getByRole("slider", { name: "Instant" });
}

test("back from an election to before its first vote, and forward to the same digest", async ({
  atlas,
}) => {
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  const before = await picture(atlas);
  const leader = before.nodes[before.roles.indexOf(LEADER)];
  await atlas.act({ do: "crash", store: `s${(leader ?? 0) + 1}` });
  const isElected = ({ roles, nodes }: Picture) =>
    roles.some((role, i) => role === LEADER && nodes[i] !== leader);
  let now = await picture(atlas);
  while (!isElected(now)) {
    await atlas.advanceBy(20_000);
    now = await picture(atlas);
  }
  const elected = now;
  const term = Math.max(...elected.terms);
  expect(term).toBeGreaterThan(Math.max(...before.terms));
  // Before the first vote nobody knows the term, and nobody asks whether it could win.
  const isBefore = ({ roles, terms }: Picture) =>
    !terms.includes(term) && !roles.some((role) => CANDIDATES.includes(role));
  let steps = 0;
  while (!isBefore(now)) {
    now = await press(atlas, "ArrowLeft");
    steps += 1;
  }
  expect(steps).toBeGreaterThan(5);
  expect(isElected(now)).toBe(false);
  for (; steps > 0; steps -= 1) now = await press(atlas, "ArrowRight");
  expect({ events: now.events, digest: now.digest }).toEqual({
    events: elected.events,
    digest: elected.digest,
  });
});

test("every way through time has a key, and the help sheet lists them", async ({ atlas }) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(5_000_000);
  const end = await picture(atlas);

  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => atlas.nowUs()).toBeLessThan(5_000_000);
  const round = 5_000_000 - (await atlas.nowUs());
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => atlas.nowUs()).toBe(5_000_000 - 2 * round);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => atlas.nowUs()).toBe(5_000_000);
  expect((await picture(atlas)).digest).toBe(end.digest);

  await page.keyboard.press("Home");
  await expect.poll(() => atlas.nowUs()).toBe(0);
  await expect(atlas.button("Previous event")).toBeDisabled();
  await page.keyboard.press("End");
  await expect.poll(() => atlas.nowUs()).toBe(5_000_000);
  expect((await picture(atlas)).digest).toBe(end.digest);

  const back = await press(atlas, "PageUp");
  expect(back.events).toBe(end.events - 1);
  const on = await press(atlas, "PageDown");
  expect(on.events).toBe(end.events);
  await press(atlas, ".");

  // Of one store only: fewer stops than events.
  await atlas.page
    .getByRole("button", { name: /^store s2/i })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(
    page
      .getByRole("dialog", { name: /^Actions/ })
      .getByRole("button")
      .first(),
  ).toBeFocused();
  await page.keyboard.press("Escape");
  const first = await press(atlas, "Alt+ArrowRight");
  const second = await press(atlas, "Alt+ArrowRight");
  expect((await press(atlas, "Alt+ArrowLeft")).events).toBe(first.events);
  expect((await press(atlas, "Alt+ArrowRight")).digest).toBe(second.digest);

  await page.keyboard.press("?");
  for (const keys of ["←", "Alt + →", "Shift + ←", "Home"]) {
    await expect(atlas.dialog("Help").getByText(keys, { exact: true }).first()).toBeVisible();
  }
});

test("the time line shows any instant of the run, and playing goes on from there", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(3_000_000);
  const there = await picture(atlas);
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.advanceTo(12_000_000);
  const end = await picture(atlas);
  expect(await atlas.faults()).toEqual(["crash s3"]);

  const box = await line(atlas).locator("xpath=ancestor::*[@data-time-keys]").boundingBox();
  if (box === null) throw new Error("no time line");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.18, y);
  await page.mouse.down();
  for (let share = 0.18; share > 0.02; share -= 0.01) {
    await page.mouse.move(box.x + box.width * share, y);
  }
  await page.mouse.move(box.x + box.width * 0.02, y);
  await page.mouse.up();
  await expect.poll(() => atlas.nowUs()).toBeLessThan(3_000_000);
  await expect(line(atlas)).toHaveAttribute("aria-valuetext", /^1\.(199|20).* of 60/);
  // Nothing of the future is on the screen.
  await expect.poll(() => atlas.faults()).toEqual([]);
  await page.getByRole("tab", { name: "Events" }).click();
  const story = page.getByRole("list", { name: "Events, newest first" });
  await expect(story.getByRole("listitem").first()).toBeVisible();
  await expect(story.getByText(/s3/).filter({ hasText: /crash/i })).toHaveCount(0);

  await atlas.at(3_000_000);
  expect((await picture(atlas)).digest).toBe(there.digest);
  await atlas.button("Play").click();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(3_000_000);
  await atlas.button("Pause").click();
  expect(await atlas.nowUs()).toBeLessThan(12_000_000);
  // What was done is done again.
  await line(atlas).focus();
  await page.keyboard.press("End");
  await expect.poll(() => atlas.nowUs()).toBe(12_000_000);
  expect((await picture(atlas)).digest).toBe(end.digest);
  expect(await atlas.faults()).toEqual(["crash s3"]);
});

test("acting in the past begins a branch, and a button leads back to the other", async ({
  atlas,
}) => {
  const { page } = atlas;
  await atlas.open({ scenario: "first-look" });
  await atlas.advanceTo(2_000_000);
  await atlas.act({ do: "crash", store: "s3" });
  await atlas.advanceTo(6_000_000);
  const before = await picture(atlas);
  await atlas.at(1_000_000);
  await atlas.act({ do: "isolate", place: "s2" });
  await expect(atlas.notice).toContainText(
    "You changed the past: a new branch begins at 1.000 000 s. The other one is kept.",
  );
  await atlas.advanceTo(6_000_000);
  expect(await atlas.faults()).toEqual(["isolate s2"]);
  await page.getByRole("button", { name: "Go back to the other branch" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => atlas.faults()).toEqual(["crash s3"]);
  expect((await picture(atlas)).digest).toBe(before.digest);

  // A reload comes back to the instant, with the future still to come.
  await atlas.at(1_500_000);
  const past = await picture(atlas);
  await atlas.open();
  expect((await picture(atlas)).digest).toBe(past.digest);
  await page.keyboard.press("End");
  await expect.poll(() => atlas.nowUs()).toBe(6_000_000);
  expect((await picture(atlas)).digest).toBe(before.digest);
});
