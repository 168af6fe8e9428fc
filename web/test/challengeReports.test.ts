/**
 * Reports of challenges against a person with a text editor: an honest one holds, and whatever is
 * changed in its data or on its page is said in a sentence. With the real engine and its scores.
 */

import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as lens from "wasm_tools";

import type { Link } from "@/engine/workerLink";
import { alikeReports, printsOf } from "@/model/report/alike";
import { readReport } from "@/model/report/file";
import type { LabReport } from "@/model/report/report";
import { stampOf } from "@/model/stamp";
import { type ReviewDeps, type Reviewed, reviewedReport } from "@/shell/report/reviewed";
import { handedIn } from "./handedIn";
import { loadEngine, ROOT } from "./realEngine";
import { scoringLink } from "./scoringLink";

vi.mock("@/session/simClient", () => ({ sim: {}, makeLink: () => undefined }));

const BUILD = "0123456789ab";
const TEXT = fs.readFileSync(path.join(ROOT, "public/challenges/lease-lie.json"), "utf8");
const { scenario: SCENARIO } = JSON.parse(TEXT) as { scenario: { seed: number } };
const RUN_TEXT = JSON.stringify(SCENARIO, null, 2);
const { engine } = loadEngine();

const makeLink = (): Link => scoringLink(engine);

const deps: ReviewDeps = {
  assignment: "",
  makeLink,
  isWanted: () => true,
  scenario: async () => ({ ok: true, value: RUN_TEXT }),
  lesson: async () => ({ ok: false, message: "None." }),
  challenge: async (id) =>
    id === "lease-lie" ? { ok: true, value: TEXT } : { ok: false, message: `No ${id}.` },
  build: BUILD,
};

/** As the project's own tests solve it. */
const ACTIONS = [
  { at_us: 1_500_123, action: { do: "set_clock", store: "s1", drift_ppm: -750_000 } },
  { at_us: 2_000_001, action: { do: "isolate", place: "Dublin" } },
];

let honest: string;

const written = (actions: LabReport["run"]["actions"], name: string): Promise<string> =>
  handedIn({
    link: makeLink(),
    challenge: { id: "lease-lie", title: "Make a lease lie", text: TEXT },
    ...{ scenario: RUN_TEXT, name, actions, seed: SCENARIO.seed, build: BUILD },
  });

async function check(html: string, changes: Partial<ReviewDeps> = {}): Promise<Reviewed> {
  const read = readReport(html);
  if (!read.ok) throw new Error(read.message);
  return reviewedReport({ ...deps, ...changes }, read.value, html);
}

/** The honest file with one text in the place of another, everywhere. */
function edited(from: string | RegExp, to: string): string {
  const html = honest.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
  expect(html).not.toBe(honest);
  return html;
}

