/**
 * The guides of the course pack, walked with a stop watch: what each row opens is opened, played at
 * the speed of a clock and read at 200 words a minute, and minutes are left to talk.
 */

import fs from "node:fs";
import path from "node:path";

import { expect, test } from "../fixtures";
import { listLessons } from "../lessons";
import type { AtlasPage } from "../pages/AtlasPage";
import { LessonPage } from "../pages/LessonPage";

const COURSE = path.join(import.meta.dirname, "..", "..", "docs", "course");
const WORDS_A_MINUTE = 200;
/** What a row asks of a room is talked over for so long at least. */
const TALK_MIN = 1;

interface Row {
  from: number;
  to: number;
  query: string;
  cells: string[];
}

/** Rows of a guide's table; the last one of the 15-minute guide ends with the class. */
function rowsOf(file: string, end: number): Row[] {
  const lines = fs.readFileSync(path.join(COURSE, file), "utf8").split("\n");
  const rows = lines
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").slice(1, -1));
  return rows.map((cells, at) => {
    const [from = 0, to] = (cells[0] ?? "").split("–").map(Number);
    const next = Number.parseInt(rows[at + 1]?.[0] ?? `${end}`, 10);
    const query = /`(\?[^`]+)`/.exec(cells[1] ?? "")?.[1] ?? "";
    return { from, to: to ?? next, query, cells: cells.map((cell) => cell.trim()) };
  });
}

function minutesToRead(text: string): number {
  return (text.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length / WORDS_A_MINUTE;
}

/** At the speed of a clock, as a room sees it; a run stops by itself where a goal is met. */
async function playTo(atlas: AtlasPage, us: number): Promise<void> {
  if ((await atlas.nowUs()) < us) await atlas.play(1);
  const stands = async () => {
    const run = await atlas.run();
    return run.us >= us || !run.playing;
  };
  await expect.poll(stands, { timeout: 60_000 }).toBe(true);
  await atlas.pause();
}

test("the 50-minute guide: each row is played and read in its minutes, and talked over", {
  tag: "@long",
}, async ({ atlas, page }) => {
  test.setTimeout(600_000);
  const lessons = listLessons();
  const at = new LessonPage(atlas);
  for (const { from, to, query } of rowsOf("guide-50.md", 50)) {
    if (query === "") continue;
    const asked = new URLSearchParams(query);
    const lesson = lessons.find(({ id }) => id === asked.get("lesson"));
    const step = lesson?.steps.find(({ id }) => id === asked.get("step"));
    if (lesson === undefined || step?.solution == null) throw new Error(`${query}: no such step`);
    const beganMs = performance.now();
    await page.goto(`./${query}&paused&origin=self`);
    await at.stands(step);
    const before = minutesToRead(await at.player.innerText());
    await at.predict(step, step.predict?.right ?? 0);
    for (const { atUs, action } of step.solution.actions) {
      await playTo(atlas, atUs);
      await at.doing.perform(action);
    }
    await playTo(atlas, step.solution.untilUs);
    await expect(at.verdict).toHaveAttribute("data-verdict", "met");
    const after = minutesToRead(await at.explanation.innerText());
    const played = (performance.now() - beganMs) / 60_000;
    const talk = to - from - before - after - played;
    test.info().annotations.push({
      type: `${from}–${to} ${query}`,
      description: [before, played, after, talk].map((min) => min.toFixed(1)).join(" | "),
    });
    expect(talk, `minutes left to talk in ${from}–${to}`).toBeGreaterThanOrEqual(TALK_MIN);
  }
});

test.describe("as a lecture opens it", () => {
  test.use({ level: null });

  test("the 15-minute guide: both runs are told as it says, and their buttons stand where it says", {
    tag: "@long",
  }, async ({ atlas, page }) => {
    test.setTimeout(300_000);
    const [first = "", second = ""] = [
      ...fs
        .readFileSync(path.join(COURSE, "guide-15.md"), "utf8")
        .matchAll(/`(\?[^`]+theme=projector)`/g),
    ].map(([, query]) => query);
    const beganMs = performance.now();
    const minute = (row: string) =>
      test.info().annotations.push({
        type: row,
        description: ((performance.now() - beganMs) / 60_000).toFixed(1),
      });
    await page.goto(`./${first}&origin=self`);
    await atlas.stands();
    const story = page.locator("#root");
    await expect(story).toContainText("Three cities keep the same log.");
    minute("0 first stretch");
    await expect(story).toContainText("A write is safe once two of three have it.", {
      timeout: 60_000,
    });
    await page.keyboard.press("Space");
    await expect.poll(async () => (await atlas.run()).playing).toBe(false);
    minute("2 the write, paused by Space");
    await page.keyboard.press("Space");
    const cut = page.getByRole("button", { name: "Cut Ohio off", exact: true });
    await expect(cut).toBeEnabled({ timeout: 60_000 });
    minute("4 the run waits");
    await cut.click();
    await expect(story).toContainText("A new term has a new colour.", { timeout: 60_000 });
    minute("5 a new term");

    await page.goto(`./${second}&origin=self`);
    await atlas.stands();
    await expect(story).toContainText("Dublin leads, and is cut off at 5 s.");
    minute("7 the cut");
    await expect(story).toContainText("Dublin answers at once, with a stale value.", {
      timeout: 60_000,
    });
    minute("9 stale answers");
    const ask = page.getByRole("button", { name: "Ask a majority first", exact: true });
    await expect(ask).toBeEnabled({ timeout: 60_000 });
    await expect.poll(() => atlas.nowUs(), { timeout: 60_000 }).toBeGreaterThan(7_000_000);
    const stale = async () => (await atlas.outcomes()).stale;
    expect(await stale()).toBeGreaterThan(0);
    await ask.click();
    await expect(story).toContainText("No stale answer any more, and none at all.", {
      timeout: 60_000,
    });
    minute("11 a majority first");
    const known = await stale();
    await expect.poll(() => atlas.nowUs(), { timeout: 60_000 }).toBeGreaterThan(10_000_000);
    expect(await stale()).toBe(known);
  });
});
