/**
 * Lessons as people play them: by pointer, by keys, and missed. Every step of every lesson is played
 * by the page's own player in web/test/lessons/everyLesson.test.ts; here as many are played as it
 * takes to do every kind of act once, by the rule below, and the others in the long run alone.
 */

import type { Action } from "../../web/engine/types";

import { brokenRules } from "../axe";
import { expect, test } from "../fixtures";
import { type Lesson, listLessons, type Recorded } from "../lessons";
import { LessonPage } from "../pages/LessonPage";

const LESSONS = listLessons();

/** Kinds of act in what was recorded: the verb, and of a setting also what its control takes. */
function kindsOf(tries: readonly (Recorded | null)[]): string[] {
  return tries.flatMap((one) =>
    (one?.actions ?? []).flatMap(({ action }) =>
      action.do === "set" ? Object.values(action.settings).map(settingKind) : [action.do],
    ),
  );
}

function settingKind(value: unknown): string {
  if (typeof value !== "string") return `set ${typeof value}`;
  return /^\d/.test(value) ? "set duration" : "set choice";
}

/** As few as do every kind that is not done yet: each time the first that adds most to `done`. */
function fewest<T>(all: readonly T[], kinds: (one: T) => string[], done: Set<string>): T[] {
  const adds = (one: T) => new Set(kinds(one).filter((kind) => !done.has(kind))).size;
  const most = Math.max(...all.map(adds));
  const next = all.find((one) => adds(one) === most);
  if (next === undefined || most === 0) return [];
  for (const kind of kinds(next)) done.add(kind);
  return [next, ...fewest(all, kinds, done)];
}

const DONE = new Set<string>();
const PLAYED = fewest(LESSONS, ({ steps }) => kindsOf(steps.map((step) => step.solution)), DONE);
/** The last of them is played by keys, the others by pointer. */
const [BY_KEYS] = PLAYED.slice(-1);
/** Steps that are missed by what no solution does. */
const MISSED = fewest(
  LESSONS.flatMap(({ steps }) => steps),
  ({ wrong }) => kindsOf([wrong]),
  DONE,
);

/** What the main button says before the first act of a solution. */
function mainName(action: Action | undefined): string | RegExp {
  if (action === undefined) return "Play the run";
  switch (action.do) {
    case "set":
      return "Show me the control";
    case "set_clock":
      return `Show the clock of ${action.store}`;
    case "resize":
      return "Show me the sizes";
    case "stop":
      return `Stop the load “${action.workload}”`;
    case "crash":
      return `Crash ${action.store}`;
    case "restart":
      return `Restart ${action.store}`;
    case "put":
      return `Put key ${action.key} through ${action.from}`;
    case "transfer":
      return `Transfer leadership to ${action.to}`;
    case "heal":
      return "Heal all links";
    case "add_replica":
      return `Add a replica on ${action.store}`;
    case "move_replica":
      return `Move the replica of ${action.from} to ${action.to}`;
    default:
      throw new Error(`No lesson begins with ${action.do} yet.`);
  }
}

/** Each step: predict, do, see, explain. */
async function playThrough(at: LessonPage, lesson: Lesson): Promise<void> {
  for (const [place, step] of lesson.steps.entries()) {
    await at.stands(step);
    await at.buttonsStandInView();
    await at.predict(step, step.predict?.right ?? 0);
    await at.buttonsStandInView();
    if (step.hasGoal) {
      // What is due stands first: to let it run before would waste the attempt.
      const [first] = step.solution?.actions ?? [];
      await expect(at.main).toHaveText(mainName(first?.action));
      expect(step.solution, `${lesson.id}/${step.id} has a recorded solution`).not.toBeNull();
      const { untilUs } = step.solution ?? { untilUs: 0 };
      if (step.solution !== null) await at.play(step.solution);
      await expect(at.verdict).toHaveAttribute("data-verdict", "met");
      // Its moment is marked and can be gone to; then the run goes on from where it was.
      await at.doing.press(at.button(/^(Go to|To) (the moment|where it was first met)/));
      await expect.poll(() => at.atlas.nowUs()).toBeLessThanOrEqual(untilUs);
      await at.atlas.advanceTo(untilUs);
    }
    if (step.hasExplanation) await expect(at.explanation).toBeVisible();
    if (step.predict !== null) await expect(at.player.getByText("That is right.")).toBeVisible();
    if (place === 0) expect(await brokenRules(at.atlas.page)).toEqual([]);
    const isLast = place === lesson.steps.length - 1;
    await at.buttonsStandInView();
    if (isLast) await endsWell(at, lesson);
    await at.next(isLast ? "Finish the lesson" : "Next step");
  }
  const list = at.atlas.dialog("Lessons");
  await expect(list.getByRole("button", { name: `Play again: ${lesson.title}` })).toBeVisible();
}

