/**
 * Packages for learning platforms, unzipped and served as a platform serves them: in a frame beside
 * a kept SCORM 2004 runtime, and with a record store that takes valid statements alone.
 */

import fs from "node:fs";
import path from "node:path";
import { expect, type Frame, type Page, test } from "@playwright/test";
import { packLms } from "../../tools/pack-lms.mjs";
import { cmi5Faults } from "../../web/test/cmi5Store";
import { brokenRules } from "../axe";
import { CMI5, Platform } from "../learningPlatform";

const TWO = 2;

/** Opens the package as its manifest says, in a frame of the platform's page. */
async function launched(page: Page, platform: Platform): Promise<void> {
  const parameters = /parameters="([^"]+)"/.exec(platform.text("imsmanifest.xml"))?.[1];
  const opens = `index.html${parameters?.replaceAll("&amp;", "&")}&paused&origin=self`;
  const address = await platform.start();
  await page.goto(`${address}/platform.html?opens=${encodeURIComponent(opens)}`);
}

/** What a "Tin Can" launch opens. */
function xapiLaunch(platform: Platform, endpoint: string): string {
  const launch = /<launch[^>]*>([^<]+)</.exec(platform.text("tincan.xml"))?.[1] ?? "";
  const query = new URLSearchParams({
    endpoint,
    auth: "Basic c2VjcmV0",
    actor: JSON.stringify({ mbox: "mailto:ada@example.org", name: "Ada" }),
    registration: "6bd1f1a2-5f0c-4c8e-9d53-0a5d4f1b2c3d",
    activity_id: "urn:raft-atlas:lesson:old-leader",
  });
  return `${launch.replaceAll("&amp;", "&")}&paused&origin=self&${query}`;
}

/** The content of the platform's page, once a lesson or a challenge stands in it. */
async function content(page: Page): Promise<Frame> {
  await page
    .frameLocator("iframe")
    .getByRole("region", { name: /^(?:Lesson|Challenge): / })
    .first()
    .waitFor();
  const [, frame] = page.frames();
  if (frame === undefined) throw new Error("The platform has no frame.");
  return frame;
}

/** As the page around the frame may ask, else as the page itself. */
async function advance(frame: Frame, to: number): Promise<void> {
  await frame.evaluate((us) => {
    const asks = { atlas: 1, id: "play", do: "advance", us };
    const { origin } = location;
    if (window.parent === window) window.postMessage(asks, origin);
    else Reflect.get(window.parent, "say")(asks, origin);
  }, to);
}

/** Answers the step's question, and plays until its goal is met. */
async function playStep(frame: Frame, answer: number, untilUs: number): Promise<void> {
  const lesson = frame.getByRole("region", { name: /^Lesson: / });
  await lesson.getByRole("form", { name: "Predict" }).getByRole("radio").nth(answer).click();
  await lesson.getByRole("button", { name: "Lock it in" }).click();
  await advance(frame, untilUs);
  await expect(lesson.getByRole("region", { name: "Explain", exact: true })).toBeVisible();
}

/** What the runtime has. */
function cmi(page: Page, api = "API_1484_11"): Promise<Record<string, unknown>> {
  return page.evaluate((name) => JSON.parse(JSON.stringify(Reflect.get(window, name).cmi)), api);
}

