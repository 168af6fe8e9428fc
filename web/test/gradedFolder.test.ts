/**
 * A folder as a teacher gets it: twelve files of an assignment, each of another kind, each with its
 * own sentence and its grade. With the real engine and its scores.
 */

import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as lens from "wasm_tools";

import { solvedSeeds } from "@/challenges/assigning";
import { setWords } from "@/language/words";
import { type Assignment, candidates, seedOf, writeToken } from "@/model/assignment/assignment";
import { alikeReports, type Print, printsOf } from "@/model/report/alike";
import { readReport } from "@/model/report/file";
import { alikeTexts, type CheckRow, sameText } from "@/shell/report/csv";
import { gradesCsv, ungraded } from "@/shell/report/grades";
import { type ReviewDeps, reviewedReport } from "@/shell/report/reviewed";
import { handedIn } from "./handedIn";
import { loadEngine, ROOT } from "./realEngine";
import { scoringLink } from "./scoringLink";

vi.mock("@/session/simClient", () => ({ sim: {}, makeLink: () => undefined }));
// Node 20 has none; the due date is written as its languages do.
vi.stubGlobal("navigator", { languages: ["en"] });

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");
const TEXT = read("public/challenges/three-regions.json");
const TITLE = (JSON.parse(TEXT) as { title: string }).title;
const RUN_TEXT = JSON.stringify(JSON.parse(TEXT).scenario, null, 2);
const [BUILD, OLD_BUILD] = ["0123456789ab", "ba9876543210"];
const { engine } = loadEngine();
const makeLink = () => scoringLink(engine);

/** As the project's own tests solve it, for two stars; each hand at another microsecond. */
const transferAt = (at_us: number) => [
  { at_us, action: { do: "transfer", to: "s-europe" as const } },
];

let given: Assignment;
let folder: Map<string, string>;
let rows: CheckRow[];

/** Of one student, in the seed that is theirs. */
function file(name: string, changes: Partial<Parameters<typeof handedIn>[0]> = {}, by = given) {
  return handedIn({
    link: makeLink(),
    challenge: { id: "three-regions", title: TITLE, text: TEXT },
    ...{ scenario: RUN_TEXT, name, build: BUILD, actions: transferAt(1_000_123) },
    ...{ seed: seedOf(by, name) ?? 0, assignment: writeToken(by) },
    ...changes,
  });
}

/** One text in the place of another; there must be one. */
function edited(html: string, from: string | RegExp, to: string): string {
  const other = html.replace(from, to);
  expect(other).not.toBe(html);
  return other;
}

/** As a page in Chinese writes it. */
async function inChinese(write: () => Promise<string>): Promise<string> {
  const words = (name: string) => JSON.parse(read(`public/zh-CN/${name}.json`));
  setWords("zh-CN", words("page"), { places: words("places"), sentences: words("sentences") });
  try {
    return await write();
  } finally {
    setWords("en", {});
  }
}

async function makeFolder(): Promise<Map<string, string>> {
  const honest = await file("ada");
  const eve = await file("eve", { actions: transferAt(1_200_456) });
  const other = { ...given, salt: "fedcba9876543210", seeds: candidates("fedcba9876543210", 6) };
  const late = await file("jan", { actions: transferAt(1_400_777) });
  const old = await file("kim", { actions: transferAt(1_500_888), build: OLD_BUILD });
  return new Map([
    ["01-solved.html", honest],
    ["02-unsolved.html", await file("ben", { actions: [] })],
    [
      "03-figure.html",
      edited(
        await file("cleo", { actions: transferAt(1_100_234) }),
        /(>Events<\/th><td>)[^<]*/,
        "$17",
      ),
    ],
    [
      "04-digest.html",
      edited(
        await file("dan", { actions: transferAt(1_150_345) }),
        /"digest":"[0-9a-f]{16}"/,
        `"digest":"${"0".repeat(16)}"`,
      ),
    ],
    ["05-whose.html", eve],
    ["06-renamed.html", edited(eve, '"name":"eve"', '"name":"finn"')],
    ["07-cut.html", honest.slice(0, honest.indexOf("</main>"))],
    ["08-essay.html", "<!doctype html><title>My essay</title><p>Raft is nice.</p>"],
    [
      "09-other-salt.html",
      await file("hana", { actions: transferAt(1_300_666) }, other as Assignment),
    ],
    ["10-late.html", late],
    ["11-old.html", edited(old, /"digest":"[0-9a-f]{16}"/, `"digest":"${"1".repeat(16)}"`)],
    ["12-王小明.html", await inChinese(() => file("王小明", { actions: transferAt(1_600_999) }))],
  ]);
}

/** As the dialog checks a folder against the teacher's link. */
async function checked(files: ReadonlyMap<string, string>): Promise<CheckRow[]> {
  const deps: ReviewDeps = {
    ...{ makeLink, isWanted: () => true, build: BUILD, assignment: writeToken(given) },
    scenario: async () => ({ ok: true, value: RUN_TEXT }),
    lesson: async () => ({ ok: false, message: "None." }),
    challenge: async () => ({ ok: true, value: TEXT }),
  };
  const prints: [number, readonly Print[]][] = [];
  const found: CheckRow[] = [];
  for (const [at, [name, html]] of [...files].entries()) {
    const row = { id: at, file: name, name: "", title: "", found: null, alike: [], reason: "" };
    const report = readReport(html);
    if (!report.ok) found.push({ ...row, reason: report.message });
    else {
      const { name, title } = report.value;
      prints.push([at, printsOf(report.value)]);
      found.push({ ...row, name, title, found: await reviewedReport(deps, report.value, html) });
    }
  }
  const alike = alikeReports(prints);
  return found.map((row) => ({ ...row, alike: alike.get(row.id) ?? [] }));
}