/** Takeaway, what was right, and the next lesson. */
async function endsWell(at: LessonPage, lesson: Lesson): Promise<void> {
  const ending = at.player.getByRole("region", { name: "The end of the lesson" });
  await expect(ending).toContainText(lesson.takeaway);
  const asked = lesson.steps.filter(({ predict }) => predict !== null).length;
  await expect(ending).toContainText(`You predicted ${asked} of ${asked} right.`);
  const next = LESSONS[LESSONS.indexOf(lesson) + 1];
  if (next !== undefined) await expect(at.button(`Next lesson: ${next.title}`)).toBeVisible();
}

for (const lesson of LESSONS) {
  const isPlayed = PLAYED.includes(lesson) && lesson !== BY_KEYS;
  test(`${lesson.id} is played to its goals by pointer`, {
    tag: isPlayed ? [] : "@long",
  }, async ({ atlas }) => {
    test.setTimeout(180_000);
    await atlas.open({ scenario: "first-look" });
    const at = new LessonPage(atlas);
    await at.openFromList(lesson);
    await playThrough(at, lesson);
  });

  const missed = lesson.steps.filter(({ wrong }) => wrong !== null);
  const chosen = missed.find((step) => MISSED.includes(step));
  test(`${lesson.id} is missed on purpose, and says why`, {
    tag: chosen === undefined ? "@long" : [],
  }, async ({ atlas }) => {
    expect(missed.length, "steps with a recorded wrong try").toBeGreaterThan(0);
    const step = chosen ?? missed[0];
    if (step === undefined || step.wrong === null) return;
    const at = new LessonPage(atlas);
    await at.open(lesson, step);
    const beganUs = await atlas.nowUs();
    const answers = step.predict?.answers.length ?? 0;
    await at.predict(step, step.predict?.right === 0 ? answers - 1 : 0);
    await at.play(step.wrong);
    await expect(at.verdict).toBeVisible();
    await expect(at.verdict).not.toHaveAttribute("data-verdict", "met");
    const reason = at.verdict.getByText(/^(Not met|Not known yet): /);
    await expect(reason.first()).toBeAttached();
    // And again, from its beginning.
    await at.doing.press(at.button(/^(Try again|Restart the step)$/));
    await at.stands(step);
    await expect(at.player.locator("[data-verdict=lost], [data-verdict=met]")).toHaveCount(0);
    // What was predicted stays.
    const prediction = at.player.getByRole("region", { name: "Your prediction" });
    await expect(prediction).toHaveCount(step.predict === null ? 0 : 1);
    await expect.poll(() => atlas.nowUs()).toBe(beganUs);
  });
}

for (const lesson of new Set([...LESSONS.slice(0, 3), ...PLAYED.slice(-1)])) {
  test(`${lesson.id} is played to its goals by keyboard alone`, {
    tag: lesson === BY_KEYS ? [] : "@long",
  }, async ({ atlas }) => {
    test.setTimeout(300_000);
    await atlas.open({ scenario: "first-look" });
    const at = new LessonPage(atlas, true);
    await at.openFromList(lesson);
    await playThrough(at, lesson);
  });
}

const [FIRST] = LESSONS;
const ASKING = FIRST?.steps.find(({ predict }) => predict !== null);

