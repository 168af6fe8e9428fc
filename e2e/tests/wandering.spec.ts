/**
 * Seeks, steps back, actions and branches at random in Chromium: every branch that comes of it ends
 * as its log does when a fresh engine, in another program, plays it straight.
 */

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { Action, LoggedAction } from "../../web/engine/types";
import { IS_LONG } from "../../web/test/long";
import { expect, test } from "../fixtures";
import { wanderBranches } from "../wanderer";

const ROOT = path.join(import.meta.dirname, "..", "..");
const SCENARIOS = ["first-look", "stale-leader", "one-way-cut"];
/** Of one run, whose tree of branches grows and is cut. */
const AT_ONCE = 25;
/** In the everyday run as many as go through each scenario once. */
const SEQUENCES = IS_LONG ? 500 : AT_ONCE * SCENARIOS.length;
const SPAN_US = 900_000;
const ACTIONS: Action[] = [
  { do: "crash", store: "s2" },
  { do: "restart", store: "s2" },
  { do: "pause", store: "s1" },
  { do: "resume", store: "s1" },
  { do: "set", settings: { pre_vote: false } },
  { do: "isolate", place: "s3" },
  { do: "heal" },
];

/** The parts of the engine's package that are used here. */
interface Engine {
  Playground: new (
    text: string,
    variant: string,
    seed: undefined,
  ) => {
    advance(untilUs: number, events: number): number;
    replay(logged: LoggedAction): string;
    digest(): string;
    free(): void;
  };
}

async function loadEngine(): Promise<Engine> {
  const folder = path.join(ROOT, "core", "wasm_engine", "pkg");
  const module = await import(pathToFileURL(path.join(folder, "engine.js")).href);
  module.initSync({ module: fs.readFileSync(path.join(folder, "engine_bg.wasm")) });
  return module;
}

/** The digest of a log that is played straight, here. */
function straight({ Playground }: Engine, text: string, log: LoggedAction[]): string {
  const run = new Playground(text, "", undefined);
  try {
    for (const logged of log) {
      run.advance(logged.at_us - 1, Number.MAX_SAFE_INTEGER);
      run.replay(logged);
    }
    run.advance(SPAN_US, Number.MAX_SAFE_INTEGER);
    return run.digest();
  } finally {
    run.free();
  }
}

test(`wandering through time and branches ${SEQUENCES} times ends where fresh runs do`, async ({
  atlas,
}) => {
  test.setTimeout(300_000);
  const engine = await loadEngine();
  await atlas.open({ scenario: "first-look" });
  let branches = 0;
  for (let first = 0; first < SEQUENCES; first += AT_ONCE) {
    const scenario = SCENARIOS[(first / AT_ONCE) % SCENARIOS.length] ?? "first-look";
    const text = fs.readFileSync(
      path.join(ROOT, "public", "scenarios", `${scenario}.json`),
      "utf8",
    );
    await atlas.ask({ do: "load", scenario });
    await atlas.advanceTo(SPAN_US);
    const dice = { seed: first + 1, sequences: AT_ONCE, spanUs: SPAN_US, actions: ACTIONS };
    const done = await atlas.page.evaluate(wanderBranches, dice);
    branches += done.branches;
    for (const [i, { log, digest }] of done.ends.entries()) {
      expect(`${scenario} ${first + i} ${digest}`).toBe(
        `${scenario} ${first + i} ${straight(engine, text, log)}`,
      );
    }
  }
  expect(branches).toBeGreaterThan(SEQUENCES / 2);
});
