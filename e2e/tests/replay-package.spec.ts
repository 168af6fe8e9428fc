/**
 * What another project gets: the package's tarball, installed into a folder that has nothing else,
 * replays a scenario that is written there; and the command line does the same in the real page.
 */

import fs from "node:fs";
import path from "node:path";
import type { TestInfo } from "@playwright/test";

import { pack } from "../../tools/pack.mjs";
import { packageFaults } from "../../tools/package-lint.mjs";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";
import { emptyProject, run } from "../project";
import { buildCli, readScenario } from "../scenarios";

const ROOT = path.join(import.meta.dirname, "..", "..");
const COMPILE_MS_MAX = 600_000;

const { conclusion: _, ...FIRST_LOOK } = readScenario("first-look");
const SCENARIO = {
  ...FIRST_LOOK,
  duration: "8s",
  actions: [
    { at: "3s", do: "cut", from: "Oregon", to: "Ohio" },
    { at: "5s", do: "crash", store: "s2" },
  ],
  expect: [{ metric: "run/moments.elected.count", at_least: 2 }],
  checkpoints: [
    { at: "2s", leader: "s2" },
    { at: "4s", cut: ["Oregon", "Ohio"] },
    { at: "6s", down: "s2" },
    { at: "8s", metric: "state.faults", equals: 2 },
  ],
};

const SPEC = `
import { expect, test } from "@raft-atlas/replay";

test("what is cut is shown, and somebody else leads in the end", async ({ atlas }) => {
  await atlas.open("scenario.json");
  await atlas.at("4s");
  await expect(atlas).toShowLink("Oregon", "Ohio", "cut");
  await expect(atlas).toShowLeader("s2");
  await expect(atlas).not.toShowLeader("s1");
  const digest = await atlas.digest();
  await atlas.at("6s");
  await expect(atlas).toShowDown("s2");
  await expect(atlas).not.toHaveDigest(digest);
  await atlas.at("4s");
  await expect(atlas).toHaveDigest(digest);
  await expect(atlas).toMeetCheckpoints();
  await expect(atlas).toMeetExpectations();
});

test("what is done in the page is the run's, and what is refused says why", async ({ atlas }) => {
  await atlas.open({ scenario: "first-look", seed: 7 });
  await atlas.at("2s");
  const { events } = await atlas.act({ do: "cut", from: "Oregon", to: "Virginia", one_way: true });
  expect(await atlas.step()).toMatchObject({ events: events + 1, actions: 1 });
  await expect(atlas).toShowLink("Oregon", "Virginia", "cut");
  await expect(atlas).toShowLink("Virginia", "Oregon", "open");
  await expect(atlas.act({ do: "crash", store: "s9" })).rejects.toThrow('found "s9"');
  await expect(atlas.at("soon")).rejects.toThrow("expected an instant");
});

test("what is not there is named at once, and what is otherwise with its instant", async ({ atlas }) => {
  await expect(atlas.open({ scenario: "nowhere" })).rejects.toThrow('There is no scenario "nowhere"');
  await atlas.open({ scenario: "first-look" });
  await atlas.at("2s");
  await expect(expect(atlas).toShowLink("Oregon", "mars", "cut")).rejects.toThrow(
    'zone: found "mars", expected one of',
  );
  await expect(expect(atlas).toShowDown("s9")).rejects.toThrow('store: found "s9", expected one of');
  await expect(expect(atlas).toShowLeader("s9")).rejects.toThrow('store: found "s9", expected');
  await expect(expect(atlas).toHaveDigest("0")).rejects.toThrow("at 2s: found the digest");
  await expect(expect(atlas).toShowDown("s1")).rejects.toThrow(
    /at 2s: the map says “Store s1 in zone .*, expected s1 down/,
  );
});
`;

/** A folder with the package in it, beside Playwright as it is here. */
async function project(info: TestInfo): Promise<string> {
  const files = {
    "scenario.json": JSON.stringify(SCENARIO),
    "replay.spec.js": SPEC,
    "playwright.config.js": `export default { use: { launchOptions: { executablePath: process.env.CHROMIUM_PATH } } };\n`,
  };
  return emptyProject(info, { tarballs: [tarball], files, beside: PLAYWRIGHT });
}

/** The package's peer, which is not fetched but put there. */
const PLAYWRIGHT = ["@playwright", "playwright", "playwright-core"];

// One after the other: the package is packed once.
test.describe.configure({ mode: "default" });

let tarball: string;

test.beforeAll("the command line is compiled, the package packed", async () => {
  test.setTimeout(COMPILE_MS_MAX);
  await buildCli();
  tarball = await pack("replay");
});

/** What a person did in the page, as the test that it exports. */
async function exported(atlas: AtlasPage): Promise<string> {
  await atlas.open({ scenario: "first-look", seed: 3 });
  await atlas.advanceTo(1_500_000);
  await atlas.act({ do: "crash", store: "s2" });
  await atlas.advanceTo(2_250_000);
  await atlas.act({ do: "put", from: "g1", key: 5 });
  await atlas.advanceTo(4_000_000);
  await atlas.more("Export…");
  const [download] = await Promise.all([
    atlas.page.waitForEvent("download"),
    atlas.button("Download: Playwright test").click(),
  ]);
  expect(download.suggestedFilename()).toBe("first-look-seed-3-replay.spec.js");
  return fs.readFileSync(await download.path(), "utf8");
}

test("a project that has only the package replays its scenario, and what the page exported", {
  tag: "@long",
}, async ({ atlas }) => {
  test.setTimeout(120_000);
  const folder = await project(test.info());
  fs.writeFileSync(path.join(folder, "exported.spec.js"), await exported(atlas));
  const playwright = path.join("node_modules", "@playwright", "test", "cli.js");
  const { code, out } = await run("node", [playwright, "test", "--reporter=line"], folder);
  expect(out).toContain("4 passed");
  expect(code).toBe(0);
});

test("those who judge packages find nothing in it", async () => {
  expect(await packageFaults(tarball)).toEqual([]);
});

test("the command line replays a file in the real page, and finds it alike", async () => {
  test.setTimeout(120_000);
  const folder = await project(test.info());
  const tool = path.join(ROOT, "target", "debug", "raft-atlas");
  const { code, out } = await run(tool, ["replay", "scenario.json", "--browser"], folder);
  expect(out.split("\n").map((line) => line.replace(/digest \w{16}/, "digest …"))).toEqual([
    "First look",
    "run (seed 1)",
    "  2s  met: leader of range 0: s2; the goal is s2",
    "  2s  digest …, alike in the page",
    "  4s  met: link from Oregon to Ohio: cut; the goal is cut",
    "  4s  digest …, alike in the page",
    "  6s  met: store s2: down; the goal is down",
    "  6s  digest …, alike in the page",
    "  8s  met: faults that stand: 2; the goal is 2",
    "  8s  digest …, alike in the page",
    "",
  ]);
  expect(code).toBe(0);
});
