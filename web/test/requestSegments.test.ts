/** Where the time of requests goes, on random runs of the real engine: the segments add up. */

import { beforeAll, describe, expect, it } from "vitest";

import type { RequestView, TraceColumns, World } from "@/engine/types";
import type { EngineLike, PlaygroundLike } from "@/engine/worker/engineLike";
import { readRequests } from "@/model/requests/reader";
import type { RequestStory } from "@/model/requests/story";
import { viewOf } from "@/model/requests/view";
import { IS_LONG } from "./long";
import { loadEngine, publicScenarios } from "./realEngine";
import { mulberry } from "./runs";

const LOOK = { range: 0, notable_after: 0, series_after: -1 };
const RUN_US = 4_000_000;
const SEEDS = IS_LONG ? [1, 2, 3, 4, 5, 6] : [1];

let engine: EngineLike;

beforeAll(() => {
  engine = loadEngine().engine;
});

interface Recorded {
  world: World;
  columns: TraceColumns;
  stories: RequestStory[];
  now_us: number;
  /** What the engine itself told of the requests that it traced. */
  traced: Map<number, RequestView>;
}

/** A run of a scenario with faults and settings at random. */
function record(text: string, seed: number): Recorded {
  const random = mulberry(seed);
  const playground = new engine.Playground(text, "", seed);
  const world = playground.world();
  playground.record(true);
  const traced = new Map<number, RequestView>();
  for (let at = 0; at < RUN_US; at += 100_000) {
    playground.advance(at, 1e9);
    for (const view of playground.frame(LOOK).requests) traced.set(view.id, view);
    if (random() < 0.12) disturb(playground, world, random);
  }
  const columns = playground.take_trace();
  const now_us = playground.now_us();
  playground.free();
  const stories = readRequests(columns, world, Number.POSITIVE_INFINITY);
  return { world, columns, stories, now_us, traced };
}

let last: { text: string; seed: number; recorded: Recorded } | undefined;

/** As `record`; tests of the same run, which follow each other, share it. */
function recordOnce(text: string, seed: number): Recorded {
  if (last?.text !== text || last.seed !== seed) {
    last = { text, seed, recorded: record(text, seed) };
  }
  return last.recorded;
}

function disturb(playground: PlaygroundLike, world: World, random: () => number): void {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const store = pick(world.nodes.filter((node) => node.kind === "store")).id;
  const modes = world.read_modes.map((mode) => mode.id);
  const action = pick([
    { do: "isolate", place: pick(world.zones).id } as const,
    { do: "heal" } as const,
    { do: "heal" } as const,
    { do: "pause", store } as const,
    { do: "resume", store } as const,
    { do: "crash", store } as const,
    { do: "restart", store } as const,
    { do: "set", settings: { read_mode: pick(modes) } } as const,
    { do: "set", settings: { apply_delay: "3ms" } } as const,
  ]);
  try {
    playground.apply(action);
  } catch {
    // What stands already is refused: nothing is disturbed then.
  }
}

/** What is wrong with the segments of a request: gaps, overlaps, kinds that cannot be. */
function faultsOf(story: RequestStory, now_us: number): string[] {
  const segments = story.segments(now_us);
  const faults: string[] = [];
  const of = `r${story.asked.id}`;
  let cursor_us = story.asked.at_us;
  for (const { from_us, to_us, kind } of segments) {
    if (from_us !== cursor_us) faults.push(`${of}: ${kind} from ${from_us}, after ${cursor_us}`);
    if (to_us <= from_us) faults.push(`${of}: ${kind} from ${from_us} to ${to_us}`);
    cursor_us = to_us;
  }
  const end_us = story.completed_us ?? now_us;
  if (cursor_us !== end_us) faults.push(`${of}: ends at ${cursor_us}, not at ${end_us}`);
  // A part may have been tried more than once; it is a story of its own.
  if (story.outcome !== "ok" || story.parts.length > 0) return faults;
  // What was answered was never in vain, but for attempts before the one that was answered.
  const from = story.answered?.from_us ?? 0;
  const kinds = segments.filter(({ from_us }) => from_us >= from).map(({ kind }) => kind);
  for (const kind of ["lost", "retry"] as const) {
    if (kinds.includes(kind)) faults.push(`${of}: ${kind} in what was answered`);
  }
  if (story.asked.op === "put" && !kinds.includes("commit")) faults.push(`${of}: no commit`);
  return faults;
}

/** More happens in them than one record holds. */
const BUSY = ["hundred-ranges", "cross-az-scan", "ladder", "million-reads"];
/** Overloads that a disturbance begins: after it nobody may have an answer in time. */
const STORMS = ["retry-storm"];

const runs = publicScenarios()
  .filter(({ id }) => !BUSY.includes(id))
  .flatMap(({ id, text }) => SEEDS.map((seed) => ({ id, text, seed })));

describe.each(runs)("$id, seed $seed", ({ id, text, seed }) => {
  it("cuts each request's life into segments that add up to its latency", () => {
    const { stories, now_us } = recordOnce(text, seed);
    expect(stories.length).toBeGreaterThan(8);
    expect(stories.flatMap((story) => faultsOf(story, now_us))).toEqual([]);
    const answered = stories.filter(({ outcome }) => outcome === "ok");
    if (!STORMS.includes(id)) expect(answered.length).toBeGreaterThan(5);
  });

  it("tells the same of a request as the engine does of those that it traces", () => {
    const { stories, columns, world, traced } = recordOnce(text, seed);
    let compared = 0;
    for (const story of stories) {
      const told = traced.get(story.asked.id);
      if (told === undefined || told.completed_us === null) continue;
      const stale =
        told.verdict === "stale" || told.verdict === "past"
          ? { request: told.id, stale_us: told.stale_us, commits: told.stale_commits }
          : undefined;
      const view = viewOf(story, columns, world, Number.POSITIVE_INFINITY, stale);
      const { hops, reason, round_trips, ...rest } = view;
      const { hops: _, reason: toldReason, round_trips: __, ...toldRest } = told;
      expect(rest).toEqual(toldRest);
      expect(reason === "").toBe(toldReason === "");
      compared += 1;
      expect(hops.length > 0).toBe(told.hops.length > 0);
      expect(round_trips).toBeGreaterThanOrEqual(0);
    }
    expect(compared).toBeGreaterThan(1);
  });
});
