/**
 * Assignments with the real engine: seeds in which the recorded solution holds, and reports that are
 * checked against the teacher's link.
 */

import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import * as lens from "wasm_tools";

import { solvedFutures, solvedSeeds } from "@/challenges/assigning";
import { reportedChallenge, scoredRun } from "@/challenges/report/judging";
import type { Link } from "@/engine/workerLink";
import { type Assignment, candidates, seedOf, writeToken } from "@/model/assignment/assignment";
import { type LabReport, REPORT_FORMAT } from "@/model/report/report";
import { stampOf } from "@/model/stamp";
import { SideRun } from "@/session/sideRun";
import { type ReviewDeps, reviewedReport } from "@/shell/report/reviewed";
import { loadEngine, ROOT } from "./realEngine";
import { scoringLink } from "./scoringLink";

vi.mock("@/session/simClient", () => ({ sim: {}, makeLink: () => undefined }));

const TEXT = fs.readFileSync(path.join(ROOT, "public/challenges/three-regions.json"), "utf8");
const RUN_TEXT = JSON.stringify(JSON.parse(TEXT).scenario, null, 2);
const SALT = "0123456789abcdef";
const END_US = 15_000_000;
/** As the project's own tests solve it, for two stars. */
const ACTIONS = [{ at_us: 1_000_000, action: { do: "transfer", to: "s-europe" } }];
const { engine } = loadEngine();

const makeLink = (): Link => scoringLink(engine);

const solution = {
  ...{ challenge: TEXT, scenario: RUN_TEXT, variant: "", endUs: END_US, stars: 2 },
  actions: ACTIONS.map((act) => ({ ...act, text: "" })) as never,
};

let solved: number[];
let given: Assignment;

beforeAll(async () => {
  lens.initSync({
    module: fs.readFileSync(path.join(ROOT, "core/wasm_tools/pkg/wasm_tools_bg.wasm")),
  });
  const deps = { makeLink, isWanted: () => true, say: () => {} };
  const found = await solvedSeeds(deps, solution, candidates(SALT, 6));
  if (!found.ok) throw new Error(found.message);
  solved = found.value;
  given = {
    format: "raft-atlas-assignment/1",
    of: { kind: "challenge", id: "three-regions" },
    ...{ due_ms: null, least: 2, words: true, hints: false, salt: SALT, seeds: solved },
  };
});

describe("the seeds of an assignment", () => {
  it("are those in which the solution earns what is asked for", () => {
    expect(solved.length).toBeGreaterThan(0);
    for (const seed of solved) expect(candidates(SALT, 6)).toContain(seed);
  });

  it("are none where nothing was done, and what is played is counted", async () => {
    const counts: [number, number][] = [];
    const say = (played: number, solved: number) => counts.push([played, solved]);
    const deps = { makeLink, isWanted: () => true, say };
    const none = await solvedSeeds(deps, { ...solution, actions: [] }, candidates(SALT, 2));
    expect(none).toEqual({ ok: true, value: [] });
    expect(counts).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it("are played no further when nobody wants them any more", async () => {
    const say = vi.fn();
    const deps = { makeLink, isWanted: () => false, say };
    expect(await solvedSeeds(deps, solution, [1, 2])).toEqual({ ok: true, value: [] });
    expect(say).not.toHaveBeenCalled();
  });
});

describe("luck", () => {
  const seed = 1;
  const held = async (of: typeof solution, count: number) => {
    const played = vi.fn();
    const deps = { makeLink, isWanted: () => true, say: played };
    const found = await solvedFutures(deps, of, { seed, count });
    expect(played).toHaveBeenLastCalledWith(count, found.ok ? found.value : -1);
    return found;
  };

  it("is told by playing the acts under other chance", async () => {
    const found = await held({ ...solution, stars: 0 }, 8);
    expect(found.ok && found.value).toBeGreaterThan(0);
    // The same futures, whenever they are asked for.
    expect(await held({ ...solution, stars: 0 }, 8)).toEqual(found);
  });

  it("solves nothing where nothing was done", async () => {
    expect(await held({ ...solution, actions: [] as never }, 2)).toEqual({ ok: true, value: 0 });
  });
});

describe("a report of an assignment", () => {
  /** Ada's, in the seed that is hers, with what a test changes. */
  async function report(changes: Partial<LabReport> = {}, seed?: number): Promise<LabReport> {
    const own = seed ?? seedOf(given, "Ada") ?? 0;
    const link = makeLink();
    const side = new SideRun(link);
    const spec = { scenario: RUN_TEXT, variant: "", seed: own, forward: true };
    const actions = solution.actions;
    const came = await side.at({ ...spec, actions }, END_US, { isWanted: () => true });
    const scored = await scoredRun(link, TEXT, ACTIONS);
    if (came?.ok !== true || !scored.ok) throw new Error("not played");
    const title = "The lowest p99 from three regions";
    return {
      ...{ format: REPORT_FORMAT, name: "Ada", words: "Because.", title, lesson: null },
      challenge: reportedChallenge("three-regions", { text: TEXT, title }, scored.value),
      assignment: writeToken(given),
      run: {
        ...{ build: "0123456789ab", variant: "", seed: own, actions: ACTIONS, us: END_US },
        digest: came.value.frame.digest,
        scenario: {
          ...{ kind: "builtin", id: "challenge.three-regions", stamp: stampOf(RUN_TEXT) },
        } as const,
      },
      ...changes,
    };
  }

  const wrongOf = async (
    one: LabReport,
    assignment = writeToken(given),
  ): Promise<readonly string[]> => {
    const deps: ReviewDeps = {
      ...{ makeLink, isWanted: () => true, build: "0123456789ab", assignment },
      scenario: async () => ({ ok: true, value: RUN_TEXT }),
      lesson: async () => ({ ok: false, message: "None." }),
      challenge: async () => ({ ok: true, value: TEXT }),
    };
    return (await reviewedReport(deps, one, "")).wrong;
  };

  it("holds in the seed of its name, with the link and without it", async () => {
    expect(await wrongOf(await report())).toEqual([]);
    expect(await wrongOf(await report(), "")).toEqual([]);
  });

  it("is told where its run is in the seed of somebody else", async () => {
    const other = solved.find((seed) => seed !== seedOf(given, "Ada")) ?? 1;
    const [first] = await wrongOf(await report({}, other));
    const own = seedOf(given, "Ada");
    expect(first).toBe(
      `The run has seed ${other}; in this assignment the name “Ada” has ${own}. The name was typed otherwise, or the run is somebody else’s.`,
    );
  });

  it("is told where it is of no assignment, or of one that its writer made", async () => {
    const { assignment: _, ...none } = await report();
    expect(await wrongOf(none)).toContain("It was not written for this assignment.");
    const easy = writeToken({ ...given, least: 1 });
    const own = await report({ assignment: easy });
    expect(await wrongOf(own)).toEqual(["It was written for another assignment."]);
  });

  it("is told where stars or words are missing", async () => {
    const asks = writeToken({ ...given, least: 3 });
    const poor = await report({ assignment: asks, words: " " });
    expect(await wrongOf(poor, asks)).toEqual([
      "The assignment asks for 3 stars; the run earns 2.",
      "The assignment asks for words of one’s own; there are none.",
    ]);
  });

  it("is told where it is of another challenge", async () => {
    const token = writeToken({ ...given, of: { kind: "challenge", id: "lease-lie" } });
    expect(await wrongOf(await report({ assignment: token }), token)).toContain(
      "The assignment is “lease-lie”; the report is not of it.",
    );
  });
});