function watched(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

/** Keeps it as the example that the documents show, where that is asked for. */
function example(name: string, value: unknown): void {
  const file = path.join(import.meta.dirname, "..", "..", "docs", "examples", name);
  if (process.env.UPDATE_EXAMPLES) fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

// One after the other: they write packages of the same names.
test.describe.configure({ mode: "default" });

test("a SCORM package is played in a runtime, which has the score, the answer and the place", async ({
  page,
}) => {
  const [zip = ""] = await packLms(["--lesson", "old-leader"]);
  const platform = new Platform(zip);
  const errors = watched(page);
  const named = [...platform.text("imsmanifest.xml").matchAll(/<file href="([^"]+)"/g)];
  const files = platform.names.filter((name) => name !== "imsmanifest.xml").sort();
  expect(named.map(([, name]) => name).sort()).toEqual(files);
  await launched(page, platform);
  const frame = await content(page);
  expect(await cmi(page)).toMatchObject({
    completion_status: "incomplete",
    success_status: "unknown",
    location: "two",
  });
  await playStep(frame, TWO, 9_000_000);
  await expect.poll(async () => (await cmi(page)).score).toMatchObject({ raw: "2", max: "9" });
  await frame.getByRole("button", { name: "Next step" }).click();
  await expect.poll(async () => (await cmi(page)).location).toBe("lie");
  const told = await cmi(page);
  expect(told).toMatchObject({
    completion_status: "incomplete",
    progress_measure: "0.2",
    exit: "suspend",
    objectives: { 0: { id: "goal.two", success_status: "passed" } },
    interactions: {
      0: {
        id: "urn:raft-atlas:old-leader:two",
        type: "choice",
        learner_response: "a3",
        result: "correct",
        latency: expect.stringMatching(/^PT\d+\.\d\dS$/),
      },
    },
  });
  expect(await brokenRules(page)).toEqual([]);
  const illegal = await page.evaluate(() => {
    const api = Reflect.get(window, "API_1484_11");
    return [api.SetValue("cmi.completion_status", "done"), api.GetLastError()];
  });
  expect(illegal, "a value that the model does not have").toEqual(["false", "406"]);

  // The frame goes, as when the learner leaves: the session ends, and the next one takes it up.
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "API_1484_11").isTerminated()))
    .toBe(true);
  const left = await cmi(page);
  example("lms-scorm.json", left);
  await page.evaluate((kept) => sessionStorage.setItem("left", JSON.stringify(kept)), left);
  await page.reload();
  const again = await content(page);
  await expect(again.getByRole("heading", { level: 2 }).first()).toContainText("A read at the old");
  expect(await cmi(page)).toMatchObject({ location: "lie", score: { raw: "2" } });
  expect(errors).toEqual([]);
  platform.stop();
});

test("a SCORM 1.2 package is played in its runtime, left, and taken up again", async ({ page }) => {
  const [zip = ""] = await packLms(["--lesson", "old-leader", "--format", "scorm12"]);
  const platform = new Platform(zip);
  const errors = watched(page);
  await launched(page, platform);
  const frame = await content(page);
  await playStep(frame, TWO, 9_000_000);
  const score = { min: "0", max: "100", raw: "22.22" };
  await expect.poll(async () => (await cmi(page, "API")).core).toMatchObject({ score });
  await frame.getByRole("button", { name: "Next step" }).click();
  const core = { lesson_status: "incomplete", lesson_location: "lie", exit: "suspend", score };
  await expect.poll(async () => (await cmi(page, "API")).core).toMatchObject(core);
  expect(await cmi(page, "API")).toMatchObject({
    objectives: { 0: { id: "goal.two", status: "passed" } },
    interactions: { 0: { id: "old-leader.two", student_response: "c", result: "correct" } },
  });
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, "API").isTerminated()))
    .toBe(true);
  const left = await cmi(page, "API");
  await page.evaluate((kept) => sessionStorage.setItem("left", JSON.stringify(kept)), left);
  await page.reload();
  const again = await content(page);
  await expect(again.getByRole("heading", { level: 2 }).first()).toContainText("A read at the old");
  await expect.poll(async () => (await cmi(page, "API")).core).toMatchObject({ score });
  expect(errors).toEqual([]);
  platform.stop();
});

test("a cmi5 package is launched, tells its session by the rules, and a reload tells nothing", async ({
  page,
}) => {
  const [zip = ""] = await packLms(["--lesson", "old-leader", "--format", "cmi5"]);
  const platform = new Platform(zip);
  const errors = watched(page);
  const address = await platform.start();
  const url = /<url>([^<]*)</.exec(platform.text("cmi5.xml"))?.[1] ?? "";
  const launch = new URLSearchParams({
    endpoint: `${address}/xapi/`,
    fetch: `${address}/token`,
    actor: JSON.stringify({ account: { homePage: "https://lms.example", name: "7" } }),
    registration: CMI5.registration,
    activityId: CMI5.activity,
  });
  await page.goto(
    `${address}/content/${url.replaceAll("&amp;", "&")}&paused&origin=self&${launch}`,
  );
  await page.getByRole("region", { name: /^Lesson: / }).waitFor();
  expect(page.url()).not.toContain("fetch");
  await playStep(page.mainFrame(), TWO, 9_000_000);
  await expect.poll(() => platform.verbs).toEqual(["initialized", "answered", "progressed"]);
  await page.reload();
  const said = ["initialized", "answered", "progressed", "terminated"];
  await expect.poll(() => platform.verbs).toEqual(said);
  await expect(page.getByText("The key was fetched before.")).toBeVisible();
  expect(platform.faults).toEqual([]);
  expect(cmi5Faults(platform.statements, CMI5)).toEqual([]);
  expect(platform.verbs).toEqual(said);
  expect(errors.filter((text) => !text.includes("404"))).toEqual([]);
  platform.stop();
});

