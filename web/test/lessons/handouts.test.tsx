/**
 * The handout of every lesson, one step of it played by the page's own workers on the real engine: it
 * has a run for its picture, and a figure wherever its text promises one. That the map is drawn, and
 * that it prints, is for e2e/tests/handout.spec.ts.
 */

import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { LessonStep } from "@/engine/types";
import { HandoutStep } from "@/lessons/handout/HandoutStep";
import { momentOf, runOfStep } from "@/lessons/handout/handout";
import { makeLink, sim } from "@/session/simClient";
import { wordsOf } from "@/test/markup";
import { publicText, startPage } from "@/test/nodePage";

vi.mock("@/engine/workers", () => import("@/test/nodeWorkers"));
// Markup is written once, of what stores hold now.
vi.mock("zustand", () => import("@/test/stillStores"));
// It measures the page.
vi.mock("@/views/map/MapView", () => ({ MapView: () => <div>the map</div> }));

const LESSONS: { id: string; file: string }[] = JSON.parse(publicText("lessons/index.json"));

beforeAll(startPage);

/** The last that goes on with the run of those before it, else the last. */
function chosen(steps: readonly LessonStep[]): number {
  const going = steps.findLastIndex(({ scenario }) => scenario === null);
  return going < 0 ? steps.length - 1 : going;
}

/** A step on paper, with its answers. */
async function paperOf(steps: readonly LessonStep[], at: number): Promise<string> {
  const step = steps[at];
  const run = runOfStep({ steps: [...steps] }, at);
  if (step === undefined || run === undefined) throw new Error(`Step ${at} has no run.`);
  const moment = await momentOf(run, step, makeLink);
  return renderToStaticMarkup(
    <HandoutStep number={at + 1} step={step} sources={[]} moment={moment} answers />,
  );
}

describe("the handout of every lesson", () => {
  it.each(LESSONS)("$id has a picture and the figures of a step", async ({ file }) => {
    const lesson = await sim.readLesson(publicText(`lessons/${file}`));
    if (!lesson.ok) throw new Error(lesson.message);
    const { steps } = lesson.value;
    const at = chosen(steps);
    const paper = await paperOf(steps, at);
    const words = wordsOf(paper);
    expect(words).toContain(`${at + 1}. ${steps[at]?.title}`);
    expect(words).not.toContain("This step has no picture");
    expect(words).not.toContain("{{");
    expect(paper.match(/<figure/g)).toHaveLength(1);
    expect(words).toMatch(/At [\d. ]+ s: .*(leads in term|no leader)/);
    const figures = [...paper.matchAll(/<td data-own="true">(.*?)<\/td>/g)];
    expect(figures).toHaveLength(steps[at]?.explain?.figures.length ?? 0);
    expect(figures.map(([, text]) => text)).not.toContain("–");
  });
});
