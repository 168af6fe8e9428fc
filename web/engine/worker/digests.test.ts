/**
 * Every variant of every public scenario, and of the track record's, played by the page's own run with its history, ends with
 * the digest that the native build has pinned.
 */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { loadEngine, ROOT, textOf } from "@/test/realEngine";
import { LOOK, runsOf } from "@/test/runs";
import { FOR_EVER } from "./budget";
import { CHECKPOINT_EVENTS } from "./history";

const { engine } = loadEngine();
const { openVariant, openStraight, withRun } = runsOf(engine);

function pinned<Row extends string[]>(name: string): Row[] {
  const file = path.join(ROOT, "core", "run", "testdata", name);
  const lines = fs.readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => line.split(" ") as Row);
}

/** A scenario without variants has one that is called `run`. */
const PINNED = ["digests.txt", "field-digests.txt"].flatMap(
  pinned<[scenario: string, variant: string, digest: string]>,
);
const FUTURES =
  pinned<[scenario: string, variant: string, stream: string, digest: string]>("futures.txt");
/** When their chance is drawn anew, and when their digests are taken. */
const DRAWN_US = 5_000_001;
const TAKEN_US = 8_000_000;
/** Fewer checkpoints than a page takes at most: how they are taken and restored is timeTravel's. */
const SPACING_EVENTS = 16 * CHECKPOINT_EVENTS;

describe("the page's runs", () => {
  it.each(PINNED)("%s %s ends with the native digest", (name, variant, digest) => {
    const id = variant === "run" ? "" : variant;
    withRun(openVariant(textOf(name), id, SPACING_EVENTS), (run) => {
      // A variant may last longer than its scenario.
      const { duration_us } = run.playground.world();
      run.advance(duration_us, FOR_EVER);
      expect(run.place.us).toBe(duration_us);
      expect(run.playground.frame(LOOK).digest).toBe(digest);
      const report = JSON.parse(run.playground.report());
      expect(report.variants[variant].digest).toBe(digest);
    });
  });

  it("cover every variant of every public scenario", () => {
    for (const name of new Set(PINNED.map(([scenario]) => scenario))) {
      const { variants } = engine.describe_scenario(textOf(name));
      const found = PINNED.filter(([scenario]) => scenario === name).map(([, id]) => id);
      expect(found).toEqual(variants.length === 0 ? ["run"] : variants.map(({ id }) => id));
    }
  });

  it("are the same when a page cuts them into pieces and looks", () => {
    const text = textOf("first-look");
    const whole = withRun(openStraight(text), (run) => {
      run.advance(4_000_000, FOR_EVER);
      return run.playground.frame(LOOK).digest;
    });
    withRun(openStraight(text), (run) => {
      const { playground } = run;
      for (let untilUs = 16_667; playground.now_us() < 4_000_000; untilUs += 16_667) {
        const stopUs = Math.min(untilUs, 4_000_000);
        while (playground.now_us() < stopUs) playground.advance(stopUs, 7);
        playground.frame(LOOK);
      }
      expect(playground.frame(LOOK).digest).toBe(whole);
    });
  });

  it.each(FUTURES)("%s %s: future %s is the native one", (name, variant, stream, digest) => {
    const id = variant === "run" ? "" : variant;
    withRun(openVariant(textOf(name), id, SPACING_EVENTS), (run) => {
      run.advance(DRAWN_US - 1, FOR_EVER);
      const of = ["network", "elections", "arrivals", "service"] as const;
      const action = { do: "redraw" as const, stream: Number(stream), of: [...of] };
      run.playground.replay({ at_us: DRAWN_US, action, text: "" });
      run.advance(TAKEN_US, FOR_EVER);
      expect(run.playground.frame(LOOK).digest).toBe(digest);
    });
  });
});
