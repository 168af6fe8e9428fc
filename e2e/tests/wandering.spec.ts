/**
 * Seeks, steps back, actions and branches at random in Chromium: every branch that comes of it ends
 * as its log does when a fresh engine, in another program, plays it straight.
 */

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import type { Action, LoggedAction } from "../../web/protocol/engine";
import { expect, test } from "../fixtures";
import type { AtlasPage } from "../pages/AtlasPage";

const ROOT = path.join(import.meta.dirname, "..", "..");
const SCENARIOS = ["first-look", "stale-leader", "one-way-cut"];
const SEQUENCES = 500;
/** Of one run, whose tree of branches grows and is cut. */
const AT_ONCE = 25;
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
  const folder = path.join(ROOT, "core", "wasm", "pkg");
  const module = await import(pathToFileURL(path.join(folder, "engine.js")).href);
  module.initSync({ module: fs.readFileSync(path.join(folder, "engine_bg.wasm")) });
  return module;
}

interface Wandered {
  log: LoggedAction[];
  digest: string;
}

interface Asked {
  scenario: string;
  seed: number;
  sequences: number;
}

/** One sequence of moves after the other, by the dice of a seed. */
class Wanderer {
  private readonly atlas: AtlasPage;
  private state: number;

  constructor(atlas: AtlasPage, seed: number) {
    this.atlas = atlas;
    this.state = seed;
  }

  /** Seeks, steps back, switches or acts. */
  async move(): Promise<void> {
    const choice = this.random(10);
    const ids = await this.others();
    const other = ids[this.random(ids.length)];
    if (choice < 3) await this.atlas.at(this.random(SPAN_US));
    else if (choice < 5) await this.atlas.step(-1);
    else if (choice < 7 && other !== undefined)
      await this.atlas.ask({ do: "branch", branch: other });
    else if ((await this.atlas.nowUs()) < SPAN_US) {
      await this.atlas.act(ACTIONS[this.random(ACTIONS.length)] ?? { do: "heal" });
    }
  }

  /** Branches that are not shown. */
  async others(): Promise<number[]> {
    const { branches, current } = await this.atlas.branches();
    return branches.map(({ id }) => id).filter((id) => id !== current);
  }

  private random(below: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * below);
  }
}

/** At the end of each sequence the digest of the branch that is shown. */
async function wander(
  atlas: AtlasPage,
  { scenario, seed, sequences }: Asked,
): Promise<{ ends: Wandered[]; branches: number }> {
  const wanderer = new Wanderer(atlas, seed);
  await atlas.ask({ do: "load", scenario });
  await atlas.advanceTo(SPAN_US);
  const ends: Wandered[] = [];
  let made = 0;
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    for (let moves = 0; moves < 4; moves += 1) await wanderer.move();
    const { digest } = await atlas.at(SPAN_US);
    const { branches, current } = await atlas.branches();
    const shown = branches.find(({ id }) => id === current);
    ends.push({ log: shown?.actions ?? [], digest });
    made = Math.max(made, ...branches.map(({ id }) => id));
    const most = Math.max(0, branches.length - 12);
    for (const branch of (await wanderer.others()).slice(0, most)) {
      await atlas.ask({ do: "remove", branch });
    }
  }
  return { ends, branches: made };
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
    const done = await wander(atlas, { scenario, seed: first + 1, sequences: AT_ONCE });
    branches += done.branches;
    for (const [i, { log, digest }] of done.ends.entries()) {
      expect(`${scenario} ${first + i} ${digest}`).toBe(
        `${scenario} ${first + i} ${straight(engine, text, log)}`,
      );
    }
  }
  expect(branches).toBeGreaterThan(SEQUENCES / 2);
});
