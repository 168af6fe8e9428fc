/**
 * Every figure of every explanation, judged against what the step calls right: played by the page's
 * own player on the real engine, with the figures of the very instant at which a person sees them.
 * `claims/` says which words claim what. Once as recorded, and once by a person who acts at once
 * and plays four times as fast; the long run does it with five seeds.
 */

import { beforeAll, describe, expect, it, vi } from "vitest";
import type { LessonStep } from "@/engine/types";
import { lessonStore } from "@/lessons/lessonStore";
import { durationUs } from "@/model/durations";
import { figureText, type Reports, valueAt, withFigures } from "@/model/reportFigures";
import { IS_LONG } from "@/test/long";
import { publicText } from "@/test/nodePage";
import { CLAIMS, type Claim } from "./claims";
import { type LessonPage, listedLessons, openPage, type Pace } from "./lessonPage";

vi.mock("@/engine/workers", () => import("@/test/nodeWorkers"));
// Markup is written once, of what stores hold now.
vi.mock("zustand", () => import("@/test/stillStores"));

const LESSONS = listedLessons();
const PACES: readonly Pace[] = [
  { name: "as recorded", isHasty: false, speed: 1 },
  { name: "at once, and fast", isHasty: true, speed: 4 },
];
/** Undefined is the scenario's own. */
const SEEDS = IS_LONG ? [undefined, 2, 3, 5, 8] : [undefined];

const PLAYED = LESSONS.flatMap(({ id, file }) =>
  SEEDS.flatMap((seed) => PACES.map((pace) => ({ id, file, seed, pace, name: pace.name }))),
);

interface Written {
  steps: { id: string; scenario?: string; seed?: number; explain?: WrittenExplain }[];
}
interface WrittenExplain {
  text: string;
  figures?: { metric: string; over?: string }[];
}

const written = (file: string): Written => JSON.parse(publicText(`lessons/${file}`));

/** The lesson's text, with a seed for each run that it opens. */
function seeded(file: string, seed: number | undefined): string {
  const lesson = written(file);
  for (const step of lesson.steps)
    if (seed !== undefined && step.scenario !== undefined) step.seed = seed;
  return JSON.stringify(lesson);
}

/** Figures that the explanation has no value for, in its text or its table. */
function missing({ explain }: LessonStep, reports: Reports): string[] {
  if (explain === null) return [];
  const rows = explain.figures.filter((figure) => figureText(reports, figure) === undefined);
  const gaps = withFigures(explain.text, reports).match(/[^.]*–[^.]*/g) ?? [];
  const own = explain.text.match(/[^.]*–[^.]*/g) ?? [];
  return [...rows.map(({ label }) => label), ...gaps.slice(own.length)];
}