test("an xAPI package tells a record store, by valid statements, and leaves the launch out of the address", async ({
  page,
}) => {
  const [zip = ""] = await packLms(["--lesson", "old-leader", "--format", "xapi"]);
  const platform = new Platform(zip);
  const errors = watched(page);
  const address = await platform.start();
  await page.goto(`${address}/content/${xapiLaunch(platform, "/xapi")}`);
  const lesson = page.getByRole("region", { name: /^Lesson: / });
  await lesson.waitFor();
  expect(page.url()).not.toContain("auth");
  await playStep(page.mainFrame(), TWO, 9_000_000);
  await expect.poll(() => platform.verbs).toEqual(["initialized", "answered", "progressed"]);
  await lesson.getByRole("button", { name: "Next step" }).click();
  await expect.poll(() => platform.state).toContain('"place":"lie"');

  // A reload is another visit of the same launch.
  await page.reload();
  await expect(lesson.getByRole("heading", { level: 2 }).first()).toContainText(
    "A read at the old",
  );
  const visits = ["initialized", "answered", "progressed", "terminated", "initialized"];
  await expect.poll(() => platform.verbs).toEqual(visits);
  await page.goto("about:blank");
  await expect.poll(() => platform.verbs).toEqual([...visits, "terminated"]);
  expect(platform.faults).toEqual([]);
  expect(errors.filter((text) => !text.includes("404"))).toEqual([]);
  example("lms-xapi.json", platform.statements);
  platform.stop();
});

test("a store elsewhere is spoken to where the packing named it, and else nobody is", async ({
  page,
}) => {
  const asked = ["--lesson", "old-leader", "--format", "xapi"];
  const [plain = ""] = await packLms(asked);
  const closed = new Platform(plain);
  const store = new Platform(plain);
  const elsewhere = await store.start();
  const lesson = page.getByRole("region", { name: /^Lesson: / });
  const refused = page.getByText("The learning platform did not take a report:");
  await page.goto(`${await closed.start()}/content/${xapiLaunch(closed, `${elsewhere}/xapi`)}`);
  await lesson.waitFor();
  await expect(refused).toBeVisible();
  expect(store.verbs).toEqual([]);

  const [named = ""] = await packLms([...asked, "--endpoint", elsewhere]);
  const open = new Platform(named);
  await page.goto(`${await open.start()}/content/${xapiLaunch(open, `${elsewhere}/xapi`)}`);
  await lesson.waitFor();
  await expect.poll(() => store.verbs).toEqual(["initialized"]);
  await expect(refused).toHaveCount(0);
  expect(store.faults).toEqual([]);
  for (const one of [closed, open, store]) one.stop();
});

test("a challenge whose run ends unsolved is completed and failed in the runtime", async ({
  page,
}) => {
  const [zip = ""] = await packLms(["--challenge", "lease-lie"]);
  const platform = new Platform(zip);
  await launched(page, platform);
  const frame = await content(page);
  await expect.poll(async () => (await cmi(page)).completion_status).toBe("incomplete");
  await advance(frame, 60_000_000);
  await expect.poll(async () => (await cmi(page)).completion_status).toBe("completed");
  expect(await cmi(page)).toMatchObject({
    success_status: "failed",
    score: { raw: "0", max: "3", scaled: "0" },
  });
  platform.stop();
});

test("without a platform around it the package says so, and reports nothing", async ({ page }) => {
  const [zip = ""] = await packLms(["--challenge", "lease-lie"]);
  const platform = new Platform(zip);
  const address = await platform.start();
  await page.goto(`${address}/content/index.html?lms=scorm&scenario=challenge.lease-lie&paused`);
  await expect(page.getByText("Nothing is reported.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Make a lease lie" }).first()).toBeVisible();
  platform.stop();
});
