/** Each recorded solution of a lesson reaches its goal when a report's checker plays it again. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import type { Lesson } from "@/engine/types";
import { EngineLoop } from "@/engine/worker/engineLoop";
import type { Link } from "@/engine/workerLink";
import { runOfStep, type StepRun } from "@/lessons/handout/handout";
import { judgedStep } from "@/lessons/report/judging";
import { stampOf } from "@/model/stamp";
import { loadEngine, ROOT, textOf } from "./realEngine";

const { engine } = loadEngine();
const LESSONS = path.join(ROOT, "public", "lessons");
/** With other variants and without, with a goal that counts from a later instant, and short. */
const PLAYED = ["old-leader", "follower-read", "leases", "one-round-trip", "one-way"];

function makeLink(): Link {
  const loop = new EngineLoop({ engine, wallMs: () => 0 });
  return { send: async (command) => loop.run(command), close: () => {} };
}

async function read(id: string): Promise<Lesson> {
  const text = fs.readFileSync(path.join(LESSONS, `${id}.json`), "utf8");
  const reply = await makeLink().send({ type: "lesson", text });
  if (reply.type !== "lesson") throw new Error(JSON.stringify(reply));
  return reply.lesson;
}

async function isReached(lesson: Lesson, at: number, run: StepRun): Promise<string> {
  const text = textOf(run.scenario);
  const found = await judgedStep(
    {
      makeLink,
      isWanted: () => true,
      scenario: async (id) => ({ ok: true, value: textOf(id) }),
    },
    lesson,
    at,
    {
      build: "",
      scenario: { kind: "builtin", id: run.scenario, stamp: stampOf(text) },
      variant: run.variant,
      seed: run.seed ?? JSON.parse(text).seed,
      actions: run.actions.map(({ at_us, action }) => ({ at_us, action: { ...action } })),
      us: run.untilUs,
      digest: "",
      began_us: run.beganUs,
    },
  );
  return found.ok ? `${found.value.met}` : found.message;
}

describe("a goal that is judged again", () => {
  for (const id of PLAYED) {
    it(`is reached by each recorded solution of ${id}`, async () => {
      const lesson = await read(id);
      const found: string[] = [];
      for (const [at, step] of lesson.steps.entries()) {
        const run = runOfStep(lesson, at);
        if (step.do === null || step.solution === null || run === undefined) continue;
        found.push(await isReached(lesson, at, run));
      }
      expect(found).toEqual(found.map(() => "true"));
    });
  }
});