/** What the row of a file says that is not good, as a teacher reads it. */
function saidOf(name: string): string[] {
  const row = rows.find((one) => one.file === name);
  if (row === undefined) throw new Error(`no ${name}`);
  const { found, alike, reason } = row;
  return [
    ...(reason === "" ? [] : [reason]),
    ...(found === null || found.run.same === "equal" ? [] : [sameText(found.run)]),
    ...(found?.wrong ?? []),
    ...alikeTexts(alike, rows),
  ];
}

const starsOf = (name: string) =>
  rows.find((one) => one.file === name)?.found?.challenge?.is?.stars ?? null;

beforeAll(async () => {
  lens.initSync({
    module: fs.readFileSync(path.join(ROOT, "core/wasm_tools/pkg/wasm_tools_bg.wasm")),
  });
  const salt = "0123456789abcdef";
  const solution = {
    ...{ challenge: TEXT, scenario: RUN_TEXT, variant: "", endUs: 15_000_000, stars: 2 },
    actions: transferAt(1_000_000).map((act) => ({ ...act, text: "" })) as never,
  };
  const deps = { makeLink, isWanted: () => true, say: () => {} };
  const solved = await solvedSeeds(deps, solution, candidates(salt, 6));
  if (!solved.ok) throw new Error(solved.message);
  given = {
    format: "raft-atlas-assignment/1",
    of: { kind: "challenge", id: "three-regions" },
    due_ms: 1_700_000_000_000,
    ...{ least: 0, words: true, hints: false, salt, seeds: solved.value },
  };
  folder = await makeFolder();
  rows = await checked(folder);
}, 120_000);

afterEach(() => setWords("en", {}));

describe("a folder of twelve", () => {
  it("has twelve files, each with a row", () => {
    expect(rows.map((row) => row.file)).toEqual([...folder.keys()]);
    expect(rows).toHaveLength(12);
  });

  it("says nothing against who is honest: solved, not solved, late, or in Chinese", () => {
    for (const [name, stars] of [
      ["01-solved.html", 2],
      ["02-unsolved.html", 0],
      ["10-late.html", 2],
      ["12-王小明.html", 2],
    ] as const) {
      expect([name, saidOf(name), starsOf(name)]).toEqual([name, [], stars]);
    }
  });

  it("compares the figures of a page in another language all the same", async () => {
    const html = folder.get("12-王小明.html") ?? "";
    const forged = edited(html, "<td>2 / 3</td>", "<td>3 / 3</td>");
    const [row] = await checked(new Map([["forged.html", forged]]));
    expect(row?.found?.wrong).toEqual([
      `Challenge: ${TITLE}, Stars: the page shows “3 / 3”; the run has “2 of 3”.`,
    ]);
  });

  it("has a sentence of its own for each of the others", () => {
    const seed = (name: string) => `${seedOf(given, name)}`;
    const events = /Run, Events: the page shows “7”; the run has “[\d\u202f]+”\./;
    expect(saidOf("03-figure.html")).toEqual([expect.stringMatching(events)]);
    expect(saidOf("04-digest.html")[0]).toBe("not equal");
    expect(saidOf("04-digest.html")).toContain("The digest of the run is not the one reported.");
    expect(saidOf("05-whose.html")).toEqual([
      "The same actions at the same microseconds as in 06-renamed.html.",
    ]);
    const renamed = saidOf("06-renamed.html");
    expect(renamed.at(-1)).toBe("The same actions at the same microseconds as in 05-whose.html.");
    expect(renamed).toContain(
      `The run has seed ${seed("eve")}; in this assignment the name “finn” has ${seed("finn")}. The name was typed otherwise, or the run is somebody else’s.`,
    );
    expect(saidOf("07-cut.html")).toEqual(["The file is cut off: it ends before its data."]);
    expect(saidOf("08-essay.html")).toEqual(["It has no data of a report in it."]);
    expect(saidOf("09-other-salt.html")).toEqual(["It was written for another assignment."]);
    expect(saidOf("11-old.html")).toEqual(["not equal: another build of the engine made it"]);
  });

  it("is a file of grades for Moodle, in which only what holds has one", () => {
    const score = (name: string) => rows.find((one) => one.name === name)?.found?.challenge?.is;
    const line = (name: string) =>
      `${name},${name === "ben" ? 0 : 66.7},${score(name)?.stars} of 3 stars; ${score(name)?.score}`;
    expect(gradesCsv("moodle", rows).split("\r\n")).toEqual([
      `Username,${TITLE},${TITLE} (feedback)`,
      ...["ada", "ben", "jan", "王小明"].map(line),
      "",
    ]);
    expect(ungraded(rows)).toBe(8);
  });

  it("is a file of grades for Canvas, with the same points", () => {
    expect(gradesCsv("canvas", rows).split("\r\n")).toEqual([
      `Student,ID,SIS User ID,SIS Login ID,Section,${TITLE}`,
      "    Points Possible,,,,,100",
      ...["ada", "ben", "jan", "王小明"].map(
        (name) => `${name},,,${name},,${name === "ben" ? 0 : 66.7}`,
      ),
      "",
    ]);
  });
});