function dataOf(html: string): LabReport {
  const read = readReport(html);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

beforeAll(async () => {
  lens.initSync({
    module: fs.readFileSync(path.join(ROOT, "core/wasm_tools/pkg/wasm_tools_bg.wasm")),
  });
  honest = await written(ACTIONS, "Ada");
});

describe("the report of a challenge", () => {
  it("holds where it is honest, and is worth what the replay is worth", async () => {
    const found = await check(honest);
    expect(found.wrong).toEqual([]);
    expect(found.run.same).toBe("equal");
    expect(found.challenge?.is).toMatchObject({ id: "lease-lie", solved: true });
    expect(found.challenge?.is).toEqual(dataOf(honest).challenge);
    expect(honest).toContain("report of a challenge");
    expect(honest).toContain(">The challenge</h2>");
    expect(honest).toContain("The messages before this instant");
  });

  it("is scored even where it does not say that it is of a challenge", async () => {
    const { challenge, ...silent } = dataOf(honest);
    const found = await reviewedReport(deps, { ...silent, shown: undefined }, honest);
    expect(found.challenge?.is).toEqual(challenge);
  });

  it("tells stars, a score and a condition that the run does not have", async () => {
    const idle = dataOf(await written([], "Eve"));
    const claims = { ...dataOf(honest).challenge, stars: 3, score: "0 acts", solved: true };
    const forged = { ...idle, shown: undefined, challenge: claims as LabReport["challenge"] };
    const { wrong, challenge } = await reviewedReport(deps, forged, honest);
    expect(challenge?.is).toMatchObject({ solved: false, stars: 0 });
    expect(wrong[0]).toBe("The run does not solve the challenge.");
    expect(wrong[1]).toBe("The report says 3 stars; its run earns 0.");
    expect(wrong[2]).toMatch(/^The report says “0 acts” as the score; its run has “/);
    expect(wrong[3]).toMatch(/: the report says that it holds; it does not\.$/);
  });

  it("tells a run in a seed of one's own, and a run of something else", async () => {
    const report = dataOf(honest);
    const seed = { ...report, run: { ...report.run, seed: 1 } };
    const { wrong } = await reviewedReport(deps, seed, honest);
    expect(wrong).toContain(`The run has seed 1; expected ${SCENARIO.seed}.`);
    const scenario = { kind: "builtin", id: "first-look", stamp: stampOf(RUN_TEXT) } as const;
    const other = { ...report, run: { ...report.run, scenario } };
    expect((await reviewedReport(deps, other, honest)).wrong).toContain(
      "The report is of the challenge “lease-lie”, and its run is not.",
    );
  });

  it("accuses nobody of another build, or of a challenge that was changed since", async () => {
    const found = await check(edited(/"digest":"[0-9a-f]{16}"/, `"digest":"${"0".repeat(16)}"`), {
      build: "ba9876543210",
    });
    expect(found.run.same).toBe("other_build");
    expect(found.wrong).toEqual([]);
  });
});

describe("the page of a report", () => {
  it("tells a figure that was changed, with what the run has", async () => {
    const [, events = ""] = />Events<\/th><td>([^<]*)</.exec(honest) ?? [];
    const { wrong } = await check(edited(`<td>${events}</td>`, "<td>7</td>"));
    expect(wrong).toEqual([`Run, Events: the page shows “7”; the run has “${events}”.`]);
  });

  it("tells stars that were changed on the page alone", async () => {
    const [, stars = ""] = />Stars<\/th><td>([^<]*)</.exec(honest) ?? [];
    const { wrong } = await check(edited(`<td>${stars}</td>`, "<td>9 of 3</td>"));
    expect(wrong).toEqual([
      `Challenge: Make a lease lie, Stars: the page shows “9 of 3”; the run has “${stars}”.`,
    ]);
  });

  it("tells a digest and a seed that are not those of its data", async () => {
    const { digest, seed } = dataOf(honest).run;
    const other = await check(edited(`<code>${digest}</code>`, `<code>${"f".repeat(16)}</code>`));
    expect(other.wrong[0]).toContain(`the digest “${"f".repeat(16)}”; its data has “${digest}”.`);
    const { wrong } = await check(edited(`<dd>${seed}</dd>`, "<dd>99</dd>"));
    expect(wrong).toEqual([`The page does not show the seed of its data, ${seed}.`]);
  });

  it.each([
    ["a comment", "<h2>Figures", "<!-- <h2>Figures"],
    ["a style", "</head>", "<style>table{display:none}</style></head>"],
    ["a hidden part", '<div class="tables">', '<div class="tables" hidden>'],
    ["a style of one element", '<div class="tables">', '<div class="tables" style="display:none">'],
    ["a script", "</main>", "<script>1</script></main>"],
    ["a template around a table", '<div class="tables">', '<template><div class="tables">'],
    ["a picture of a page", "</main>", '<svg x="1"><foreignObject/></svg></main>'],
    ["a style of a picture", "<svg ", '<svg style="position:fixed" '],
    ["a tag that browsers mend", "<h2>Figures", '<template"x><h2>Figures'],
    ["an attribute without quotes", '<div class="tables">', "<div class=tables hidden>"],
    ["a bracket within an attribute", '<div class="tables">', '<div class="a>b" hidden="">'],
    ["a closed fold", "<h2>Figures", "<details><h2>Figures"],
    ["something after its end", "</html>", "<p>9 of 3</p></html>"],
    ["something before its begin", "<body><main>", "<body><p>9 of 3</p><main>"],
  ])("tells %s that could cover a figure", async (_, from, to) => {
    const { wrong } = await check(edited(from, to));
    expect(wrong).toContain("The file was edited: it has markup that no report is written with.");
  });

  it("tells columns, rows and titles that have other names", async () => {
    const message = (title: string) => `“${title}” on the page does not have the rows of the run.`;
    const swapped = await check(
      edited(
        /<th scope="col" data-first="false">ok<\/th>(<th[^>]*>)failed</,
        '<th scope="col" data-first="false">failed</th>$1ok<',
      ),
    );
    expect(swapped.wrong).toEqual([message("Outcomes")]);
    expect((await check(edited(">Messages</th>", ">Lost</th>"))).wrong).toEqual([message("Run")]);
    const titled = await check(edited("<caption>Outcomes<", "<caption>All is well<"));
    expect(titled.wrong).toEqual([message("Outcomes")]);
  });

  it("tells a style that was edited: it could write a figure itself", async () => {
    const { wrong } = await check(edited("</style>", "td::after{content:'9'}</style>"));
    expect(wrong).toEqual([
      "Its style is not this page’s: another version of the page wrote it, or an editor.",
    ]);
  });

  it("takes other ends of lines, as a mail program writes them", async () => {
    expect((await check(edited("\n", "\r\n"))).wrong).toEqual([]);
  });

  it("tells a table too many, a row too few, and a table that is gone", async () => {
    const more = await check(edited("</main>", "<table><tr><td>1</td></tr></table></main>"));
    expect(more.wrong[0]).toMatch(/^The page has \d+ tables of figures; this run has \d+\.$/);
    const row = await check(edited(/<tr><th scope="row">Messages<\/th>.*?<\/tr>/, ""));
    expect(row.wrong).toEqual(["“Run” on the page does not have the rows of the run."]);
  });

  it("says how many figures were changed beyond the first few", async () => {
    const { wrong } = await check(edited(/<td>[\d\s.,]+<\/td>/, "<td>1234567</td>"));
    expect(wrong.length).toBe(6);
    expect(wrong.at(-1)).toMatch(/^\d+ more figures? changed\.$/);
  });
});

describe("two reports", () => {
  const of = (key: string, report: LabReport) => [key, printsOf(report)] as const;

  it("are alike where all was done at the same microseconds, in whatever seed and by whatever name", () => {
    const report = dataOf(honest);
    const copy = { ...report, name: "Eve", run: { ...report.run, seed: 1, us: 5_000_000 } };
    const moved = ACTIONS.map((act) => ({ ...act, at_us: act.at_us + 1 }));
    const other = { ...report, run: { ...report.run, actions: moved } };
    const alike = alikeReports([of("a", report), of("b", copy), of("c", other)]);
    expect(alike.get("a")).toEqual([{ other: "b", byChance: false }]);
    expect(alike.get("b")).toEqual([{ other: "a", byChance: false }]);
    expect(alike.has("c")).toBe(false);
  });

  it("may be alike by chance where the run stood at whole milliseconds, and are not where nothing ran", () => {
    const at = (us: number): LabReport => {
      const report = dataOf(honest);
      const actions = ACTIONS.map(({ action }) => ({ at_us: us, action }));
      return { ...report, run: { ...report.run, actions } };
    };
    const alike = alikeReports([of("a", at(2_000_001)), of("b", at(2_000_001))]);
    expect(alike.get("a")).toEqual([{ other: "b", byChance: true }]);
    expect(alikeReports([of("a", at(1)), of("b", at(1))]).size).toBe(0);
  });
});