/** What an explanation shows of the run, in its table and in its text. */
function shown(explain: WrittenExplain | undefined): string[] {
  const rows = explain?.figures ?? [];
  const places = explain?.text.matchAll(/\{\{([^|}]*)/g) ?? [];
  const inText = [...places].map(([, metric = ""]) => metric);
  return [...rows.flatMap(({ metric, over = metric }) => [metric, over]), ...inText];
}

/** What is shown instead of what is claimed; undefined where they agree. */
function contradicted(claim: Claim, reports: Reports): string | undefined {
  const { says, of, over, isOfBefore, from = 0, to = Number.POSITIVE_INFINITY, oneOf } = claim;
  const told = `“${says}”, and ${of}${over === undefined ? "" : ` of ${over}`} is`;
  const name = valueAt(reports, of);
  if (oneOf !== undefined) return oneOf.includes(String(name)) ? undefined : `${told} ${name}`;
  const before = isOfBefore ? shareOf(reports, earlier(of), earlier(over)) : 1;
  const share = shareOf(reports, of, over) / before;
  return share >= from && share <= to ? undefined : `${told} ${share}`;
}

/** Not a number where nothing was measured. */
function shareOf(reports: Reports, of = "", over?: string): number {
  const whole = over === undefined ? 1 : valueAt(reports, over);
  return Number(valueAt(reports, of)) / Number(whole);
}

const earlier = (metric = ""): string => metric.replace("since/", "before/");

let page: LessonPage;
beforeAll(async () => {
  page = await openPage();
});

describe("the figures of every explanation", () => {
  it.each(PLAYED)("$id, $name, seed $seed: bear out what is right", async (played) => {
    const { id, file, seed, pace } = played;
    await page.openText(id, seeded(file, seed));
    const { steps } = page.play.lesson;
    const faults: string[] = [];
    let metCount = 0;
    for (const place of steps.keys()) {
      const { step } = page;
      const isRight = await page.playStep(pace);
      const { reports } = lessonStore.getState();
      if (isRight && reports !== null) {
        if (step.do !== null) metCount += 1;
        const lasting = durationUs(step.do?.goal.lasting) ?? 0;
        const sinceUs = (page.state.atUs ?? 0) - (lessonStore.getState().beganUs ?? 0);
        if (step.do !== null && sinceUs < lasting)
          faults.push(`${step.id}: met before it has lasted`);
        const claims = CLAIMS[`${id}/${step.id}`] ?? [];
        const against = claims.flatMap((claim) => contradicted(claim, reports) ?? []);
        const none = missing(step, reports).map((what) => `nothing measured: ${what}`);
        faults.push(...[...against, ...none].map((fault) => `${step.id}: ${fault}`));
      }
      if (place < steps.length - 1) await page.nextStep();
    }
    expect(faults).toEqual([]);
    // Chance, or haste, may keep a person from one goal; then there is nothing that is called right.
    const asked = steps.filter((step) => step.do !== null).length;
    expect(metCount).toBeGreaterThanOrEqual(asked - (pace.isHasty || seed ? 1 : 0));
  });
});

describe("what the lessons claim of their figures", () => {
  const steps = LESSONS.flatMap(({ id, file }) =>
    written(file).steps.map((step) => [`${id}/${step.id}`, step] as const),
  );

  it("has a row for each step with figures, and no other", () => {
    const withFigures = steps.filter(
      ([, { explain }]) => explain?.figures !== undefined || explain?.text.includes("{{"),
    );
    expect(Object.keys(CLAIMS).sort()).toEqual(withFigures.map(([name]) => name).sort());
  });

  it("is of each figure that the step shows, and of no other", () => {
    for (const [name, { explain }] of steps) {
      const claims = CLAIMS[name] ?? [];
      const claimed = claims.flatMap(({ of, over = of, isOfBefore }) => {
        const metrics = [of, over];
        return isOfBefore ? [...metrics, ...metrics.map(earlier)] : metrics;
      });
      expect([...new Set(claimed)].sort(), name).toEqual([...new Set(shown(explain))].sort());
    }
  });

  it("is in the step’s own words", () => {
    for (const [name, step] of steps)
      for (const { says } of CLAIMS[name] ?? [])
        expect(JSON.stringify(step), `${name}: ${says}`).toContain(says);
  });

  it("is refused where a figure is another, and where nothing was measured", () => {
    const run = (qps: number, p50_us: number, measured: number) => ({
      window: { from_us: 0, to_us: 1_000 },
      workload: { reads: { qps, p50_us, measured } },
    });
    const reports = { own: run(90, 0, 0), others: { before: run(100, 5, 9) } };
    const of = "workload.reads.qps";
    const more: Claim = { says: "more", of, over: `before/${of}`, from: 1 };
    expect(contradicted(more, reports)).toBe(`“more”, and ${of} of before/${of} is 0.9`);
    expect(contradicted({ ...more, from: 0.9 }, reports)).toBeUndefined();
    const median: Claim = { says: "fast", of: "workload.reads.p50_us", to: 10 };
    expect(contradicted(median, reports)).toMatch("is NaN");
    expect(
      contradicted({ ...median, of: "before/workload.reads.p50_us" }, reports),
    ).toBeUndefined();
  });
});