test("to try again puts nothing under the pointer that does something else", async ({ atlas }) => {
  const lesson = LESSONS.find(({ id }) => id === "old-leader");
  const step = lesson?.steps.find(({ id }) => id === "two");
  if (lesson === undefined || step === undefined) throw new Error("no such step");
  const at = new LessonPage(atlas);
  await at.open(lesson, step);
  await at.predict(step, 0);
  // The link that the scenario cuts is healed too soon.
  if (step.wrong !== null) await at.play(step.wrong);
  await atlas.advanceTo(14_500_000);
  const again = at.button("Try again");
  await expect(again).toBeVisible();
  const { x, y, width, height } = (await again.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const middle = [x + width / 2, y + height / 2] as const;
  await atlas.page.mouse.dblclick(...middle);
  await expect.poll(() => atlas.nowUs()).toBe(step.startUs);
  await expect(at.player.getByText("Running to where this step begins")).toHaveCount(0);
  const under = await atlas.page.evaluate(([left, top]) => {
    const found = document.elementFromPoint(left, top);
    return found?.closest("button, label, a, summary")?.textContent ?? "nothing to press";
  }, middle);
  expect(["nothing to press", "Restart the step"]).toContain(under);
  await expect(atlas.button("Play")).toBeVisible();
  await expect.poll(() => atlas.nowUs()).toBe(step.startUs);
});

test("a step to watch plays its stretch once and rests, and a person takes it over", async ({
  atlas,
  page,
}) => {
  const lesson = LESSONS.find(({ id }) => id === "one-message");
  const step = lesson?.steps.find(({ id }) => id === "cities");
  if (lesson === undefined || step === undefined) throw new Error("no such step");
  const at = new LessonPage(atlas);
  // An address that asks for it stands still.
  await at.open(lesson, step);
  expect(await atlas.nowUs()).toBe(step.startUs);
  const again = at.button("This part again");
  await again.click();
  const playing = atlas.button("Pause");
  await expect(playing).toBeVisible();
  await expect(atlas.button("Play")).toBeVisible();
  expect(await atlas.nowUs()).toBe(step.startUs + 600_000);
  // By hand it goes on beyond the end of the stretch.
  await again.click();
  await expect(playing).toBeVisible();
  await playing.click();
  await atlas.button("Play").click();
  await expect.poll(() => atlas.nowUs()).toBeGreaterThan(step.startUs + 610_000);
  // Where nothing may move by itself, the step that is gone to shows its end.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`./?origin=self&lesson=${lesson.id}&step=${step.id}`);
  await expect.poll(() => atlas.nowUs()).toBe(step.startUs + 600_000);
  await expect(atlas.button("Play")).toBeVisible();
});

test("what a step asks is not told before it is answered", async ({ atlas }) => {
  const lesson = LESSONS.find(({ id }) => id === "old-leader");
  const step = lesson?.steps.find(({ id }) => id === "lie");
  if (lesson === undefined || step === undefined) throw new Error("no such step");
  const at = new LessonPage(atlas);
  await at.open(lesson, step);
  const verdicts = atlas.map.getByRole("button", { name: /^Gateway g1: / });
  await expect(atlas.store("s1")).toBeVisible();
  await expect(verdicts.filter({ hasText: /stale/i })).toHaveCount(0);
  await expect(at.player.getByRole("region", { name: "Do" })).toHaveCount(0);
  await expect(atlas.page.getByTestId("scenario-title")).not.toContainText("does not know");
  await at.predict(step, 0);
  await expect(verdicts.filter({ hasText: /stale/i })).toHaveCount(1);

  const slow = LESSONS.find(({ id }) => id === "one-message");
  const wait = slow?.steps.find(({ id }) => id === "wait");
  if (slow === undefined || wait === undefined) throw new Error("no such step");
  await atlas.page.goto(`./?origin=self&lesson=${slow.id}&step=${wait.id}&level=watch`);
  await at.stands(wait);
  const bars = atlas.page.getByTestId("ladder").getByRole("radio");
  await expect(bars.first()).toHaveAccessibleDescription("?");
  await at.predict(wait, 0);
  await expect(bars.first()).not.toHaveAccessibleDescription("?");
});

test("a lesson is there again after a reload, at its step, with the answer locked", async ({
  atlas,
}) => {
  if (FIRST === undefined || ASKING === undefined) throw new Error("no lesson asks");
  const at = new LessonPage(atlas);
  await at.open(FIRST, ASKING);
  await at.predict(ASKING, 0);
  await atlas.advanceTo(ASKING.startUs + 700_000);
  const digest = await atlas.digest();
  // What is kept is kept at most once in a while; leaving keeps it at once.
  await atlas.open();
  await expect(at.title).toContainText(ASKING.title);
  await expect(at.player.getByRole("region", { name: "Your prediction" })).toBeVisible();
  expect(await atlas.digest()).toBe(digest);
  await at.doing.press(at.button("Leave the lesson"));
  await expect(at.player).toHaveCount(0);
  await at.doing.press(atlas.button("Lessons"));
  const list = atlas.dialog("Lessons");
  await expect(list.getByRole("button", { name: `Continue: ${FIRST.title}` })).toBeVisible();
});

test("progress that cannot be kept is said, and the lesson goes on", async ({ atlas }) => {
  if (FIRST === undefined || ASKING === undefined) throw new Error("no lesson asks");
  await atlas.page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const at = new LessonPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await at.doing.press(atlas.button("Lessons"));
  const list = atlas.dialog("Lessons");
  await at.doing.press(list.getByRole("button", { name: `Start: ${FIRST.title}`, exact: true }));
  await expect(atlas.notice).toContainText("does not store your progress");
  await at.predict(ASKING, 0);
});

test("a lesson's text is text, never HTML, and leads nowhere", async ({ atlas }) => {
  if (FIRST === undefined) throw new Error("no lesson");
  const hostile =
    "<img src=x onerror=alert(1)> [away](https://example.org) ![](https://example.org/x.png) **bold**";
  await atlas.page.route(`**/lessons/${FIRST.id}.json`, async (route) => {
    const file = (await (await route.fetch()).json()) as { text: string };
    await route.fulfill({ json: { ...file, text: hostile } });
  });
  const at = new LessonPage(atlas);
  await atlas.open({ scenario: "first-look" });
  await at.openFromList(FIRST);
  await expect(at.player.getByText("bold")).toBeVisible();
  await expect(at.player.locator("img, a, script, iframe")).toHaveCount(0);
  await expect(at.player.getByText("away")).toBeVisible();
});

test("what a text names is shown on the map, by pointer and by keyboard", async ({
  atlas,
  page,
}) => {
  await page.goto("./?lesson=old-leader");
  const lesson = page.getByRole("region", { name: /^Lesson: / });
  const named = lesson.getByRole("button", { name: "Dublin" });
  const ring = atlas.map.locator("[data-highlighted]");
  await expect(ring).toHaveCount(0);
  await named.hover();
  await expect(ring).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(ring).toHaveCount(0);
  await named.focus();
  await expect(ring).toBeVisible();
});
